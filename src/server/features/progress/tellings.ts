// What the snapshots of one of the user's soldiers tell of its progress.
import { setImmediate } from "node:timers/promises";
import { Fault } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import { type Known, knownFrom, mergeTellings, type Telling } from "#domain/progress/known.ts";
import { type Moment, type PaceOf, paceOf } from "#domain/progress/pace.ts";
import { SNAPSHOT_SOURCES, type SnapshotSource, type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { ComputingCache } from "#server/computing-cache.ts";
import type { Database } from "#server/database/database.ts";
import {
  readCurrentStatistics,
  readStatistics,
  SNAPSHOT_KEY,
  type SnapshotKey,
  snapshotsKey,
} from "#server/snapshot-statistics.ts";

/** Snapshots that make a pace. */
const PACED = 4;

/** How many of each source are looked at: more of those that people bring page by page. */
const LOOKED_AT = { service: PACED, battlelog: 12, typed: 12, sample: PACED } as const satisfies Record<
  SnapshotSource,
  number
>;

/** A snapshot without its text, and when and by whom it was told. */
type Row = SnapshotKey & { source: SnapshotSource; takenAt: string; seenAt: string };

/** Who asks: no soldier is a person who ticks by hand. */
type Asker = { userId: string; soldierId: string | null };

/** What the soldier's sources told last, without ticks, and its player's pace. */
type Told = { known: Known; pace: PaceOf };

/** Counters and targets of all cached soldiers together. */
const MAX_CACHED_WORDS = 100_000;

/** Merged once for a set of snapshots: these never change. */
const merged = new ComputingCache<Told>(
  MAX_CACHED_WORDS,
  ({ known: { counters, targets } }) => counters.size + targets.size,
);

/** What the soldier's sources told last, without ticks, and its player's pace. Faults: `soldier_missing`. */
export async function toldOf(db: Database, { userId, soldierId }: Asker): Promise<Told> {
  if (soldierId === null) return { known: knownFrom([]), pace: paceOf([]) };
  await gameOf(db, userId, soldierId, "bf4");
  const bySource = await Promise.all(SNAPSHOT_SOURCES.map((source) => newest(db, soldierId, source)));
  const rows = bySource.flat();
  const key = JSON.stringify([
    snapshotsKey(rows),
    rows.map(({ source, takenAt, seenAt }) => [source, takenAt, seenAt]),
  ]);
  return (await merged.get(key, () => merge(db, bySource))) ?? { known: knownFrom([]), pace: paceOf([]) };
}

async function merge(db: Database, bySource: readonly Row[][]): Promise<Told> {
  const tellings: Telling[] = [];
  for (const row of bySource.flat()) {
    const told = await readStatistics(db, row);
    if (told) tellings.push({ source: row.source, at: row.seenAt, counters: told.counters, targets: told.targets });
  }
  const merging = mergeTellings(tellings);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return { known: value, pace: paceOf(await momentsOf(db, bySource)) };
    // A soldier with the largest snapshots would block the event loop for 200 ms.
    await setImmediate();
  }
}

/** The game of one of the user's soldiers. Faults: `soldier_missing`, also where it plays another game than wanted. */
export async function gameOf(db: Database, userId: string, soldierId: string, wanted?: GameId): Promise<GameId> {
  const row = await db
    .selectFrom("soldier")
    .select("game")
    .where("userId", "=", userId)
    .where("id", "=", soldierId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const game = statistics.shape.game.safeParse(row?.game).data;
  if (!game || (wanted && game !== wanted)) throw new Fault("soldier_missing");
  return game;
}

/** What is known of a soldier by now, and when it was told last; null where there is no snapshot. */
export async function newestStatistics(
  db: Database,
  soldierId: string,
): Promise<{ at: string; statistics: Readonly<Statistics> } | null> {
  const rows = await Promise.all(SNAPSHOT_SOURCES.map((source) => rowsOf(db, soldierId, source).limit(1).execute()));
  const newestFirst = rows.flat().toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  const statistics = await readCurrentStatistics(db, newestFirst);
  const [newest] = newestFirst;
  return newest && statistics ? { at: newest.seenAt, statistics } : null;
}

async function newest(db: Database, soldierId: string, source: SnapshotSource): Promise<Row[]> {
  const rows = await rowsOf(db, soldierId, source).limit(LOOKED_AT[source]).execute();
  return rows.map((row) => ({ ...row, source }));
}

const rowsOf = (db: Database, soldierId: string, source: SnapshotSource) =>
  db
    .selectFrom("snapshot")
    .select([...SNAPSHOT_KEY, "takenAt", "seenAt"])
    .where("soldierId", "=", soldierId)
    .where("source", "=", source)
    .where("deletedAt", "is", null)
    .orderBy("takenAt", "desc")
    .orderBy("id", "desc");

/** Two sources count a little differently: a pace is of one that told often enough, the service first. */
async function momentsOf(db: Database, bySource: readonly Row[][]): Promise<Moment[]> {
  const [most = []] = bySource.toSorted((a, b) => Math.min(b.length, PACED) - Math.min(a.length, PACED));
  const moments: Moment[] = [];
  for (const row of most) {
    const told = await readStatistics(db, row);
    if (!told) continue;
    moments.push({
      at: row.takenAt,
      secondsPlayed: told.figures["secondsPlayed"] ?? null,
      counters: told.counters,
    });
  }
  return moments;
}
