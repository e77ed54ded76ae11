// What a locker of 1,900 loadouts costs: each call beside the same call to a locker of 10 (the peer), and beside the
// least a call may be (the limit), on one server with its database on the disk.

import { join } from "node:path";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { completeContent } from "#domain/loadout/loadout.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { addLoadout } from "#server/features/loadout/repository.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, newGuest, rest } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

/** With room for those that a measurement adds. */
const LARGE = 1900;
const SMALL = 10;
const AT_ONCE = 500;
const GOALS = [{ of: "peer", atMost: 1.5 }] as const;

type Locker = { visitor: Visitor; ids: readonly string[] };
type Lockers = { world: World; large: Locker; small: Locker };

const lockers = shared(async (): Promise<Lockers> => {
  const folder = await ownFolder();
  const world = opened.use(await makeWorld({ environment: { DATABASE_URL: join(folder, "locker.sqlite") } }));
  return { world, large: await filled(world, LARGE), small: await filled(world, SMALL) };
});

/** The locker of an account. */
async function filled(world: World, size: number): Promise<Locker> {
  const { db, arsenals, now } = world.context;
  const { visitor, userId } = await newGuest(world);
  await db.updateTable("user").set({ isAnonymous: false }).where("id", "=", userId).execute();
  const ids = Array.from({ length: size }, () => crypto.randomUUID());
  for (let first = 0; first < size; first += AT_ONCE) {
    await db.transaction().execute(async (trx) => {
      for (const [at, id] of ids.slice(first, first + AT_ONCE).entries()) {
        const kit = KIT_IDS[at % KIT_IDS.length] ?? "assault";
        const loadout = starterLoadout(at % 2 ? arsenals.bf4 : arsenals.bf2042, kit);
        const content = completeContent({ name: `Loadout ${first + at}`, loadout });
        await addLoadout(trx, userId, { ...content, id }, now());
      }
    });
  }
  await rest();
  return { visitor, ids };
}

const moved = ({ visitor, ids }: Locker, world: World): Locker => ({ visitor: elsewhere(visitor, world), ids });

const measured = (name: string, call: (locker: Locker, world: World) => Promise<unknown>): Measurement => ({
  id: "P10",
  name: `locker of ${LARGE.toLocaleString("en")}: ${name} (time)`,
  goals: GOALS,
  rounds: 5,
  ours: async () => {
    const { large, world } = await lockers();
    const locker = moved(large, world);
    return measureTime(() => call(locker, world));
  },
  peer: async () => {
    const { small, world } = await lockers();
    const locker = moved(small, world);
    return measureTime(() => call(locker, world));
  },
  limit: async () => {
    const { small, world } = await lockers();
    const { visitor } = moved(small, world);
    return measureTime(() => visitor.trpc.provider.list.query());
  },
});

const list =
  (input: object) =>
  ({ visitor }: Locker) =>
    visitor.trpc.loadout.list.query({ limit: SMALL, ...input });

async function saveChange({ visitor, ids }: Locker): Promise<void> {
  const { id, name, loadout, version } = await visitor.trpc.loadout.get.query({ id: ids[0] ?? "" });
  await visitor.trpc.loadout.save.mutate({ id, name, loadout, seenVersion: version });
}

/** Adds one and takes it out again, so that the locker keeps its size. */
async function add({ visitor, ids }: Locker, { context }: World): Promise<void> {
  const { loadout } = await visitor.trpc.loadout.get.query({ id: ids[0] ?? "" });
  const id = crypto.randomUUID();
  await visitor.trpc.loadout.save.mutate({ id, name: "One more", loadout, seenVersion: 0 });
  await context.db.deleteFrom("loadout").where("id", "=", id).execute();
}

export const bigLocker: readonly Measurement[] = [
  measured("list", list({})),
  measured("list in the owner's order", list({ order: "own" })),
  measured("list the deleted", list({ order: "deleted" })),
  measured("save a change", saveChange),
  measured("save a new one", add),
];
