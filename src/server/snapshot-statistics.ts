// The statistics of stored snapshots, parsed once and cached: a stored snapshot never changes.
import { z } from "zod";
import { mergeCurrentStatistics } from "#domain/soldier/snapshots.ts";
import { type Statistics, type StoredStatistics, storedStatistics } from "#domain/soldier/statistics.ts";
import { ComputingCache } from "#platform/cache.ts";
import { parseCompressedJson } from "#platform/database/valid-text.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import type { NewJob } from "#server/jobs/job.ts";

const snapshotNews = z.object({ soldierId: z.string(), snapshotId: z.string() });

/** The kind of job that follows a new snapshot of a soldier that a platoon sees. */
export const SNAPSHOT_NEWS = { kind: "snapshot-news", input: snapshotNews };

/** The job that adds to the feeds what a stored snapshot shows: once for each. */
export const getSnapshotNews = (userId: string, input: z.infer<typeof snapshotNews>): NewJob => ({
  userId,
  kind: SNAPSHOT_NEWS.kind,
  key: `${SNAPSHOT_NEWS.kind}:${userId}:${input.snapshotId}`,
  input,
});

/**
 * Columns that identify what a stored snapshot holds: the id of a deleted one may come again, at another time, and two people
 * may have the same.
 */
export const SNAPSHOT_KEY = ["userId", "id", "createdAt", "bytes"] as const;

export type SnapshotKey = { userId: string; id: string; createdAt: string; bytes: number };

/** A soldier and the person who has it. */
export type OwnSoldier = { userId: string; soldierId: string };

/** A soldier's snapshots that are not deleted. */
export const selectSnapshots = (db: Database, { userId, soldierId }: OwnSoldier) =>
  db
    .selectFrom("snapshot")
    .where("userId", "=", userId)
    .where("soldierId", "=", soldierId)
    .where("deletedAt", "is", null);

/** The same, newest first. */
export const selectNewestSnapshots = (db: Database, soldier: OwnSoldier) =>
  selectSnapshots(db, soldier).orderBy("takenAt", "desc").orderBy("id", "desc");

/** Entries of all cached snapshots together, at about 100 bytes each. A soldier of the service has 2,000. */
const MAX_ENTRIES = 300_000;
const MAX_CURRENT_ENTRIES = 100_000;

const parsed = new ComputingCache<StoredStatistics>(MAX_ENTRIES, getEntries);
const current = new ComputingCache<Statistics>(MAX_CURRENT_ENTRIES, getEntries);

/** The cache key of these snapshots. */
export const snapshotsKey = (snapshots: readonly SnapshotKey[]): string =>
  snapshots.map(({ userId, id, createdAt, bytes }) => `${userId} ${id} ${createdAt} ${bytes}`).join();

/** Unpacks and parses a snapshot, yielding to the event loop between several: the largest takes 30 ms. */
export const parseStatistics = (body: string): Promise<StoredStatistics> =>
  inTimeSlice(() => storedStatistics.parse(parseCompressedJson(body)));

/** The statistics of a stored snapshot, null where it was deleted; read from the cache where possible. Must not be modified. */
export async function readStatistics(db: Database, snapshot: SnapshotKey): Promise<Readonly<StoredStatistics> | null> {
  const key = snapshotsKey([snapshot]);
  const cached = parsed.peek(key);
  if (cached) return cached;
  // Outside of what is computed once for all callers: one of them may hold the connection in a transaction.
  const row = await db
    .selectFrom("snapshot")
    .select("body")
    .where("userId", "=", snapshot.userId)
    .where("id", "=", snapshot.id)
    .executeTakeFirst();
  return row ? parsed.get(key, () => parseStatistics(row.body)) : null;
}

/**
 * What is known by now from these snapshots, newest first; null where there are none. Merged once for a set of them. Not
 * to be changed, nor called within a transaction.
 */
export async function readCurrentStatistics(
  db: Database,
  newestFirst: readonly SnapshotKey[],
): Promise<Readonly<Statistics> | null> {
  return current.get(snapshotsKey(newestFirst), async () => {
    const all = await Promise.all(newestFirst.map((snapshot) => readStatistics(db, snapshot)));
    const [newest, ...older] = all.filter((statistics) => statistics !== null);
    return newest ? inTimeSlice(() => mergeCurrentStatistics([newest, ...older])) : null;
  });
}

function getEntries({ figures, counters, targets, tables }: Statistics): number {
  const rows = Object.values(tables).flat();
  return (
    [figures, counters, targets].reduce((sum, all) => sum + Object.keys(all).length, 0) +
    rows.reduce((sum, { values }) => sum + 3 + Object.keys(values).length, 0)
  );
}
