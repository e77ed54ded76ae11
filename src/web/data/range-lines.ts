// The lines of a build over distance, as points.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { exactUpToMs, isSure, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { CHART_RANGE_M, getAxisTop, getDamageLine, getTimeLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import type { Axis, Point, Series } from "#web/ui/charts/chart-scale.ts";

export const DISTANCE: Axis = { label: m.common_distance(), unit: m.unit_m(), range: [0, CHART_RANGE_M] };

/** Damage by distance. */
export const damageLine = (name: string, damage: DamageProfile): Series => ({ name, ...getDamageLine(damage) });

/**
 * Time to kill by distance, with a point wherever one more or one less hit is needed, and a gap where it takes a rate of fire
 * that is not public; null where no part of it is known. Below a hit rate of 1 the mean, and about it the band of 10 to 90 %
 * of fights.
 */
export function ttkLine(name: string, weapon: Lethal, target: Omit<Target, "rangeM">): Series | null {
  const times = getTimeLine(weapon, target);
  if (times.every(({ ms }) => ms === null)) return null;
  const points = (of: "mean" | "p10" | "p90") => times.map(({ fromM, ms }): Point => [fromM, ms?.[of] ?? null]);
  const band = isSure(target) ? {} : { band: { low: points("p10"), high: points("p90") } };
  return { name, shape: "step", points: points("mean"), ...band, exactUpTo: exactUpToMs(weapon, target) };
}

/** An axis from 0 to a round number above every value of these lines. */
export function createAxis(lines: readonly Series[], label: string, unit: string): Axis {
  const points = lines.flatMap(({ points, band }) => [...points, ...(band?.high ?? [])]);
  return { label, unit, range: [0, getAxisTop(points.map(([, y]) => y ?? 0))] };
}
