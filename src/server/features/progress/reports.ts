// The progress of a soldier according to its snapshots.
import { setImmediate } from "node:timers/promises";
import type { GameId } from "#domain/game.ts";
import { createKnownProgress, type KnownProgress, mergeReports, type Report } from "#domain/progress/known-progress.ts";
import { ALL_KILLS, getPace, type Moment, type PaceOf } from "#domain/progress/pace/pace.ts";
import { SNAPSHOT_SOURCES, type SnapshotSource, type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { ComputingCache } from "#platform/cache.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import {
  type OwnSoldier,
  readCurrentStatistics,
  readStatistics,
  SNAPSHOT_KEY,
  type SnapshotKey,
  selectNewestSnapshots,
  selectSnapshots,
  snapshotsKey,
} from "#server/snapshot-statistics.ts";

/** The number of snapshots from which a pace is computed. */
const PACED = 4;

/** How many of each source are looked at: more of those that people bring page by page. */
const LOOKED_AT = { service: PACED, battlelog: 12, typed: 12, sample: PACED } as const satisfies Record<
  SnapshotSource,
  number
>;

/** A snapshot without its body: its time and source. */
type Row = SnapshotKey & { source: SnapshotSource; takenAt: string; seenAt: string };

/** Who asks: no soldier is a person who ticks by hand. */
type Asker = { userId: string; soldierId: string | null };

/** What the sources last reported of a soldier, without ticks, and the player's pace. */
type SoldierProgress = { knownProgress: KnownProgress; pace: PaceOf };

/** Counters and targets of all cached soldiers together. */
const MAX_CACHED_WORDS = 100_000;

/** Merged once for a set of snapshots: these never change. */
const merged = new ComputingCache<SoldierProgress>(
  MAX_CACHED_WORDS,
  ({ knownProgress: { counters, targets } }) => counters.size + targets.size,
);

/**
 * What the sources last reported of a soldier, without ticks, and the player's pace; `without` is a snapshot that is left out.
 * @throws {AppError} soldier_missing
 */
export async function getSoldierProgress(
  db: Database,
  { userId, soldierId }: Asker,
  without?: string,
): Promise<SoldierProgress> {
  if (soldierId === null) return { knownProgress: createKnownProgress([]), pace: getPace([]) };
  await getGame(db, userId, soldierId, "bf4");
  const all = await Promise.all(SNAPSHOT_SOURCES.map((source) => newest(db, { userId, soldierId }, source)));
  const bySource = all.map((rows) => rows.filter(({ id }) => id !== without));
  const rows = bySource.flat();
  const key = JSON.stringify([
    snapshotsKey(rows),
    rows.map(({ source, takenAt, seenAt }) => [source, takenAt, seenAt]),
  ]);
  return (
    (await merged.get(key, () => merge(db, bySource))) ?? { knownProgress: createKnownProgress([]), pace: getPace([]) }
  );
}

async function merge(db: Database, bySource: readonly Row[][]): Promise<SoldierProgress> {
  const reports: Report[] = [];
  for (const row of bySource.flat()) {
    const reported = await readStatistics(db, row);
    if (reported)
      reports.push({ source: row.source, at: row.seenAt, counters: reported.counters, targets: reported.targets });
  }
  const merging = mergeReports(reports);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return { knownProgress: value, pace: getPace(await getMoments(db, bySource)) };
    // A soldier with the largest snapshots would block the event loop for 200 ms.
    await setImmediate();
  }
}

/**
 * The game of one of the user's soldiers.
 * @throws {AppError} soldier_missing, also where the soldier plays another game than requested
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

/** A soldier's current statistics and when they were last reported; null without a snapshot. */
export async function newestStatistics(
  db: Database,
  soldier: OwnSoldier,
): Promise<{ at: string; statistics: Readonly<Statistics> } | null> {
  const rows = await Promise.all(SNAPSHOT_SOURCES.map((source) => getRows(db, soldier, source).limit(1).execute()));
  const newestFirst = rows.flat().toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  const statistics = await readCurrentStatistics(db, newestFirst);
  const [newest] = newestFirst;
  return newest && statistics ? { at: newest.seenAt, statistics } : null;
}

/**
 * What two snapshots of a soldier know of its progress, each by itself.
 * @throws {AppError} soldier_missing; snapshot_missing
 */
export async function getSnapshotProgress(
  db: Database,
  { userId, soldierId }: OwnSoldier,
  ids: readonly [string, string],
): Promise<readonly [KnownProgress, KnownProgress]> {
  await getGame(db, userId, soldierId, "bf4");
  const read = async (id: string) => {
    const row = await selectSnapshots(db, { userId, soldierId })
      .select([...SNAPSHOT_KEY, "source", "seenAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    const reported = row && (await readStatistics(db, row));
    const source = SNAPSHOT_SOURCES.find((one) => one === row?.source);
    if (!row || !reported || !source) throw new AppError("snapshot_missing");
    const { seenAt: at } = row;
    const { counters, targets } = reported;
    return inTimeSlice(() => createKnownProgress([{ source, at, counters, targets }]));
  };
  return [await read(ids[0]), await read(ids[1])];
}

async function newest(db: Database, soldier: OwnSoldier, source: SnapshotSource): Promise<Row[]> {
  const rows = await getRows(db, soldier, source).limit(LOOKED_AT[source]).execute();
  // What a source counted before its statistics were restarted is over.
  return rows.filter(({ series }) => series === rows[0]?.series).map((row) => ({ ...row, source }));
}

const getRows = (db: Database, soldier: OwnSoldier, source: SnapshotSource) =>
  selectNewestSnapshots(db, soldier)
    .select([...SNAPSHOT_KEY, "takenAt", "seenAt", "series"])
    .where("source", "=", source);

/**
 * Sources count slightly differently, so a pace is computed from one source with enough snapshots, the service first.
 */
async function getMoments(db: Database, bySource: readonly Row[][]): Promise<Moment[]> {
  const [most = []] = bySource.toSorted((a, b) => Math.min(b.length, PACED) - Math.min(a.length, PACED));
  const moments: Moment[] = [];
  for (const row of most) {
    const reported = await readStatistics(db, row);
    if (!reported) continue;
    const { secondsPlayed = null, kills } = reported.figures;
    const counters = kills === undefined ? reported.counters : { ...reported.counters, [ALL_KILLS]: kills };
    moments.push({ at: row.takenAt, secondsPlayed, counters });
  }
  return moments;
}
