// The lines of a build's charts, as points.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { getFire } from "#domain/weapons/fire.ts";
import {
  exactUpToMs,
  getDamageEnds,
  getLanding,
  type HeadHits,
  type Lethal,
  type Target,
} from "#domain/weapons/lethality/at-range.ts";
import { timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { getAxisTop, getDamageLine, getTtkLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import type { Axis, Point, Series } from "#web/components/charts/chart-scale.ts";
import { RANGE_M } from "#web/features/arsenal/terms.ts";

export const DISTANCE: Axis = { label: m.common_distance(), unit: m.unit_m(), range: [RANGE_M.min, RANGE_M.max] };

const MAX_LEVELS = 4;

/** Damage by distance. */
export const damageLine = (name: string, damage: DamageProfile): Series => ({ name, ...getDamageLine(damage) });

/**
 * Time to kill by distance, with a point wherever one more or one less hit is needed; null without a public figure. Below
 * a hit rate of 1 the mean, and about it the band of 10 to 90 % of fights.
 */
export function ttkLine(name: string, weapon: Lethal, target: Omit<Target, "rangeM">): Series | null {
  const { hitPoints, hitRate = 1 } = target;
  const landing = getLanding(weapon, target);
  if (!weapon.damage || !landing || hitPoints === null) return null;
  const fire = getFire(weapon);
  const stretches = getTtkLine(weapon.damage, hitPoints, fire, landing).filter(({ fromM }) => fromM <= RANGE_M.max);
  const times = stretches.map(({ fromM, shots, ms }) => ({
    fromM,
    ms: hitRate === 1 ? sure(ms) : timeAtHitRate(shots, hitRate, fire),
  }));
  const points = (of: "mean" | "p10" | "p90") => times.map(({ fromM, ms }): Point => [fromM, ms?.[of] ?? null]);
  if (points("mean").some(([, ms]) => ms === null)) return null;
  const band = hitRate === 1 ? {} : { band: { low: points("p10"), high: points("p90") } };
  return { name, shape: "step", points: points("mean"), ...band, exactUpTo: exactUpToMs(weapon, hitRate) };
}

const sure = (ms: number | null) => (ms === null ? null : { mean: ms, p10: ms, p90: ms });

const HEADS = [
  ["0", m.common_body_only()],
  ["1", m.common_first_hit_to_the_head()],
  ["all", m.common_every_hit_to_the_head()],
] as const satisfies readonly (readonly [HeadHits, string])[];

/** One line per way of hitting that makes a difference; `headMark` follows the names of those with hits to the head. */
export function ttkLines(
  weapon: Lethal,
  target: Omit<Target, "rangeM" | "head">,
  headMark: string | null = null,
): readonly Series[] {
  const lines = HEADS.flatMap(([head, name]) => {
    const marked = head === "0" || headMark === null ? name : `${name} (${headMark})`;
    return ttkLine(marked, weapon, { ...target, head }) ?? [];
  });
  return lines.filter((line, at) => lines.findIndex(({ points }) => same(points, line.points)) === at);
}

/** The damages that kill in so many hits, where the weapon's damage crosses them. */
export function hitLevels(
  { damage, pellets }: Lethal,
  hitPoints: Target["hitPoints"],
): readonly { y: number; label: string }[] {
  const ends = getDamageEnds({ damage });
  if (!ends || pellets === null || hitPoints === null) return [];
  const least = Math.max(1, Math.ceil(hitPoints / (ends.max * pellets)));
  const levels = Array.from({ length: MAX_LEVELS }, (_, more) => least + more)
    .map((hits) => ({ y: hitPoints / (hits * pellets), label: m.arsenal_hits({ count: hits }) }))
    .filter(({ y }) => y >= ends.min && y <= ends.max);
  return levels;
}

/** An axis from 0 to a round number above every value of these lines. */
export function createAxis(lines: readonly Series[], label: string, unit: string): Axis {
  const points = lines.flatMap(({ points, band }) => [...points, ...(band?.high ?? [])]);
  return { label, unit, range: [0, getAxisTop(points.map(([, y]) => y ?? 0))] };
}

const same = (a: readonly Point[], b: readonly Point[]): boolean => JSON.stringify(a) === JSON.stringify(b);
