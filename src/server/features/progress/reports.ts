// Reads the progress of a soldier from its snapshots.
import { setImmediate } from "node:timers/promises";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import {
  createKnownProgress,
  type KnownProgress,
  mergeReports,
  type Report,
  type ReportSource,
} from "#domain/progress/known-progress.ts";
import { createPaces, type Moment, type PaceOf } from "#domain/progress/pace/pace.ts";
import {
  createEmptyStatistics,
  SNAPSHOT_SOURCES,
  type SnapshotSource,
  type Statistics,
  statistics,
} from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { ComputingCache } from "#platform/cache.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { getSampleGame, listSampleSnapshots, type SampleSnapshot } from "#server/sample-soldier.ts";
import {
  getSnapshotsKey,
  type OwnSoldier,
  readCurrentStatistics,
  readStatistics,
  SNAPSHOT_KEY,
  type SnapshotKey,
  selectNewestSnapshots,
  selectSnapshots,
} from "#server/snapshot-statistics.ts";

export type Caller = { db: Database; arsenals: Arsenals; user: { id: string } };

/** `user` is null to read the sample soldier. */
export type Reader = Omit<Caller, "user"> & { now: () => Date; user: Caller["user"] | null };

/** The number of snapshots from which a pace is computed. */
const SNAPSHOTS_FOR_PACE = 4;

/** The number of snapshots to read from each source; more from sources that users import page by page. */
const MAX_READ = {
  service: SNAPSHOTS_FOR_PACE,
  battlelog: 12,
  typed: 12,
  sample: SNAPSHOTS_FOR_PACE,
} as const satisfies Record<SnapshotSource, number>;

/** A snapshot without its body: its time and source. */
type Row = SnapshotKey & { source: SnapshotSource; takenAt: string; seenAt: string };

/** `soldierId` is null for a user who only ticks by hand. */
type OptionalSoldier = { userId: string; soldierId: string | null };

/** The progress that the sources last reported, without ticks, and the soldier's pace. */
type SoldierProgress = { knownProgress: KnownProgress; pace: PaceOf };

/** Used for a soldier without snapshots. */
const NO_PACE = createPaces(null, []);

/** The maximum number of counters and targets of all cached soldiers together. */
const MAX_CACHED_VALUES = 100_000;

/** Cached by the set of snapshots, because snapshots never change. */
const merged = new ComputingCache<SoldierProgress>(
  MAX_CACHED_VALUES,
  ({ knownProgress: { counters, targets } }) => counters.size + targets.size,
);

/**
 * Returns the progress that the sources last reported, without ticks, and the soldier's pace. The snapshot `ignoredSnapshotId` is not used.
 * @throws {AppError} soldier_missing
 */
export async function getSoldierProgress(
  db: Database,
  { userId, soldierId }: OptionalSoldier,
  ignoredSnapshotId?: string,
): Promise<SoldierProgress> {
  if (soldierId === null) return { knownProgress: createKnownProgress([]), pace: NO_PACE };
  await getGame(db, userId, soldierId, "bf4");
  const all = await Promise.all(SNAPSHOT_SOURCES.map((source) => getNewestRows(db, { userId, soldierId }, source)));
  const bySource = all.map((rows) => rows.filter(({ id }) => id !== ignoredSnapshotId));
  const rows = bySource.flat();
  const key = JSON.stringify([
    getSnapshotsKey(rows),
    rows.map(({ source, takenAt, seenAt }) => [source, takenAt, seenAt]),
  ]);
  return (
    (await merged.get(key, () => readProgress(db, bySource))) ?? {
      knownProgress: createKnownProgress([]),
      pace: NO_PACE,
    }
  );
}

/** Returns the progress of the sample soldier of Battlefield 4. */
export function getSampleProgress(arsenals: Arsenals, now: Date): SoldierProgress {
  const newestFirst = listSampleSnapshots(arsenals, "bf4", now).slice(0, MAX_READ.sample);
  const moments = newestFirst.map(({ takenAt, statistics }) => toMoment(takenAt, statistics));
  return {
    knownProgress: createKnownProgress(newestFirst.map((snapshot) => toReport(snapshot, snapshot.statistics))),
    pace: createPaces(newestFirst[0]?.statistics ?? null, moments),
  };
}

/** Returns the progress according to one snapshot. */
export const getKnownProgress = (snapshot: Pick<SampleSnapshot, "seenAt" | "statistics"> & Pick<Row, "source">) =>
  createKnownProgress([toReport(snapshot, snapshot.statistics)]);

const toReport = (
  { source, seenAt }: Pick<Row, "source" | "seenAt">,
  { counters, targets }: Pick<Statistics, "counters" | "targets">,
): Report => ({ source, at: seenAt, counters, targets });

const toMoment = (at: string, { figures, counters }: Pick<Statistics, "figures" | "counters">): Moment => ({
  at,
  secondsPlayed: figures["secondsPlayed"] ?? null,
  counters,
});

async function readProgress(db: Database, bySource: readonly Row[][]): Promise<SoldierProgress> {
  const reports: Report[] = [];
  for (const row of bySource.flat()) {
    const reported = await readStatistics(db, row);
    if (reported) reports.push(toReport(row, reported));
  }
  const merging = mergeReports(reports);
  for (;;) {
    const { done, value } = merging.next();
    if (done) {
      const newestFirst = bySource.flatMap(([row]) => row ?? []).toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
      const statistics = await readCurrentStatistics(db, newestFirst);
      return { knownProgress: value, pace: createPaces(statistics, await getMoments(db, bySource)) };
    }
    // A soldier with the largest snapshots would block the event loop for 200 ms.
    await setImmediate();
  }
}

