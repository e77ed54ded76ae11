// The data that every query about a person's progress needs.

import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { createKnownProgress, type KnownProgress, withTicks } from "#domain/progress/known-progress.ts";
import type { PaceOf } from "#domain/progress/pace/pace.ts";
import { listTargetProgress, type TargetProgress } from "#domain/progress/remaining.ts";
import type { Progress, Target } from "#domain/progress/target.ts";
import { AppError } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { ComputingCache } from "#platform/cache.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { withLanguage } from "#server/http/language.ts";
import { getSampleGame } from "#server/sample-soldier.ts";
import { getSnapshotsKey, readStatistics, type SnapshotKey } from "#server/snapshot-statistics.ts";
import { type Caller, getSampleProgress, getSoldierProgress, type Reader } from "./reports.ts";
import { getPlan, listTicks } from "./repository.ts";

/** A soldier's known progress and pace, and the targets that the user has planned. */
export type ProgressContext = { knownProgress: KnownProgress; pace: PaceOf; planned: ReadonlySet<string> };

/** The contexts by user object of a request and soldier, so that the calls of a batch share one context. */
const contexts = new WeakMap<Caller["user"], Map<string | null, Promise<ProgressContext>>>();

/**
 * Returns the context of a soldier, which is read once for all calls of a request.
 * @throws {AppError} soldier_missing
 */
export function getProgressContext(caller: Caller | Reader, soldierId: string | null): Promise<ProgressContext> {
  if (!isCaller(caller)) return getSampleContext(caller, soldierId);
  const userContexts = contexts.get(caller.user) ?? new Map();
  contexts.set(caller.user, userContexts);
  const context = userContexts.get(soldierId) ?? readProgressContext(caller, soldierId);
  userContexts.set(soldierId, context);
  return context;
}

const isCaller = (reader: Caller | Reader): reader is Caller => reader.user !== null;

/** Returns the context of a sample soldier, for which nothing is ticked or planned. */
async function getSampleContext({ arsenals, now }: Reader, soldierId: string | null): Promise<ProgressContext> {
  getSampleGame(soldierId ?? "", "bf4");
  await runInTimeSlice(() => getProgress(arsenals.bf4));
  return runInTimeSlice(() => ({ ...getSampleProgress(arsenals, now()), planned: new Set() }));
}

async function readProgressContext(
  { db, arsenals, user: { id: userId } }: Caller,
  soldierId: string | null,
): Promise<ProgressContext> {
  const [{ knownProgress, pace }, ticks, plan] = await Promise.all([
    getSoldierProgress(db, { userId, soldierId }),
    listTicks(db, userId),
    getPlan(db, userId),
  ]);
  // Creating the targets takes 30 ms, once per process.
  await runInTimeSlice(() => getProgress(arsenals.bf4));
  // The calls of a batch continue at the same moment and each computes for about 10 ms, so each of them waits for its time slice.
  return runInTimeSlice(() => ({ knownProgress: withTicks(knownProgress, ticks), pace, planned: new Set(plan) }));
}

/**
 * Returns the target with this id.
 * @throws {AppError} target_unknown
 */
export function getTargetById({ byId }: Progress, id: string): Target {
  const target = byId.get(id);
  if (!target) throw new AppError("target_unknown");
  return target;
}

/**
 * Returns a function that checks if a target's search text contains all words, in the language of the call or in English.
 * The words must be the result of `tokenize`.
 */
export function getTargetMatcher(arsenals: Arsenals, words: readonly string[]): (targetId: string) => boolean {
  if (words.length === 0) return () => true;
  const getTexts = () => getProgress(arsenals.bf4).words;
  const texts = [...new Set([getTexts(), withLanguage(BASE_LANGUAGE, getTexts)])];
  return (targetId) => words.every((word) => texts.some((text) => text.get(targetId)?.includes(word)));
}

