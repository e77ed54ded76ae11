// What one weapon's charts have beside its lines: one for each way of hitting, and the levels of its hits.

import { getDamageEnds, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { ttkLine } from "#web/data/range-lines.ts";
import type { Point, Series } from "#web/ui/charts/chart-scale.ts";

const MAX_LEVELS = 4;

const HEADS = [
  [0, m.common_body_only()],
  ["first", m.common_first_hit_to_the_head()],
  [1, m.common_every_hit_to_the_head()],
] as const satisfies readonly (readonly [Target["heads"], string])[];

/** One line per way of hitting that makes a difference; `headMark` follows the names of those with hits to the head. */
export function ttkLines(
  weapon: Lethal,
  target: Omit<Target, "rangeM" | "heads">,
  headMark: string | null = null,
): readonly Series[] {
  const lines = HEADS.flatMap(([heads, name]) => {
    const marked = heads === 0 || headMark === null ? name : `${name} (${headMark})`;
    return ttkLine(marked, weapon, { ...target, heads }) ?? [];
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

const same = (a: readonly Point[], b: readonly Point[]): boolean => JSON.stringify(a) === JSON.stringify(b);
