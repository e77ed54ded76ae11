// Computes the remainder of a target: what is left until it is reached.
import { type CountedUnit, getWhole, NEED_UNITS, type Need, type Target, type Way } from "#domain/progress/target.ts";
import type { KnownProgress, ReportedCount, ReportSource } from "./known-progress.ts";

/** A need with its done and remaining amounts; null if no source reports them. */
export type NeedProgress = { need: Need; done: number | null; left: number | null };

export type Remainder =
  /** The source is null when several counters reach the target together. */
  | { state: "reached"; times: number; source: ReportSource | null }
  /** The remainder of the hardest of `needs`; amounts of different needs are never added. */
  | LeftRemainder
  /** The game counts it, but no source reports these counters for this soldier. */
  | { state: "unknown"; missing: readonly string[]; needs: readonly NeedProgress[] }
  /** It has no count: a battlepack or a licence gives it, or a feat within one round. */
  | { state: "uncounted"; needs: readonly NeedProgress[] };

export type LeftRemainder = {
  state: "left";
  left: number;
  done: number;
  needed: number;
  unit: CountedUnit;
  counter: string | null;
  needs: readonly NeedProgress[];
  source: ReportSource | null;
};

/** Returns the remainder of a target. A tick by hand counts until the player removes it. */
export function getRemainder(target: Target, progress: KnownProgress): Remainder {
  const ticked = getTickedCount(target, progress);
  if (target.repeats) return getNextRepeat(target, progress, ticked);
  if (ticked && ticked.count >= getWhole(target)) return createReached(1, ticked);
  const pair = progress.targets.get(target.id);
  if (pair && pair.done >= pair.needed) return createReached(1, pair);
  const earned = progress.counters.get(target.earned ?? "");
  if (earned && earned.count >= 1) return createReached(earned.count, earned);
  const sole = target.sole ?? (pair ? target.ribbons : null);
  if (!sole) return getClosestRemainder(target.ways.map((way) => getRemainderOfWay(way, progress)));
  const need = pair ? { ...sole, amount: pair.needed } : sole;
  const reported = getLargest([
    progress.counters.get(sole.counter ?? ""),
    pair && { ...pair, count: pair.done },
    ticked,
  ]);
  if (!reported) return { state: "unknown", ...getMissing([need], progress) };
  return reported.count >= need.amount ? createReached(1, reported) : getLeft([need], () => reported);
}

const getTickedCount = ({ id }: Target, { ticks }: KnownProgress): ReportedCount | null => {
  const tick = ticks.get(id);
  return tick ? { by: "tick", at: tick.at, count: tick.count } : null;
};

/** Returns the remainder of a repeating target until it is earned the next time. */
function getNextRepeat(target: Target, progress: KnownProgress, ticked: ReportedCount | null): Remainder {
  const { sole: need } = target;
  const reported = progress.counters.get(need?.counter ?? "");
  if (!need || !reported) return { state: "unknown", ...getMissing(need ? [need] : [], progress) };
  const times = Math.max(countTimesEarned(target, progress), ticked?.count ?? 0);
  const count = Math.max(reported.count, times * need.amount) % need.amount;
  return getLeft([need], () => ({ ...reported, count }));
}

/** Returns how often a target was earned according to the sources. */
export function countTimesEarned(target: Target, { counters }: KnownProgress): number {
  const need = target.repeats ? target.sole : null;
  const timesReached = need ? Math.floor((counters.get(need.counter ?? "")?.count ?? 0) / need.amount) : 0;
  return Math.max(counters.get(target.earned ?? "")?.count ?? 0, timesReached);
}

const createReached = (times: number, { by, at }: ReportSource): Remainder => ({
  state: "reached",
  times,
  source: { by, at },
});

const getLargest = (all: readonly (ReportedCount | null | undefined)[]): ReportedCount | null =>
  all.reduce<ReportedCount | null>(
    (best, reported) => (reported && reported.count > (best?.count ?? -1) ? reported : best),
    null,
  );

/** Returns the remainder of one way of a target, by the counters only. */
function getRemainderOfWay(way: Way, progress: KnownProgress): Remainder {
  const reported = (need: Need) => progress.counters.get(need.counter ?? "") ?? null;
  const open = way.filter((need) => (reported(need)?.count ?? 0) < need.amount);
  if (way.length > 0 && open.length === 0) return { state: "reached", times: 1, source: null };
  if (open.some(({ unit }) => unit === "feat")) return { state: "uncounted", needs: listNeedProgress(way, reported) };
  const { missing, needs } = getMissing(way, progress);
  return missing.length > 0 ? { state: "unknown", missing, needs } : getLeft(way, reported);
}

