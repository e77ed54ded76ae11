// What a plan of several targets asks for together.

import type { NeedDone } from "#domain/progress/remaining.ts";
import type { Standing } from "#domain/progress/standing.ts";
import type { CountedUnit } from "#domain/progress/targets/need.ts";
import { COUNTED_UNITS } from "#domain/progress/targets/need.ts";
import { estimateHours, type Hours, type PaceOf, together } from "./pace.ts";

export type PlanTotal = {
  /** What is left in all, unit by unit; units are never added to each other. */
  units: readonly { unit: CountedUnit; left: number }[];
  /** Of what has a pace; null where nothing has. */
  hours: Hours | null;
  /** Counters without a pace, which `hours` leaves out. */
  withoutPace: number;
  /** The number of targets reached, and of targets whose remainder is unknown. */
  reached: number;
  uncounted: number;
};

/** Several targets on one counter are counted once, by the one that has most left: its kills are kills for all of them. */
export function planTotal(standings: readonly Standing[], pace: PaceOf): PlanTotal {
  const most = mostLeft(standings);
  const paced = most.flatMap(({ need, left }) => {
    const own = pace(need.counter ?? "");
    return own ? [estimateHours(left, own)] : [];
  });
  return {
    units: COUNTED_UNITS.flatMap((unit) => {
      const left = most.filter(({ need }) => need.unit === unit).reduce((sum, own) => sum + own.left, 0);
      return left > 0 ? [{ unit, left }] : [];
    }),
    hours: together(paced),
    withoutPace: most.length - paced.length,
    reached: standings.filter(({ remainder }) => remainder.state === "reached").length,
    uncounted: standings.filter(({ remainder }) => remainder.state === "unknown" || remainder.state === "uncounted")
      .length,
  };
}

type Open = NeedDone & { left: number };

/** Of each counter the need with most left; needs without a counter stand for themselves. */
function mostLeft(standings: readonly Standing[]): readonly Open[] {
  const byCounter = new Map<string, Open>();
  for (const { target, remainder } of standings) {
    if (remainder.state !== "left") continue;
    for (const [index, { need, done, left }] of remainder.needs.entries()) {
      const key = need.counter ?? `${target.id} ${index}`;
      if (left && left > (byCounter.get(key)?.left ?? 0)) byCounter.set(key, { need, done, left });
    }
  }
  return [...byCounter.values()];
}
