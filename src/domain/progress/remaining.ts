// What is left of a target.
import { type CountedUnit, getWhole, NEED_UNITS, type Need, type Target, type Way } from "#domain/progress/target.ts";
import type { KnownProgress, ReportedCount, ReportSource } from "./known-progress.ts";

/** A need and how much of it is done; null where no source gives it. */
export type NeedDone = { need: Need; done: number | null; left: number | null };

export type Remainder =
  /** The source is null when several counters reach the target together. */
  | { state: "reached"; times: number; source: ReportSource | null }
  /** What is left of the hardest of `needs`: amounts of two needs are never added. */
  | Left
  /** Counted in the game, but no source has these counters for this soldier. */
  | { state: "unknown"; missing: readonly string[]; needs: readonly NeedDone[] }
  /** Nothing adds up to it: a battlepack gives it, a licence, a feat of one round. */
  | { state: "uncounted"; needs: readonly NeedDone[] };

export type Left = {
  state: "left";
  left: number;
  done: number;
  needed: number;
  unit: CountedUnit;
  counter: string | null;
  needs: readonly NeedDone[];
  source: ReportSource | null;
};

/** How a target stands. A tick by hand counts until its player takes it back. */
export function remaining(target: Target, progress: KnownProgress): Remainder {
  const ticked = tickedCount(target, progress);
  if (target.repeats) return nextTime(target, progress, ticked);
  if (ticked && ticked.count >= getWhole(target)) return reached(1, ticked);
  const pair = progress.targets.get(target.id);
  if (pair && pair.done >= pair.needed) return reached(1, pair);
  const earned = progress.counters.get(target.earned ?? "");
  if (earned && earned.count >= 1) return reached(earned.count, earned);
  const sole = target.sole ?? (pair ? target.ribbons : null);
  if (!sole) return closestWay(target.ways.map((way) => getRemaining(way, progress)));
  const need = pair ? { ...sole, amount: pair.needed } : sole;
  const reported = largest([progress.counters.get(sole.counter ?? ""), pair && { ...pair, count: pair.done }, ticked]);
  if (!reported) return { state: "unknown", ...getMissing([need], progress) };
  return reported.count >= need.amount ? reached(1, reported) : getLeft([need], () => reported);
}

const tickedCount = ({ id }: Target, { ticks }: KnownProgress): ReportedCount | null => {
  const tick = ticks.get(id);
  return tick ? { by: "tick", at: tick.at, count: tick.count } : null;
};

/** What is earned anew with each so many: how much of it is done since the last time. */
function nextTime(target: Target, progress: KnownProgress, ticked: ReportedCount | null): Remainder {
  const { sole: need } = target;
  const reported = progress.counters.get(need?.counter ?? "");
  if (!need || !reported) return { state: "unknown", ...getMissing(need ? [need] : [], progress) };
  const times = Math.max(timesEarned(target, progress), ticked?.count ?? 0);
  const count = Math.max(reported.count, times * need.amount) % need.amount;
  return getLeft([need], () => ({ ...reported, count }));
}

/** How often sources say that a target was earned. */
export function timesEarned(target: Target, { counters }: KnownProgress): number {
  const need = target.repeats ? target.sole : null;
  const met = need ? Math.floor((counters.get(need.counter ?? "")?.count ?? 0) / need.amount) : 0;
  return Math.max(counters.get(target.earned ?? "")?.count ?? 0, met);
}

const reached = (times: number, { by, at }: ReportSource): Remainder => ({
  state: "reached",
  times,
  source: { by, at },
});

const largest = (all: readonly (ReportedCount | null | undefined)[]): ReportedCount | null =>
  all.reduce<ReportedCount | null>(
    (most, reported) => (reported && reported.count > (most?.count ?? -1) ? reported : most),
    null,
  );

