// How a build kills: at one range, and over all of them. Null wherever a figure it needs is not public.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { getFire } from "#domain/weapons/fire.ts";
import { getLanding } from "#domain/weapons/lethality/at-range.ts";
import { type Spread, timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { getAxisTop, getDamageLine, shotsLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import type { Axis, Point, Series } from "#web/components/charts/chart-scale.ts";
import { RANGE_M, type Target } from "#web/features/loadout/editor/figures/aim-controls.tsx";

type Lethal = Pick<
  Ballistics,
  "damage" | "pellets" | "headMultiplier" | "rateOfFireRpm" | "hasBurstsOnly" | "bursts" | "magazine"
>;

/** From a distance on, up to the next: the time to kill. */
export type KillStretch = { fromM: number; time: Spread | null };

/** The times to kill by distance, nearest first, as far as the controls reach; empty without public figures. */
export function getKillLine(build: Lethal, target: Target): readonly KillStretch[] {
  const landing = getLanding(build, target);
  const { hitPoints, hitRate } = target;
  if (!build.damage || !landing || hitPoints === null) return [];
  return shotsLine(build.damage, hitPoints, landing)
    .filter(({ fromM }) => fromM <= RANGE_M.max)
    .map(({ fromM, shots }) => ({ fromM, time: timeAtHitRate(shots, hitRate, getFire(build)) }));
}

// Builds over distance, as the lines of charts.
export const DISTANCE: Axis = { label: m.common_distance(), unit: m.unit_m(), range: [RANGE_M.min, RANGE_M.max] };

/** Times to kill by distance; a stretch without a public rate of fire is a gap. */
export function timeLine(name: string, line: readonly KillStretch[], of: keyof Spread = "mean"): Series {
  return { name, shape: "step", points: line.map(({ fromM, time }): Point => [fromM, time?.[of] ?? null]) };
}

/** Damage by distance. */
export const damageSeries = (name: string, damage: DamageProfile): Series => ({ name, ...getDamageLine(damage) });

/** An axis from 0 to a round number above every value of these lines. */
export function createAxis(lines: readonly Series[], label: string, unit: string): Axis {
  return { label, unit, range: [0, getAxisTop(lines.flatMap(({ points }) => points.map(([, y]) => y ?? 0)))] };
}
