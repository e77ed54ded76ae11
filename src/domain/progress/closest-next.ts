// What is closest: everything counted and not reached, the smallest absolute remainder first.
import { compareTexts } from "#domain/plain-values.ts";
import { estimateHours, type Hours, type PaceOf, together } from "#domain/progress/pace/pace.ts";
import type { Target } from "#domain/progress/target.ts";
import { COUNTED_UNITS, type CountedUnit } from "#domain/progress/target.ts";
import type { Left, Standing } from "./remaining.ts";

export const NEXT_ORDERS = ["remainder", "time", "class", "weapon"] as const;

export type NextOrder = (typeof NEXT_ORDERS)[number];

export type Next = { target: Target; remainder: Left; hours: Hours | null };

/** Where no pace is known, nothing has a range of hours. */
const NO_PACE: PaceOf = () => null;

/**
 * Every target that is counted and not reached, in the order asked for. Remainders of one unit compare, so each order goes
 * unit by unit where it compares remainders; "time" compares hours at the player's own pace, and puts last what has none.
 * An item an award gives is left to the award, which stands in the list itself.
 */
export function closestNext(
  standings: readonly Standing[],
  { order = "remainder", pace = NO_PACE }: { order?: NextOrder; pace?: PaceOf } = {},
): readonly Next[] {
  const open = standings.flatMap(({ target, remainder }): readonly Next[] =>
    remainder.state === "left" && target.through === null
      ? [{ target, remainder, hours: getHours(remainder, pace) }]
      : [],
  );
  return open.sort(ORDERS[order](standings));
}

/** Whether something of it is done: a target one is on the way to. */
export const isStarted = ({ needs }: Pick<Left, "needs">): boolean => needs.some(({ done }) => (done ?? 0) > 0);

/** What is left in hours of play; null where a need has no pace. */
export function getHours({ needs }: Left, pace: PaceOf): Hours | null {
  const open = needs.filter(({ left }) => left !== 0);
  const hours = open.flatMap(({ need, left }) => {
    const own = pace(need.counter ?? "");
    return own && left !== null ? [estimateHours(left, own)] : [];
  });
  return hours.length === open.length ? together(hours) : null;
}

type Compare = (a: Next, b: Next) => number;

const ORDERS: Record<NextOrder, (standings: readonly Standing[]) => Compare> = {
  remainder: () => byRemainder,
  time: () => (a, b) => byHours(a, b) || byRemainder(a, b),
  class: (standings) => {
    const places = getPlaces(standings, ({ group }) => group);
    return (a, b) => getPlace(places, a.target.group) - getPlace(places, b.target.group) || byRemainder(a, b);
  },
  weapon: (standings) => {
    const places = getPlaces(standings, ({ weapon }) => weapon?.id);
    return (a, b) => getPlace(places, a.target.weapon?.id) - getPlace(places, b.target.weapon?.id) || byRemainder(a, b);
  },
};

/** Unit by unit, the least left first; of the same remainder by name, then id. */
const byRemainder: Compare = (a, b) =>
  unitPlace(a.remainder.unit) - unitPlace(b.remainder.unit) ||
  a.remainder.left - b.remainder.left ||
  compareTexts(a.target.name, b.target.name) ||
  compareTexts(a.target.id, b.target.id);

const byHours: Compare = (a, b) =>
  compareHours(a.hours?.least, b.hours?.least) || compareHours(a.hours?.most, b.hours?.most);

/** No end in sight comes last. */
function compareHours(a: number | null | undefined, b: number | null | undefined): number {
  const [x, y] = [a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY];
  return x === y ? 0 : x - y;
}

const unitPlace = (unit: CountedUnit): number => COUNTED_UNITS.indexOf(unit);

function getPlaces(standings: readonly Standing[], wordOf: (target: Target) => string | undefined) {
  const places = new Map<string, number>();
  for (const { target } of standings) {
    const word = wordOf(target);
    if (word !== undefined && !places.has(word)) places.set(word, places.size);
  }
  return places;
}

/** What belongs to none stands last. */
const getPlace = (places: ReadonlyMap<string, number>, word = ""): number => places.get(word) ?? places.size;
