// P10: the cost of 1,000,000 snapshots. Each call is compared with the same call on a server without other users' snapshots
// (the peer) and with a minimal call (the limit), with the databases on disk.
import { join } from "node:path";
import { sql } from "kysely";
import { createEmptyStatistics } from "#domain/soldier/statistics.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { createGuest, measureTime, waitForConnections } from "./guest-visits.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { createTempFolder } from "./servers.ts";

const SNAPSHOTS = 1_000_000;
/** Snapshots per soldier, within the limit of one user. */
const SNAPSHOTS_PER_SOLDIER = 320;

type Setup = { world: World; visitor: Visitor; userId: string; soldierId: string };
type Setups = { full: Setup; empty: Setup };

const getSetups = lazy(async (): Promise<Setups> => {
  const folder = await createTempFolder();
  const [full, empty] = [
    await createSetup(join(folder, "full.sqlite")),
    await createSetup(join(folder, "empty.sqlite")),
  ];
  await fill(full);
  await waitForConnections();
  return { full, empty };
});

/** Creates a guest with the sample soldier, which has ten snapshots. */
async function createSetup(path: string): Promise<Setup> {
  const world = resources.use(await makeWorld({ environment: { DATABASE_URL: path } }));
  const guest = await createGuest(world);
  const { id: soldierId } = await guest.visitor.trpc.soldier.addSample.mutate({
    id: crypto.randomUUID(),
    game: "bf4",
  });
  return { world, ...guest, soldierId };
}

/** Copies the guest's soldier for other users, and its oldest snapshot until there are enough. */
async function fill({ world, userId, soldierId }: Setup): Promise<void> {
  const { db } = world.context;
  const [soldiers, snapshots] = [sql.lit(SNAPSHOTS / SNAPSHOTS_PER_SOLDIER), sql.lit(SNAPSHOTS)];
  await sql`
    INSERT INTO soldier (id, "userId", game, platform, name, "nameKey", relation, "createdAt", "updatedAt")
    WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ${soldiers})
    SELECT 'soldier-' || n, 'user-' || n, game, platform, name || n, "nameKey" || n, 'followed', "createdAt", "updatedAt"
    FROM soldier, n WHERE id = ${soldierId}`.execute(db);
  await sql`
    INSERT INTO snapshot (id, "userId", "soldierId", source, "takenAt", "seenAt", figures, body, bytes, "createdAt", "updatedAt")
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${snapshots})
    SELECT 'snapshot-' || n,
      CASE n % ${soldiers} WHEN 0 THEN "userId" ELSE 'user-' || (n % ${soldiers} + 1) END,
      CASE n % ${soldiers} WHEN 0 THEN ${soldierId} ELSE 'soldier-' || (n % ${soldiers} + 1) END,
      source, strftime('%Y-%m-%dT%H:%M:%fZ', "takenAt", '-' || n || ' seconds'), "seenAt", figures, body, bytes, "createdAt", "updatedAt"
    FROM n, (SELECT * FROM snapshot WHERE "userId" = ${userId} ORDER BY "takenAt" LIMIT 1)`.execute(db);
}

const measureCall = (name: string, call: (setup: Setup) => Promise<unknown>): Measurement => {
  const timeCall = async (key: "full" | "empty", call: (setup: Setup) => Promise<unknown>) => {
    const current = (await getSetups())[key];
    const visitor = moveToNewAddress(current.visitor, current.world);
    return measureTime(() => call({ ...current, visitor }));
  };
  return {
    id: "P10",
    name: `${SNAPSHOTS.toLocaleString("en")} snapshots: ${name} (time)`,
    goals: [{ baseline: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => timeCall("full", call),
    peer: () => timeCall("empty", call),
    limit: () => timeCall("empty", ({ visitor }) => visitor.trpc.provider.list.query()),
  };
};

/** Adds a snapshot and deletes its row, so that each round starts from the same data. */
async function addTyped({ visitor, world, userId, soldierId }: Setup): Promise<void> {
  const statistics = { ...createEmptyStatistics("bf4"), figures: { kills: 1 } };
  const id = crypto.randomUUID();
  const takenAt = new Date().toISOString();
  await visitor.trpc.soldier.saveTyped.mutate({ id, soldierId, takenAt, statistics });
  await world.context.db.deleteFrom("snapshot").where("userId", "=", userId).where("id", "=", id).execute();
}

async function getWholeSnapshot({ visitor, soldierId }: Setup): Promise<void> {
  const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId, limit: 1 });
  await visitor.trpc.soldier.snapshot.query({ soldierId, id: items[0]?.id ?? "" });
}

export const manySnapshots: readonly Measurement[] = [
  measureCall("the soldiers", ({ visitor }) => visitor.trpc.soldier.list.query()),
  measureCall("a soldier", ({ visitor, soldierId }) => visitor.trpc.soldier.get.query({ id: soldierId })),
  measureCall("its newest snapshots", ({ visitor, soldierId }) =>
    visitor.trpc.soldier.snapshots.query({ soldierId, limit: 10 }),
  ),
  measureCall("a snapshot whole", getWholeSnapshot),
  measureCall("figures typed by hand", addTyped),
  measureCall("a claim", ({ visitor, soldierId }) =>
    visitor.trpc.soldier.change.mutate({ id: soldierId, relation: "followed" }),
  ),
];
