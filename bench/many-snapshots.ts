// The cost of 1,000,000 snapshots: each soldier call beside the same call on a server without other users' snapshots
// (the peer), and beside the minimal call (the limit), with the databases on disk.
import { join } from "node:path";
import { sql } from "kysely";
import { noStatistics } from "#domain/soldier/statistics.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, newGuest, rest } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

const SNAPSHOTS = 1_000_000;
/** Of each soldier, within the limit of one person. */
const A_SOLDIER = 320;

type Place = { world: World; visitor: Visitor; userId: string; soldierId: string };
type Places = { full: Place; empty: Place };

const places = shared(async (): Promise<Places> => {
  const folder = await ownFolder();
  const [full, empty] = [await place(join(folder, "full.sqlite")), await place(join(folder, "empty.sqlite"))];
  await fill(full);
  await rest();
  return { full, empty };
});

/** A guest with the sample soldier: ten snapshots, one of which is asked for whole. */
async function place(path: string): Promise<Place> {
  const world = opened.use(await makeWorld({ environment: { DATABASE_URL: path } }));
  const guest = await newGuest(world);
  const { id: soldierId } = await guest.visitor.trpc.soldier.addSample.mutate({
    id: crypto.randomUUID(),
    game: "bf4",
  });
  return { world, ...guest, soldierId };
}

/** Copies of the guest's soldier for as many other people, and of its oldest snapshot until there are enough. */
async function fill({ world, userId, soldierId }: Place): Promise<void> {
  const { db } = world.context;
  const [soldiers, snapshots] = [sql.lit(SNAPSHOTS / A_SOLDIER), sql.lit(SNAPSHOTS)];
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

const measured = (name: string, call: (place: Place) => Promise<unknown>): Measurement => {
  const time = async (which: "full" | "empty", call: (place: Place) => Promise<unknown>) => {
    const current = (await places())[which];
    const visitor = elsewhere(current.visitor, current.world);
    return measureTime(() => call({ ...current, visitor }));
  };
  return {
    id: "P10",
    name: `${SNAPSHOTS.toLocaleString("en")} snapshots: ${name} (time)`,
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => time("full", call),
    peer: () => time("empty", call),
    limit: () => time("empty", ({ visitor }) => visitor.trpc.provider.list.query()),
  };
};

/** Adds a snapshot and takes it out again, so that each round finds the same. */
async function addTyped({ visitor, world, userId, soldierId }: Place): Promise<void> {
  const statistics = { ...noStatistics("bf4"), figures: { kills: 1 } };
  const id = crypto.randomUUID();
  const takenAt = new Date().toISOString();
  await visitor.trpc.soldier.saveTyped.mutate({ id, soldierId, takenAt, statistics });
  await world.context.db.deleteFrom("snapshot").where("userId", "=", userId).where("id", "=", id).execute();
}

async function oneWhole({ visitor, soldierId }: Place): Promise<void> {
  const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId, limit: 1 });
  await visitor.trpc.soldier.snapshot.query({ soldierId, id: items[0]?.id ?? "" });
}

export const manySnapshots: readonly Measurement[] = [
  measured("the soldiers", ({ visitor }) => visitor.trpc.soldier.list.query()),
  measured("a soldier", ({ visitor, soldierId }) => visitor.trpc.soldier.get.query({ id: soldierId })),
  measured("its newest snapshots", ({ visitor, soldierId }) =>
    visitor.trpc.soldier.snapshots.query({ soldierId, limit: 10 }),
  ),
  measured("a snapshot whole", oneWhole),
  measured("figures typed by hand", addTyped),
  measured("a claim", ({ visitor, soldierId }) =>
    visitor.trpc.soldier.change.mutate({ id: soldierId, relation: "followed" }),
  ),
];