function getMissing(
  way: Way,
  { counters }: KnownProgress,
): { missing: readonly string[]; needs: readonly NeedProgress[] } {
  const missing = way.flatMap(({ counter }) => (counter !== null && !counters.has(counter) ? [counter] : []));
  return { missing, needs: listNeedProgress(way, ({ counter }) => counters.get(counter ?? "") ?? null) };
}

const listNeedProgress = (way: Way, getReported: (need: Need) => ReportedCount | null): readonly NeedProgress[] =>
  way.map((need) => {
    const done = getReported(need)?.count ?? null;
    return { need, done, left: done === null ? null : Math.max(0, need.amount - done) };
  });

/**
 * Returns the remainder of several needs, which is the remainder of the hardest: the one with the last unit in NEED_UNITS, or of
 * the same unit, with the largest remaining amount. Amounts are not added, because one action may count for two needs.
 */
function getLeft(way: Way, getReported: (need: Need) => ReportedCount | null): Remainder {
  const needs = listNeedProgress(way, getReported);
  const [hardest] = needs
    .filter(({ left }) => left !== 0)
    .toSorted((a, b) => getRank(b) - getRank(a) || getRemainingAmount(b) - getRemainingAmount(a));
  if (!hardest || hardest.need.unit === "feat") return { state: "uncounted", needs };
  const { unit, counter, amount: needed } = hardest.need;
  const reported = getReported(hardest.need);
  return {
    state: "left",
    left: getRemainingAmount(hardest),
    done: hardest.done ?? 0,
    needed,
    unit,
    counter,
    needs,
    source: reported && { by: reported.by, at: reported.at },
  };
}

const getRank = ({ need }: NeedProgress): number => NEED_UNITS.indexOf(need.unit);
const getRemainingAmount = ({ left, need }: NeedProgress): number => left ?? need.amount;

export const REMAINDER_STATES = [
  "reached",
  "left",
  "unknown",
  "uncounted",
] as const satisfies readonly Remainder["state"][];

/** Returns the remainder of the way that is closest to being reached. */
function getClosestRemainder(ways: readonly Remainder[]): Remainder {
  const [closest] = ways.toSorted((a, b) => REMAINDER_STATES.indexOf(a.state) - REMAINDER_STATES.indexOf(b.state));
  return closest ?? { state: "uncounted", needs: [] };
}

/** A target and its remainder. */
export type TargetProgress = { target: Target; remainder: Remainder };

/** Returns the remainders of the targets, in their order. */
export const listTargetProgress = (targets: readonly Target[], progress: KnownProgress): readonly TargetProgress[] =>
  targets.map((target) => ({ target, remainder: getRemainder(target, progress) }));

/** A tick of more than a later report of a source; only the player knows which one is right. */
export type Conflict = {
  targetId: string;
  ticked: number;
  tickedAt: string;
  reported: number;
  reportedBy: ReportSource["by"];
  reportedAt: string;
};

/** Returns the ticks that a later report contradicts and that the player has not confirmed yet. */
export function getConflicts(byId: ReadonlyMap<string, Target>, progress: KnownProgress): readonly Conflict[] {
  const unticked: KnownProgress = { ...progress, ticks: new Map() };
  return [...progress.ticks.values()].flatMap((tick) => {
    const target = byId.get(tick.targetId);
    const report = target ? getSourceReport(target, unticked) : null;
    return report && tick.confirmedAt === null && report.reportedAt >= tick.at && report.reported < tick.count
      ? [{ targetId: tick.targetId, ticked: tick.count, tickedAt: tick.at, ...report }]
      : [];
  });
}

/** Returns the sources' count of a target, comparable with a tick's; null if they report nothing, or report it as reached. */
function getSourceReport(
  target: Target,
  progress: KnownProgress,
): { reported: number; reportedBy: ReportSource["by"]; reportedAt: string } | null {
  const remainder = getRemainder(target, progress);
  if (remainder.state === "reached") return null;
  const left = remainder.state === "left" ? remainder : null;
  const source = left?.source ?? progress.targets.get(target.id) ?? progress.counters.get(target.earned ?? "");
  if (!source) return null;
  const counted = left && target.sole ? left.done : 0;
  return {
    reported: target.repeats ? countTimesEarned(target, progress) : counted,
    reportedBy: source.by,
    reportedAt: source.at,
  };
}