/**
 * Returns the game of one of the user's soldiers.
 * @throws {AppError} soldier_missing, also if the soldier's game is not the requested one
 */
export async function getGame(db: Database, userId: string, soldierId: string, requested?: GameId): Promise<GameId> {
  const row = await db
    .selectFrom("soldier")
    .select("game")
    .where("userId", "=", userId)
    .where("id", "=", soldierId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const game = statistics.shape.game.safeParse(row?.game).data;
  if (!game || (requested && game !== requested)) throw new AppError("soldier_missing");
  return game;
}

/** A soldier's statistics; the source and time of the newest report are null if there is none. */
export type StatisticsReport = { statistics: Readonly<Statistics>; source: ReportSource | null };

/**
 * Returns the current statistics of one of the user's soldiers, or of a sample soldier; empty statistics if there is no snapshot.
 * @throws {AppError} soldier_missing, also if the soldier's game is not the requested one
 */
export async function readStatisticsReport(
  { db, arsenals, now, user }: Reader,
  soldierId: string,
  requested?: GameId,
): Promise<StatisticsReport> {
  if (!user) {
    const [newest] = listSampleSnapshots(arsenals, getSampleGame(soldierId, requested), now());
    if (newest) return { statistics: newest.statistics, source: { by: newest.source, at: newest.seenAt } };
    throw new AppError("soldier_missing");
  }
  const soldier = { userId: user.id, soldierId };
  const game = await getGame(db, user.id, soldierId, requested);
  return (await getNewestStatistics(db, soldier)) ?? { statistics: createEmptyStatistics(game), source: null };
}

/** Returns a soldier's current statistics and their newest source; null if there is no snapshot. */
export async function getNewestStatistics(
  db: Database,
  soldier: OwnSoldier,
): Promise<(StatisticsReport & { source: ReportSource }) | null> {
  const rows = await Promise.all(
    SNAPSHOT_SOURCES.map(async (source) => {
      const [newest] = await getRows(db, soldier, source).limit(1).execute();
      return newest ? [{ ...newest, source }] : [];
    }),
  );
  const newestFirst = rows.flat().toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  const statistics = await readCurrentStatistics(db, newestFirst);
  const [newest] = newestFirst;
  return newest && statistics ? { statistics, source: { by: newest.source, at: newest.seenAt } } : null;
}

/**
 * Returns the progress of a soldier according to each of two snapshots.
 * @throws {AppError} soldier_missing; snapshot_missing
 */
export async function getSnapshotProgress(
  { db, arsenals, now, user }: Reader,
  soldierId: string,
  ids: readonly [string, string],
): Promise<readonly [KnownProgress, KnownProgress]> {
  if (user) await getGame(db, user.id, soldierId, "bf4");
  else getSampleGame(soldierId, "bf4");
  const sample = user ? [] : listSampleSnapshots(arsenals, "bf4", now());
  const read = async (id: string) => {
    const snapshot = user
      ? await readReport(db, { userId: user.id, soldierId }, id)
      : sample.find((each) => each.id === id);
    if (!snapshot) throw new AppError("snapshot_missing");
    return runInTimeSlice(() => getKnownProgress(snapshot));
  };
  return [await read(ids[0]), await read(ids[1])];
}

/** Returns what a snapshot of the user's soldier reports; null if there is no such snapshot. */
async function readReport(db: Database, soldier: OwnSoldier, id: string) {
  const row = await selectSnapshots(db, soldier)
    .select([...SNAPSHOT_KEY, "source", "seenAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  const statistics = row && (await readStatistics(db, row));
  const source = SNAPSHOT_SOURCES.find((each) => each === row?.source);
  return row && statistics && source ? { source, seenAt: row.seenAt, statistics } : null;
}

async function getNewestRows(db: Database, soldier: OwnSoldier, source: SnapshotSource): Promise<Row[]> {
  const rows = await getRows(db, soldier, source).limit(MAX_READ[source]).execute();
  // Snapshots from before a reset of the source's statistics are ignored.
  return rows.filter(({ series }) => series === rows[0]?.series).map((row) => ({ ...row, source }));
}

const getRows = (db: Database, soldier: OwnSoldier, source: SnapshotSource) =>
  selectNewestSnapshots(db, soldier)
    .select([...SNAPSHOT_KEY, "takenAt", "seenAt", "series"])
    .where("source", "=", source);

/** Returns the moments of the source with the most snapshots, the service first. Only one source is used, because sources count slightly differently. */
async function getMoments(db: Database, bySource: readonly Row[][]): Promise<Moment[]> {
  const [rows = []] = bySource.toSorted(
    (a, b) => Math.min(b.length, SNAPSHOTS_FOR_PACE) - Math.min(a.length, SNAPSHOTS_FOR_PACE),
  );
  const moments: Moment[] = [];
  for (const row of rows) {
    const reported = await readStatistics(db, row);
    if (reported) moments.push(toMoment(row.takenAt, reported));
  }
  return moments;
}
