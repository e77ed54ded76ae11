// What the snapshots of one of the user's soldiers tell of its progress.
import type { z } from "zod";
import { Fault } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import type { Telling } from "#domain/progress/known.ts";
import { type Moment, type PaceOf, paceOf } from "#domain/progress/pace.ts";
import { SNAPSHOT_SOURCES, type SnapshotSource, type Statistics, statistics } from "#domain/soldier/statistics.ts";
import type { Database } from "#server/database/database.ts";
import { unpacked } from "#server/database/packed.ts";

/** Snapshots that make a pace. */
const PACED = 4;

/** How many of each source are looked at: more of those that people bring page by page. */
const LOOKED_AT = { service: PACED, battlelog: 12, typed: 12, sample: PACED } as const satisfies Record<
  SnapshotSource,
  number
>;

/** Tables are the larger part of a snapshot, and nothing of progress. */
const counted = statistics.pick({ figures: true, counters: true, targets: true });

type Snapshot = z.infer<typeof counted> & { source: SnapshotSource; takenAt: string; seenAt: string };

/** Who asks: no soldier is a person who ticks by hand. */
type Asker = { userId: string; soldierId: string | null };

/** What the soldier's sources told last, and its player's pace. Faults: `soldier_missing`. */
export async function toldOf(
  db: Database,
  { userId, soldierId }: Asker,
): Promise<{ tellings: Telling[]; pace: PaceOf }> {
  if (soldierId === null) return { tellings: [], pace: paceOf([]) };
  await gameOf(db, userId, soldierId, "bf4");
  const bySource = await Promise.all(SNAPSHOT_SOURCES.map((source) => newest(db, soldierId, source)));
  return {
    tellings: bySource.flat().map((snapshot) => ({ ...snapshot, at: snapshot.seenAt })),
    pace: paceOf(momentsOf(bySource)),
  };
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

/** Everything the newest snapshot of each source tells, newest first; empty where there is none. */
export async function newestStatistics(
  db: Database,
  soldierId: string,
): Promise<{ at: string; statistics: Statistics }[]> {
  const rows = await Promise.all(SNAPSHOT_SOURCES.map((source) => rowsOf(db, soldierId, source).limit(1).execute()));
  return rows
    .flat()
    .toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1))
    .map(({ seenAt, body }) => ({ at: seenAt, statistics: statistics.parse(unpacked(body)) }));
}

async function newest(db: Database, soldierId: string, source: SnapshotSource): Promise<Snapshot[]> {
  const rows = await rowsOf(db, soldierId, source).limit(LOOKED_AT[source]).execute();
  return rows.map(({ body, ...row }) => ({ ...row, source, ...counted.parse(unpacked(body)) }));
}

const rowsOf = (db: Database, soldierId: string, source: SnapshotSource) =>
  db
    .selectFrom("snapshot")
    .select(["takenAt", "seenAt", "body"])
    .where("soldierId", "=", soldierId)
    .where("source", "=", source)
    .where("deletedAt", "is", null)
    .orderBy("takenAt", "desc")
    .orderBy("id", "desc");

/** Two sources count a little differently: a pace is of one that told often enough, the service first. */
function momentsOf(bySource: readonly Snapshot[][]): Moment[] {
  const [most = []] = bySource.toSorted((a, b) => Math.min(b.length, PACED) - Math.min(a.length, PACED));
  return most.map(({ takenAt, figures, counters }) => ({
    at: takenAt,
    secondsPlayed: figures["secondsPlayed"] ?? null,
    counters,
  }));
}
