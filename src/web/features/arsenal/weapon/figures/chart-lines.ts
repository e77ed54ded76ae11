// The lines of a weapon's charts: a line for each share of headshots, and a level for each number of hits.

import { getDamageRange, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { createTtkSeries } from "#web/data/range-lines.ts";
import type { Point, Series } from "#web/ui/charts/chart-scale.ts";

const MAX_LEVELS = 4;

const HEADS = [
  [0, m.common_body_only()],
  ["first", m.common_first_hit_to_the_head()],
  [1, m.common_every_hit_to_the_head()],
] as const satisfies readonly (readonly [Target["heads"], string])[];

/** Returns a line for each share of headshots that makes a difference; `headMark` follows the names of those with headshots. */
export function ttkLines(
  weapon: Lethal,
  target: Omit<Target, "rangeM" | "heads">,
  headMark: string | null = null,
): readonly Series[] {
  const lines = HEADS.flatMap(([heads, name]) => {
    const label = heads === 0 || headMark === null ? name : `${name} (${headMark})`;
    return createTtkSeries(label, weapon, { ...target, heads }) ?? [];
  });
  return lines.filter((line, index) => lines.findIndex(({ points }) => isSameLine(points, line.points)) === index);
}

/** Returns the damage levels at which a number of hits kills, if the weapon's damage crosses them. */
export function hitLevels(
  { damage, pellets }: Lethal,
  hitPoints: Target["hitPoints"],
): readonly { y: number; label: string }[] {
  const ends = getDamageRange({ damage });
  if (!ends || pellets === null || hitPoints === null) return [];
  const minHits = Math.max(1, Math.ceil(hitPoints / (ends.max * pellets)));
  const levels = Array.from({ length: MAX_LEVELS }, (_, index) => minHits + index)
    .map((hits) => ({ y: hitPoints / (hits * pellets), label: m.arsenal_hits({ count: hits }) }))
    .filter(({ y }) => y >= ends.min && y <= ends.max);
  return levels;
}

const isSameLine = (a: readonly Point[], b: readonly Point[]): boolean => JSON.stringify(a) === JSON.stringify(b);
