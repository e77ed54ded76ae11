// The statistics of stored snapshots. They are parsed once and cached, because a stored snapshot never changes.
import { z } from "zod";
import { mergeCurrentStatistics } from "#domain/soldier/snapshots.ts";
import { type Statistics, type StoredStatistics, storedStatistics } from "#domain/soldier/statistics.ts";
import { ComputingCache } from "#platform/cache.ts";
import { parseCompressedJson } from "#platform/database/valid-text.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import type { NewJob } from "#server/jobs/job.ts";

const snapshotNews = z.object({ soldierId: z.string(), snapshotId: z.string() });

/** The kind of job that runs after a new snapshot of a soldier that a platoon may see. */
export const SNAPSHOT_NEWS = { kind: "snapshot-news", input: snapshotNews };

/** Returns the job that adds feed entries for a stored snapshot, once per snapshot. */
export const createNewsJob = (userId: string, input: z.infer<typeof snapshotNews>): NewJob => ({
  userId,
  kind: SNAPSHOT_NEWS.kind,
  key: `${SNAPSHOT_NEWS.kind}:${userId}:${input.snapshotId}`,
  input,
});

/**
 * Columns that identify the content of a stored snapshot: an id may be used again after a deletion, and two people may use the same
 * id.
 */
export const SNAPSHOT_KEY = ["userId", "id", "createdAt", "bytes"] as const;

export type SnapshotKey = { userId: string; id: string; createdAt: string; bytes: number };

/** The ids of a soldier and of its owner. */
export type OwnSoldier = { userId: string; soldierId: string };

/** Returns a query of a soldier's snapshots that are not deleted. */
export const selectSnapshots = (db: Database, { userId, soldierId }: OwnSoldier) =>
  db
    .selectFrom("snapshot")
    .where("userId", "=", userId)
    .where("soldierId", "=", soldierId)
    .where("deletedAt", "is", null);

/** Returns the same query, newest first. */
export const selectNewestSnapshots = (db: Database, soldier: OwnSoldier) =>
  selectSnapshots(db, soldier).orderBy("takenAt", "desc").orderBy("id", "desc");

/** Maximum of entries in all cached snapshots, at about 100 bytes each. A soldier of the service has 2,000 entries. */
const MAX_ENTRIES = 300_000;
const MAX_CURRENT_ENTRIES = 100_000;

const snapshotCache = new ComputingCache<StoredStatistics>(MAX_ENTRIES, countEntries);
const currentCache = new ComputingCache<Statistics>(MAX_CURRENT_ENTRIES, countEntries);

/** Returns the cache key of these snapshots. */
export const getSnapshotsKey = (snapshots: readonly SnapshotKey[]): string =>
  snapshots.map(({ userId, id, createdAt, bytes }) => `${userId} ${id} ${createdAt} ${bytes}`).join();

/** Decompresses and parses a snapshot in its own time slice, because the largest takes 30 ms. */
export const parseStatistics = (body: string): Promise<StoredStatistics> =>
  runInTimeSlice(() => storedStatistics.parse(parseCompressedJson(body)));

/** Returns the statistics of a stored snapshot, from the cache if possible, or null if it was deleted. The result must not be modified. */
export async function readStatistics(db: Database, snapshot: SnapshotKey): Promise<Readonly<StoredStatistics> | null> {
  const key = getSnapshotsKey([snapshot]);
  const cached = snapshotCache.peek(key);
  if (cached) return cached;
  // The read is not part of the shared computation, because each caller must use its own connection or transaction.
  const row = await db
    .selectFrom("snapshot")
    .select("body")
    .where("userId", "=", snapshot.userId)
    .where("id", "=", snapshot.id)
    .executeTakeFirst();
  return row ? snapshotCache.get(key, () => parseStatistics(row.body)) : null;
}

/**
 * Returns the merged statistics of these snapshots, newest first, or null if there are none. The result is cached and must not be
 * modified. Must not be called within a transaction.
 */
export async function readCurrentStatistics(
  db: Database,
  newestFirst: readonly SnapshotKey[],
): Promise<Readonly<Statistics> | null> {
  return currentCache.get(getSnapshotsKey(newestFirst), async () => {
    const all = await Promise.all(newestFirst.map((snapshot) => readStatistics(db, snapshot)));
    const [newest, ...older] = all.filter((statistics) => statistics !== null);
    return newest ? runInTimeSlice(() => mergeCurrentStatistics([newest, ...older])) : null;
  });
}

function countEntries({ figures, counters, targets, tables }: Statistics): number {
  const rows = Object.values(tables).flat();
  return (
    [figures, counters, targets].reduce((sum, all) => sum + Object.keys(all).length, 0) +
    rows.reduce((sum, { values }) => sum + 3 + Object.keys(values).length, 0)
  );
}
