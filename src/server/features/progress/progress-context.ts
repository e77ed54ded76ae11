// The data that every query about a person's progress needs.

import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { createKnownProgress, type KnownProgress, withTicks } from "#domain/progress/known-progress.ts";
import type { PaceOf } from "#domain/progress/pace/pace.ts";
import { getStandings, type Standing } from "#domain/progress/remaining.ts";
import type { Progress, Target } from "#domain/progress/target.ts";
import { AppError } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { ComputingCache } from "#platform/cache.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { withLanguage } from "#server/http/language.ts";
import { readStatistics, type SnapshotKey, snapshotsKey } from "#server/snapshot-statistics.ts";
import { getSoldierProgress } from "./reports.ts";
import { getPlan, listTicks } from "./repository.ts";

/** What is known of a soldier's progress by now, and what its player does about it. */
export type ProgressContext = { knownProgress: KnownProgress; pace: PaceOf; planned: ReadonlySet<string> };

type Asking = { db: Database; arsenals: Arsenals; user: { id: string } };

/** By the caller of a request and the soldier: the calls of a batch have one caller, and read all of it once. */
const contexts = new WeakMap<Asking["user"], Map<string | null, Promise<ProgressContext>>>();

/**
 * Read once for all calls of a request.
 * @throws {AppError} soldier_missing
 */
export function getProgressContext(asking: Asking, soldierId: string | null): Promise<ProgressContext> {
  const ofCaller = contexts.get(asking.user) ?? new Map();
  contexts.set(asking.user, ofCaller);
  const context = ofCaller.get(soldierId) ?? readProgressContext(asking, soldierId);
  ofCaller.set(soldierId, context);
  return context;
}

async function readProgressContext(
  { db, arsenals, user: { id: userId } }: Asking,
  soldierId: string | null,
): Promise<ProgressContext> {
  const [{ knownProgress, pace }, ticks, plan] = await Promise.all([
    getSoldierProgress(db, { userId, soldierId }),
    listTicks(db, userId),
    getPlan(db, userId),
  ]);
  // Built once, which takes 30 ms.
  await inTimeSlice(() => getProgress(arsenals.bf4));
  // Calls of a batch get what is merged once at the same moment, and each then works for about ten milliseconds.
  return inTimeSlice(() => ({ knownProgress: withTicks(knownProgress, ticks), pace, planned: new Set(plan) }));
}

/**
 * @throws {AppError} target_unknown
 */
export function getTargetById({ byId }: Progress, id: string): Target {
  const target = byId.get(id);
  if (!target) throw new AppError("target_unknown");
  return target;
}

/**
 * A test for the ids of targets: whether each of these words stands in what the target is called, in the language of the call
 * or in English. The words are those of `tokenize`.
 */
export function getTargetMatcher({ bf4 }: Arsenals, words: readonly string[]): (targetId: string) => boolean {
  if (words.length === 0) return () => true;
  const texts = [...new Set([getProgress(bf4).words, withLanguage(BASE_LANGUAGE, () => getProgress(bf4)).words])];
  return (targetId) => words.every((word) => texts.some((text) => text.get(targetId)?.includes(word)));
}

/** How some targets stand, in the order of the ids; what the data no longer has is left out. */
export const listStandings = (
  { byId }: Progress,
  ids: Iterable<string>,
  { knownProgress }: ProgressContext,
): readonly Standing[] =>
  getStandings(
    [...ids].flatMap((id) => byId.get(id) ?? []),
    knownProgress,
  );

/**
 * How some targets stand for a person's soldier; what the data no longer has is left out.
 * @throws {AppError} soldier_missing
 */
export async function readStandings(
  asking: Asking,
  soldierId: string,
  targetIds: readonly string[],
): Promise<readonly Standing[]> {
  const context = await getProgressContext(asking, soldierId);
  return inTimeSlice(() => listStandings(getProgress(asking.arsenals.bf4), targetIds, context));
}

/** The targets that were counted and not reached before, and are reached after. */
export async function listGained(
  arsenals: Arsenals,
  before: KnownProgress,
  after: KnownProgress,
): Promise<readonly Target[]> {
  const { targets } = await inTimeSlice(() => getProgress(arsenals.bf4));
  const open = await inTimeSlice(() =>
    getStandings(targets, before).flatMap(({ target, remainder }) => (remainder.state === "left" ? target : [])),
  );
  return inTimeSlice(() =>
    getStandings(open, after).flatMap(({ target, remainder }) => (remainder.state === "reached" ? target : [])),
  );
}

/**
 * The targets that a snapshot of a person's soldier is the first to report as reached.
 * @throws {AppError} soldier_missing
 */
export async function listGainedBy(
  { db, arsenals, user: { id: userId } }: Asking,
  { soldierId, snapshotId }: { soldierId: string; snapshotId: string },
): Promise<readonly Target[]> {
  const before = await getSoldierProgress(db, { userId, soldierId }, snapshotId);
  const after = await getSoldierProgress(db, { userId, soldierId });
  return listGained(arsenals, before.knownProgress, after.knownProgress);
}

/** Of two snapshots of a soldier: a number each. */
const MAX_COUNTED = 20_000;
const counted = new ComputingCache<{ reached: number; gained: number | null }>(MAX_COUNTED, () => 1);

/**
 * How many targets a snapshot of a Battlefield 4 soldier reports as reached, and how many more than an earlier one, which
 * counted them; null where a snapshot counts nothing. Computed once for two snapshots.
 */
export async function countUnlocks(
  { db, arsenals }: Pick<Asking, "db" | "arsenals">,
  newest: SnapshotKey,
  earlier: SnapshotKey | null,
): Promise<{ reached: number | null; gained: number | null }> {
  const key = snapshotsKey(earlier ? [newest, earlier] : [newest]);
  const unknown = { reached: null, gained: null };
  const counts = await counted.get(key, async () => {
    const after = await readKnown(db, newest);
    if (!after) return null;
    const before = earlier && (await readKnown(db, earlier));
    const gained = before && (await listGained(arsenals, before, after)).length;
    const { targets } = await inTimeSlice(() => getProgress(arsenals.bf4));
    const standings = await inTimeSlice(() => getStandings(targets, after));
    return { reached: standings.filter(({ remainder }) => remainder.state === "reached").length, gained };
  });
  return counts ?? unknown;
}

/** What one snapshot knows of a soldier's progress; null where it counts nothing. */
async function readKnown(db: Database, snapshot: SnapshotKey): Promise<KnownProgress | null> {
  const reported = await readStatistics(db, snapshot);
  if (!reported) return null;
  const { counters, targets } = reported;
  if (Object.keys(counters).length + Object.keys(targets).length === 0) return null;
  return inTimeSlice(() => createKnownProgress([{ source: "service", at: snapshot.createdAt, counters, targets }]));
}
