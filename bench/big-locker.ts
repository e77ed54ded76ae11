// P10: the cost of a locker of 1,900 loadouts. Each call is compared with the same call to a locker of 10 (the peer) and with
// a minimal call (the limit), on one server with its database on disk.

import { join } from "node:path";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { fillContentDefaults } from "#domain/loadout/loadout.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { addLoadout } from "#server/features/loadout/repository.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { createGuest, measureTime, waitForConnections } from "./guest-visits.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { createTempFolder } from "./servers.ts";

/** Leaves room for the loadouts that a measurement adds. */
const LARGE = 1900;
const SMALL = 10;
const BATCH_SIZE = 500;
const GOALS = [{ baseline: "peer", atMost: 1.5 }] as const;

type Locker = { visitor: Visitor; ids: readonly string[] };
type Lockers = { world: World; large: Locker; small: Locker };

const getLockers = lazy(async (): Promise<Lockers> => {
  const folder = await createTempFolder();
  const world = resources.use(await makeWorld({ environment: { DATABASE_URL: join(folder, "locker.sqlite") } }));
  return { world, large: await createLocker(world, LARGE), small: await createLocker(world, SMALL) };
});

/** Creates an account with a locker of this size. */
async function createLocker(world: World, size: number): Promise<Locker> {
  const { db, arsenals, now } = world.context;
  const { visitor, userId } = await createGuest(world);
  await db.updateTable("user").set({ isAnonymous: false }).where("id", "=", userId).execute();
  const ids = Array.from({ length: size }, () => crypto.randomUUID());
  for (let first = 0; first < size; first += BATCH_SIZE) {
    await db.transaction().execute(async (trx) => {
      for (const [index, id] of ids.slice(first, first + BATCH_SIZE).entries()) {
        const kit = KIT_IDS[index % KIT_IDS.length] ?? "assault";
        const loadout = createStarterLoadout(index % 2 ? arsenals.bf4 : arsenals.bf2042, kit);
        const content = fillContentDefaults({ name: `Loadout ${first + index}`, loadout });
        await addLoadout(trx, userId, { ...content, id }, now());
      }
    });
  }
  await waitForConnections();
  return { visitor, ids };
}

const reconnect = ({ visitor, ids }: Locker, world: World): Locker => ({
  visitor: moveToNewAddress(visitor, world),
  ids,
});

const measureCall = (name: string, call: (locker: Locker, world: World) => Promise<unknown>): Measurement => ({
  id: "P10",
  name: `locker of ${LARGE.toLocaleString("en")}: ${name} (time)`,
  goals: GOALS,
  rounds: 5,
  ours: async () => {
    const { large, world } = await getLockers();
    const locker = reconnect(large, world);
    return measureTime(() => call(locker, world));
  },
  peer: async () => {
    const { small, world } = await getLockers();
    const locker = reconnect(small, world);
    return measureTime(() => call(locker, world));
  },
  limit: async () => {
    const { small, world } = await getLockers();
    const { visitor } = reconnect(small, world);
    return measureTime(() => visitor.trpc.provider.list.query());
  },
});

const listLoadouts =
  (input: object) =>
  ({ visitor }: Locker) =>
    visitor.trpc.loadout.list.query({ limit: SMALL, ...input });

async function saveChange({ visitor, ids }: Locker): Promise<void> {
  const { id, name, loadout, version } = await visitor.trpc.loadout.get.query({ id: ids[0] ?? "" });
  await visitor.trpc.loadout.save.mutate({ id, name, loadout, seenVersion: version });
}

/** Adds a loadout and deletes its row, so that the size of the locker does not change. */
async function addAndDelete({ visitor, ids }: Locker, { context }: World): Promise<void> {
  const { loadout } = await visitor.trpc.loadout.get.query({ id: ids[0] ?? "" });
  const id = crypto.randomUUID();
  await visitor.trpc.loadout.save.mutate({ id, name: "One more", loadout, seenVersion: 0 });
  await context.db.deleteFrom("loadout").where("id", "=", id).execute();
}

export const bigLocker: readonly Measurement[] = [
  measureCall("list", listLoadouts({})),
  measureCall("list in the owner's order", listLoadouts({ order: "own" })),
  measureCall("list the deleted", listLoadouts({ order: "deleted" })),
  measureCall("save a change", saveChange),
  measureCall("save a new one", addAndDelete),
];