/** How one way of a target stands, by the counters alone. */
function getRemaining(way: Way, progress: KnownProgress): Remainder {
  const reported = (need: Need) => progress.counters.get(need.counter ?? "") ?? null;
  const open = way.filter((need) => (reported(need)?.count ?? 0) < need.amount);
  if (way.length > 0 && open.length === 0) return { state: "reached", times: 1, source: null };
  if (open.some(({ unit }) => unit === "feat")) return { state: "uncounted", needs: needsDone(way, reported) };
  const { missing, needs } = getMissing(way, progress);
  return missing.length > 0 ? { state: "unknown", missing, needs } : getLeft(way, reported);
}

function getMissing(way: Way, { counters }: KnownProgress): { missing: readonly string[]; needs: readonly NeedDone[] } {
  const missing = way.flatMap(({ counter }) => (counter !== null && !counters.has(counter) ? [counter] : []));
  return { missing, needs: needsDone(way, ({ counter }) => counters.get(counter ?? "") ?? null) };
}

const needsDone = (way: Way, getReported: (need: Need) => ReportedCount | null): readonly NeedDone[] =>
  way.map((need) => {
    const done = getReported(need)?.count ?? null;
    return { need, done, left: done === null ? null : Math.max(0, need.amount - done) };
  });

/**
 * What is left of several needs is what is left of the hardest: the one whose unit stands last, and of one unit the
 * one with most left. It is the least there is to do, because one deed may count for two needs, and it is never too near.
 */
function getLeft(way: Way, getReported: (need: Need) => ReportedCount | null): Remainder {
  const needs = needsDone(way, getReported);
  const [hardest] = needs
    .filter(({ left }) => left !== 0)
    .toSorted((a, b) => getRank(b) - getRank(a) || most(b) - most(a));
  if (!hardest || hardest.need.unit === "feat") return { state: "uncounted", needs };
  const { unit, counter, amount: needed } = hardest.need;
  const reported = getReported(hardest.need);
  return {
    state: "left",
    left: most(hardest),
    done: hardest.done ?? 0,
    needed,
    unit,
    counter,
    needs,
    source: reported && { by: reported.by, at: reported.at },
  };
}

const getRank = ({ need }: NeedDone): number => NEED_UNITS.indexOf(need.unit);
const most = ({ left, need }: NeedDone): number => left ?? need.amount;

export const REMAINDER_STATES = [
  "reached",
  "left",
  "unknown",
  "uncounted",
] as const satisfies readonly Remainder["state"][];

/** Of several ways the one that is nearest to its end. */
function closestWay(ways: readonly Remainder[]): Remainder {
  const [closest] = ways.toSorted((a, b) => REMAINDER_STATES.indexOf(a.state) - REMAINDER_STATES.indexOf(b.state));
  return closest ?? { state: "uncounted", needs: [] };
}

/** A target and how it stands. */
export type Standing = { target: Target; remainder: Remainder };

/** How every target stands, in the order of the targets. */
export const getStandings = (targets: readonly Target[], progress: KnownProgress): readonly Standing[] =>
  targets.map((target) => ({ target, remainder: remaining(target, progress) }));

/** A tick that is ahead of a source that was read later: only the player knows which is right. */
export type Conflict = {
  targetId: string;
  ticked: number;
  tickedAt: string;
  reported: number;
  reportedBy: ReportSource["by"];
  reportedAt: string;
};

/** All ticks that a later report of a source contradicts and that the player has not confirmed yet. */
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

/** What sources say of a target, as much as a tick may say; null where they say nothing, or that it is reached. */
function getSourceReport(
  target: Target,
  progress: KnownProgress,
): { reported: number; reportedBy: ReportSource["by"]; reportedAt: string } | null {
  const remainder = remaining(target, progress);
  if (remainder.state === "reached") return null;
  const left = remainder.state === "left" ? remainder : null;
  const source = left?.source ?? progress.targets.get(target.id) ?? progress.counters.get(target.earned ?? "");
  if (!source) return null;
  const counted = left && target.sole ? left.done : 0;
  return {
    reported: target.repeats ? timesEarned(target, progress) : counted,
    reportedBy: source.by,
    reportedAt: source.at,
  };
}
