// Lists the targets that are counted and not reached, by default with the smallest absolute remainder first.
import { compareTexts } from "#domain/plain-values.ts";
import { addEstimates, type Estimate, getEstimateAtPace, type PaceOf } from "#domain/progress/pace/pace.ts";
import { COUNTED_UNITS, type CountedUnit, getStepBefore, type Steps, type Target } from "#domain/progress/target.ts";
import type { LeftRemainder, TargetProgress } from "./remaining.ts";

export const NEXT_ORDERS = ["remainder", "time", "class", "weapon"] as const;

export type NextOrder = (typeof NEXT_ORDERS)[number];

export type Next = { target: Target; remainder: LeftRemainder; estimate: Estimate | null };

/** Used if no pace is known: then no target has an estimate. */
const NO_PACE: PaceOf = () => null;

/**
 * Returns every target that is counted and not reached, in the requested order. Only remainders of the same unit can be compared,
 * so remainders are sorted by unit first. "time" sorts by estimate; targets without an estimate are last.
 * An item that an award gives is omitted, because the award itself is in the list.
 */
export function listClosest(
  targetProgress: readonly TargetProgress[],
  { order = "remainder", pace = NO_PACE }: { order?: NextOrder; pace?: PaceOf } = {},
): readonly Next[] {
  const open = targetProgress.flatMap(({ target, remainder }): readonly Next[] =>
    remainder.state === "left" && target.through === null
      ? [{ target, remainder, estimate: getEstimate(remainder, pace) }]
      : [],
  );
  return open.sort(ORDERS[order](targetProgress));
}

/** Whether the target is the current step of its counter: something is done, and the previous step is reached. */
export const isStarted = (
  { target, remainder: { needs } }: Pick<Next, "target" | "remainder">,
  steps: Steps,
): boolean =>
  needs.some(({ need, done }) => (done ?? 0) > 0 && (target.repeats || (done ?? 0) >= getStepBefore(need, steps)));

/** Returns the estimated time of the remainder; null if an open need has no pace. */
export function getEstimate({ needs }: LeftRemainder, pace: PaceOf): Estimate | null {
  const open = needs.filter(({ left }) => left !== 0);
  const estimates = open.flatMap(({ need, left }) => {
    const own = pace(need.counter ?? "");
    return own && left !== null ? [getEstimateAtPace(left, own)] : [];
  });
  return estimates.length === open.length ? addEstimates(estimates) : null;
}

type Compare = (a: Next, b: Next) => number;

const ORDERS: Record<NextOrder, (targetProgress: readonly TargetProgress[]) => Compare> = {
  remainder: () => compareRemainders,
  time: () => (a, b) => compareHours(a, b) || compareRemainders(a, b),
  class: (targetProgress) => {
    const positions = getGroupPositions(targetProgress, ({ group }) => group);
    return (a, b) =>
      getGroupPosition(positions, a.target.group) - getGroupPosition(positions, b.target.group) ||
      compareRemainders(a, b);
  },
  weapon: (targetProgress) => {
    const positions = getGroupPositions(targetProgress, ({ weapon }) => weapon?.id);
    return (a, b) =>
      getGroupPosition(positions, a.target.weapon?.id) - getGroupPosition(positions, b.target.weapon?.id) ||
      compareRemainders(a, b);
  },
};

/** Sorts by unit, then by the remaining amount, then by name, then by id. */
const compareRemainders: Compare = (a, b) =>
  getUnitPosition(a.remainder.unit) - getUnitPosition(b.remainder.unit) ||
  a.remainder.left - b.remainder.left ||
  compareTexts(a.target.name, b.target.name) ||
  compareTexts(a.target.id, b.target.id);

const compareHours: Compare = (a, b) => {
  const [left, right] = [a, b].map(({ estimate }) => estimate?.hours ?? Number.POSITIVE_INFINITY) as [number, number];
  return left === right ? 0 : left - right;
};

const getUnitPosition = (unit: CountedUnit): number => COUNTED_UNITS.indexOf(unit);

function getGroupPositions(
  targetProgress: readonly TargetProgress[],
  getGroupName: (target: Target) => string | undefined,
) {
  const positions = new Map<string, number>();
  for (const { target } of targetProgress) {
    const name = getGroupName(target);
    if (name !== undefined && !positions.has(name)) positions.set(name, positions.size);
  }
  return positions;
}

/** Returns the position of a group; targets without a group are last. */
const getGroupPosition = (positions: ReadonlyMap<string, number>, name = ""): number =>
  positions.get(name) ?? positions.size;
