// What times to kill are worked out for, the same controls on every screen.

import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth, type HealthId } from "#domain/weapons/hit-zones.ts";
import { HEAD_PERCENT, HIT_PERCENT, RANGE_M, type Scenario } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { HEALTH_TITLES } from "#messages/game/scenario-words.ts";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";

type FieldsProps<Part extends keyof Scenario> = {
  scenario: Pick<Scenario, Part>;
  onChange: (change: Partial<Scenario>) => void;
};

type ScenarioFieldsProps = FieldsProps<"hitPercent" | "heads" | "health"> & {
  combat: Combat;
  /** Those of the game. */
  healths: readonly HealthId[];
};

/** Hits, hits to the head, and health where the game has several; the range stands apart. */
export function ScenarioFields({ scenario, onChange, combat, healths }: ScenarioFieldsProps) {
  const { hitPercent, heads, health } = scenario;
  const way = typeof heads === "string" ? heads : heads === 0 ? "none" : heads === 100 ? "all" : "share";
  return (
    <>
      <RangeSlider
        label={m.common_hit_rate()}
        {...HIT_PERCENT}
        value={hitPercent}
        unit={m.unit_per_cent()}
        onChange={(next) => onChange({ hitPercent: next })}
      />
      <LazySelect
        label={m.arsenal_head_hits()}
        value={way}
        choices={WAYS}
        onChange={(next) => onChange({ heads: HEADS[next] })}
      />
      {way === "share" && (
        <RangeSlider
          label={m.arsenal_headshots()}
          {...SHARE}
          value={Number(heads)}
          unit={m.unit_per_cent()}
          onChange={(next) => onChange({ heads: next })}
        />
      )}
      {healths.length > 1 && (
        <LazySelect
          label={m.common_health()}
          value={health}
          choices={healths.map((id) => ({ value: id, label: formatHealth(HEALTH_TITLES[id], getHealth(combat, id)) }))}
          onChange={(next) => onChange({ health: next })}
        />
      )}
    </>
  );
}

/** How far away the target is. */
export const RangeField = ({
  scenario,
  onChange,
  ...rest
}: FieldsProps<"rangeM"> & { inLine?: boolean; className?: string }) => (
  <RangeSlider
    label={m.common_range()}
    {...RANGE_M}
    value={scenario.rangeM}
    unit={m.unit_m()}
    onChange={(rangeM) => onChange({ rangeM })}
    {...rest}
  />
);

/** None and all are ways of their own. */
const SHARE = { ...HEAD_PERCENT, min: HEAD_PERCENT.step, max: HEAD_PERCENT.max - HEAD_PERCENT.step };

/** A usual share of a player who aims at the body. */
const HEADS = { none: 0, share: 10, first: "first", two: "two", all: 100 } as const satisfies Record<
  string,
  Scenario["heads"]
>;

const WAYS = [
  { value: "none", label: m.arsenal_no_head_hits() },
  { value: "share", label: m.arsenal_share_of_hits() },
  { value: "first", label: m.arsenal_first_hit() },
  { value: "two", label: m.arsenal_first_two_hits() },
  { value: "all", label: m.arsenal_every_hit() },
] as const satisfies readonly { value: keyof typeof HEADS; label: string }[];

const formatHealth = (setting: string, health: number | null): string =>
  health === null ? m.arsenal_health_choice_unknown({ setting }) : m.arsenal_health_choice({ setting, health });
