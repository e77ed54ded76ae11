// A scenario in words.
import type { HealthId } from "#domain/weapons/hit-zones.ts";
import { type Heads, isSure, type Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

export const HEALTH_TITLES = {
  normal: m.arsenal_health_normal(),
  hardcore: m.arsenal_health_hardcore(),
  plate: m.common_armour_plate(),
} as const satisfies Record<HealthId, string>;

const HITS = { chest: m.arsenal_target_hits_to_the_chest(), legs: m.arsenal_target_hits_to_the_legs_or_stomach() };
const OTHER_HITS = {
  chest: m.arsenal_target_other_hits_to_the_chest(),
  legs: m.arsenal_target_other_hits_to_the_legs_or_stomach(),
};

/** What is shot at from any range; heads are null where each line of a chart has its own. */
type Aimed = Omit<Target, "rangeM" | "heads"> & { heads: Heads | null };

/** What is shot at, and how well: "100 health, no headshots, hits to the chest, 40 % hit rate". */
export function formatTarget({ hitPoints, heads, hitRate = 1, part = "chest", defensive = false }: Aimed): string {
  return [
    hitPoints === null
      ? m.arsenal_target_health_unknown()
      : m.arsenal_target_health({ health: formatNumber(hitPoints, 1) }),
    ...(defensive ? [m.arsenal_defensive_upgrade()] : []),
    ...(heads === null ? [] : [formatHeads(heads)]),
    ...(heads === null || heads === 1 ? [] : [(heads === 0 ? HITS : OTHER_HITS)[part]]),
    m.arsenal_target_hit_rate({ hitRate: Math.round(hitRate * 100) }),
  ].join(", ");
}

/** What a chart of times to kill shows, and its bands where it has some. */
export function formatTtkCaption(aimed: Aimed): string {
  const conditions = formatTarget(aimed);
  return isSure({ ...aimed, heads: aimed.heads ?? 0 })
    ? m.arsenal_ttk_chart({ conditions })
    : m.arsenal_mean_ttk_chart({ conditions });
}

function formatHeads(heads: Heads): string {
  if (heads === "first") return m.arsenal_target_first_hit_to_the_head();
  if (heads === "two") return m.arsenal_target_first_two_hits_to_the_head();
  if (heads === 0) return m.arsenal_target_no_headshots();
  return heads === 1
    ? m.arsenal_target_every_hit_to_the_head()
    : m.arsenal_target_share_to_the_head({ percent: Math.round(heads * 100) });
}
