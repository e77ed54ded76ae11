// Formats the scenario of a duel or a time to kill.
import { type Layer, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { HealthId } from "#domain/weapons/hit-zones.ts";
import { type Heads, isDeterministic, type Target } from "#domain/weapons/lethality/at-range.ts";
import { DEFAULT_SCENARIO, type Scenario } from "#domain/weapons/scenario.ts";
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

/** A target at any range; heads are null if each line of a chart has its own. */
type AnyRangeTarget = Omit<Target, "rangeM" | "heads"> & { heads: Heads | null };

/** Formats the target and the hit rate: "100 health, no headshots, hits to the chest, 40 % hit rate". */
export function formatTarget({
  hitPoints,
  heads,
  hitRate = 1,
  part = "chest",
  defensive = false,
}: AnyRangeTarget): string {
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

/** Formats the conditions of a scenario except its range: "40 % hit rate · 10 % of hits to the head". Except the hit rate, defaults are omitted. */
export function describeScenario(
  { hitPercent, heads, health, part, defensive }: Scenario,
  patch: Layer = SHOWN_PATCH,
): string {
  return [
    m.arsenal_target_hit_rate({ hitRate: hitPercent }),
    ...(heads === DEFAULT_SCENARIO.heads ? [] : [formatHeads(typeof heads === "number" ? heads / 100 : heads)]),
    ...(health === DEFAULT_SCENARIO.health ? [] : [HEALTH_TITLES[health]]),
    ...(part === DEFAULT_SCENARIO.part ? [] : [m.arsenal_legs_or_stomach()]),
    ...(defensive ? [m.arsenal_defensive_upgrade()] : []),
    ...(patch === SHOWN_PATCH ? [] : [patch === SEASON_TWO ? m.common_season_2() : patch]),
  ].join(m.common_dot());
}

/** Returns the caption of a chart of times to kill, which are mean values unless the number of hits is certain. */
export function formatTtkCaption(target: AnyRangeTarget): string {
  const conditions = formatTarget(target);
  return isDeterministic({ ...target, heads: target.heads ?? 0 })
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
