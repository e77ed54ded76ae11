// The series of a weapon's charts over distance.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { getExactLimitMs, isDeterministic, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { CHART_RANGE_M, getAxisTop, getDamageLine, getTimeLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import type { Axis, Point, Series } from "#web/ui/charts/chart-scale.ts";

export const DISTANCE: Axis = { label: m.common_distance(), unit: m.unit_m(), range: [0, CHART_RANGE_M] };

/** Returns the series of damage by distance. */
export const createDamageSeries = (name: string, damage: DamageProfile): Series => ({ name, ...getDamageLine(damage) });

/**
 * Returns the series of time to kill by distance; null if no part of it is known. It has a point wherever the number of hits
 * changes, and a gap where an unknown rate of fire is needed. For a hit rate below 1, it is the mean with a band from 10 to 90 % of
 * fights.
 */
export function createTtkSeries(name: string, weapon: Lethal, target: Omit<Target, "rangeM">): Series | null {
  const times = getTimeLine(weapon, target);
  if (times.every(({ ms }) => ms === null)) return null;
  const points = (key: "mean" | "p10" | "p90") => times.map(({ fromM, ms }): Point => [fromM, ms?.[key] ?? null]);
  const band = isDeterministic(target) ? {} : { band: { low: points("p10"), high: points("p90") } };
  return { name, shape: "step", points: points("mean"), ...band, exactUpTo: getExactLimitMs(weapon, target) };
}

/** Returns an axis from 0 to a round number above all values of the series. */
export function createAxis(lines: readonly Series[], label: string, unit: string): Axis {
  const points = lines.flatMap(({ points, band }) => [...points, ...(band?.high ?? [])]);
  return { label, unit, range: [0, getAxisTop(points.map(([, y]) => y ?? 0))] };
}
