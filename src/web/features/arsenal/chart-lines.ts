// The lines of a build's charts, as points.
import type { DamageProfile } from "#domain/arsenal/damage.ts";
import type { Axis, Point, Series } from "#web/ui/chart-scale.ts";
import { damageEndsOf, HIT_POINTS, type Lethal, lethalityAt, type Target } from "./figures.ts";
import { type HeadHits, type HealthId, RANGE_M } from "./terms.ts";

export const DISTANCE: Axis = { label: "Distance", unit: "m", range: [RANGE_M.min, RANGE_M.max] };

/** Metres between two looks at a time to kill. */
const SAMPLE_M = 0.5;
const MOST_LEVELS = 4;

/** Damage by distance: a slope in Battlefield 4, steps in 2042. */
export function damageLine(name: string, damage: DamageProfile): Series {
  if (damage.kind === "linear") {
    const { max, min, dropStartM, dropEndM } = damage;
    const points: Point[] = [
      [0, max],
      [dropStartM, max],
      [dropEndM, min],
      [RANGE_M.max, min],
    ];
    return { name, shape: "straight", points: points.filter(([x], at) => at === 0 || x > (points[at - 1]?.[0] ?? 0)) };
  }
  const points = damage.steps.filter(({ fromM }) => fromM <= RANGE_M.max);
  return { name, shape: "step", points: points.map((step): Point => [step.fromM, step.damage]) };
}

/** Time to kill by distance, with a point wherever one more or one less hit is needed; null without a public figure. */
export function ttkLine(name: string, weapon: Lethal, target: Omit<Target, "rangeM">): Series | null {
  const points: Point[] = [];
  for (let rangeM = 0; rangeM <= RANGE_M.max; rangeM += SAMPLE_M) {
    const { ttkMs } = lethalityAt(weapon, { ...target, rangeM });
    if (ttkMs === null) return null;
    if (points.at(-1)?.[1] !== ttkMs) points.push([rangeM, ttkMs]);
  }
  return { name, shape: "step", points };
}

const HEADS = [
  ["0", "Body only"],
  ["1", "First hit to the head"],
  ["all", "Every hit to the head"],
] as const satisfies readonly (readonly [HeadHits, string])[];

/** One line per way of hitting that makes a difference. */
export function ttkLines(weapon: Lethal, health: HealthId): readonly Series[] {
  const lines = HEADS.flatMap(([head, name]) => ttkLine(name, weapon, { head, health }) ?? []);
  return lines.filter((line, at) => lines.findIndex(({ points }) => same(points, line.points)) === at);
}

/** The damages that kill in so many hits, where the weapon's damage crosses them. */
export function hitLevels({ damage, pellets }: Lethal, health: HealthId): readonly { y: number; label: string }[] {
  const ends = damageEndsOf({ damage });
  if (!ends || pellets === null) return [];
  const least = Math.max(1, Math.ceil(HIT_POINTS[health] / (ends.max * pellets)));
  const levels = Array.from({ length: MOST_LEVELS }, (_, more) => least + more)
    .map((hits) => ({ y: HIT_POINTS[health] / (hits * pellets), label: hits === 1 ? "1 hit" : `${hits} hits` }))
    .filter(({ y }) => y >= ends.min && y <= ends.max);
  return levels;
}

/** An axis from 0 to a round number above every value of these lines. */
export function axisOver(lines: readonly Series[], label: string, unit: string): Axis {
  const top = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, y]) => y ?? 0)));
  const power = 10 ** Math.floor(Math.log10(top));
  const round = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= top * 1.02) ?? 10;
  return { label, unit, range: [0, round * power] };
}

const same = (a: readonly Point[], b: readonly Point[]): boolean => JSON.stringify(a) === JSON.stringify(b);
