// Builds over distance, as the lines of charts.
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { Spread } from "#domain/weapons/lethality/hit-rate.ts";
import type { Axis, Point, Series } from "#web/components/charts/chart-scale.ts";
import { RANGE_M } from "#web/features/loadout/editor/figures/aim.ts";
import type { KillStretch } from "./kill.ts";

export const DISTANCE: Axis = { label: "Distance", unit: "m", range: [RANGE_M.min, RANGE_M.max] };

/** Times to kill by distance; a stretch without a public rate of fire is a gap. */
export function timeLine(name: string, line: readonly KillStretch[], of: keyof Spread = "mean"): Series {
  return { name, shape: "step", points: line.map(({ fromM, time }): Point => [fromM, time?.[of] ?? null]) };
}

/** Damage by distance: a slope in Battlefield 4, steps in 2042. */
export function damageSeries(name: string, damage: DamageProfile): Series {
  if (damage.kind === "steps") {
    const steps = damage.steps.filter(({ fromM }) => fromM <= RANGE_M.max);
    return { name, shape: "step", points: steps.map((step): Point => [step.fromM, step.damage]) };
  }
  const { max, min, dropStartM, dropEndM } = damage;
  const points = [
    [0, max],
    [dropStartM, max],
    [dropEndM, min],
    [RANGE_M.max, min],
  ] as const;
  return { name, shape: "straight", points: points.filter(([x], at) => at === 0 || x > (points[at - 1]?.[0] ?? 0)) };
}

const ROUND_TOPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** An axis from 0 to a round number above every value of these lines. */
export function createAxis(lines: readonly Series[], label: string, unit: string): Axis {
  const top = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, y]) => y ?? 0)));
  const power = 10 ** Math.floor(Math.log10(top));
  const round = ROUND_TOPS.find((factor) => factor * power >= top * 1.02) ?? 10;
  return { label, unit, range: [0, round * power] };
}