/** Returns the targets with these ids and their remainders, in the order of the ids; omits targets that no longer exist. */
export const listProgressOf = (
  { byId }: Progress,
  ids: Iterable<string>,
  { knownProgress }: ProgressContext,
): readonly TargetProgress[] =>
  listTargetProgress(
    [...ids].flatMap((id) => byId.get(id) ?? []),
    knownProgress,
  );

/**
 * Returns the targets with these ids and their remainders for a soldier of the user; omits targets that no longer exist.
 * @throws {AppError} soldier_missing
 */
export async function readTargetProgress(
  caller: Caller,
  soldierId: string,
  targetIds: readonly string[],
): Promise<readonly TargetProgress[]> {
  const context = await getProgressContext(caller, soldierId);
  return runInTimeSlice(() => listProgressOf(getProgress(caller.arsenals.bf4), targetIds, context));
}

/** Returns the targets that were counted and not reached before, and are reached after. */
export async function listGained(
  arsenals: Arsenals,
  before: KnownProgress,
  after: KnownProgress,
): Promise<readonly Target[]> {
  const { targets } = await runInTimeSlice(() => getProgress(arsenals.bf4));
  const open = await runInTimeSlice(() =>
    listTargetProgress(targets, before).flatMap(({ target, remainder }) => (remainder.state === "left" ? target : [])),
  );
  return runInTimeSlice(() =>
    listTargetProgress(open, after).flatMap(({ target, remainder }) => (remainder.state === "reached" ? target : [])),
  );
}

/**
 * Returns the targets that a snapshot of the user's soldier is the first to report as reached.
 * @throws {AppError} soldier_missing
 */
export async function listGainedBy(
  { db, arsenals, user: { id: userId } }: Caller,
  { soldierId, snapshotId }: { soldierId: string; snapshotId: string },
): Promise<readonly Target[]> {
  const before = await getSoldierProgress(db, { userId, soldierId }, snapshotId);
  const after = await getSoldierProgress(db, { userId, soldierId });
  return listGained(arsenals, before.knownProgress, after.knownProgress);
}

/** Maximum of characters of all cached keys: room for the counts of some 20,000 pairs of snapshots. */
const MAX_KEY_CHARACTERS = 5_000_000;
const unlockCounts = new ComputingCache<{ reached: number; gained: number | null }>(MAX_KEY_CHARACTERS, () => 0);

/**
 * Returns how many targets a snapshot of a Battlefield 4 soldier reports as reached, and how many of them the earlier snapshot
 * reports as not reached; null if a snapshot has no counts. The result is cached for each pair of snapshots.
 */
export async function countUnlocks(
  { db, arsenals }: Pick<Caller, "db" | "arsenals">,
  newest: SnapshotKey,
  earlier: SnapshotKey | null,
): Promise<{ reached: number | null; gained: number | null }> {
  const key = getSnapshotsKey(earlier ? [newest, earlier] : [newest]);
  const unknown = { reached: null, gained: null };
  const counts = await unlockCounts.get(key, async () => {
    const after = await readKnownProgress(db, newest);
    if (!after) return null;
    const before = earlier && (await readKnownProgress(db, earlier));
    const gained = before && (await listGained(arsenals, before, after)).length;
    return { reached: await countReached(arsenals, after), gained };
  });
  return counts ?? unknown;
}

/** Returns the number of reached targets. */
export async function countReached(arsenals: Arsenals, knownProgress: KnownProgress): Promise<number> {
  const { targets } = await runInTimeSlice(() => getProgress(arsenals.bf4));
  const targetProgress = await runInTimeSlice(() => listTargetProgress(targets, knownProgress));
  return targetProgress.filter(({ remainder }) => remainder.state === "reached").length;
}

/** Returns the progress according to one snapshot; null if it has no counts. */
async function readKnownProgress(db: Database, snapshot: SnapshotKey): Promise<KnownProgress | null> {
  const reported = await readStatistics(db, snapshot);
  if (!reported) return null;
  const { counters, targets } = reported;
  if (Object.keys(counters).length + Object.keys(targets).length === 0) return null;
  return runInTimeSlice(() => createKnownProgress([{ source: "service", at: snapshot.createdAt, counters, targets }]));
}
