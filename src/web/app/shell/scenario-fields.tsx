// The fields of a scenario beside its range, loaded when their panel is first opened.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { type BodyPart, getHealth, HEALTH_IDS } from "#domain/weapons/hit-zones.ts";
import { HEAD_PERCENT, HIT_PERCENT, type Scenario } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { HEALTH_TITLES } from "#messages/game/scenario-words.ts";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

type ScenarioFieldsProps = { scenario: Scenario; combat: Combat; onChange: (change: Partial<Scenario>) => void };

/** Hit rate, hits to the head, health, and in Battlefield 4 the part of the body; a choice only where the game has one. */
export function ScenarioFields({ scenario, combat, onChange }: ScenarioFieldsProps) {
  const { hitPercent, heads, health, part, defensive } = scenario;
  const mode = typeof heads === "string" ? heads : heads === 0 ? "none" : heads === 100 ? "all" : "share";
  const healths = HEALTH_IDS.filter((id) => getHealth(combat, id) !== null);
  const hasBodyParts = combat.multiplierGroups.some(({ chestDefensive }) => chestDefensive.length > 0);
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
        value={mode}
        choices={MODES}
        onChange={(next) => onChange({ heads: HEADS[next] })}
      />
      {mode === "share" && (
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
      {hasBodyParts && (
        <>
          <LazySelect
            label={m.arsenal_other_hits()}
            value={part}
            choices={PART_CHOICES}
            onChange={(next) => onChange({ part: next })}
          />
          <Switch
            label={m.arsenal_defensive_upgrade()}
            checked={defensive}
            onChange={(next) => onChange({ defensive: next })}
          />
        </>
      )}
    </>
  );
}

/** None and all are choices of their own. */
const SHARE = { ...HEAD_PERCENT, min: HEAD_PERCENT.step, max: HEAD_PERCENT.max - HEAD_PERCENT.step };

/** The share is the usual one of a player who aims at the body. */
const HEADS = { none: 0, share: 10, first: "first", two: "two", all: 100 } as const satisfies Record<
  string,
  Scenario["heads"]
>;

const MODES = [
  { value: "none", label: m.arsenal_no_head_hits() },
  { value: "share", label: m.arsenal_share_of_hits() },
  { value: "first", label: m.arsenal_first_hit() },
  { value: "two", label: m.arsenal_first_two_hits() },
  { value: "all", label: m.arsenal_every_hit() },
] as const satisfies readonly { value: keyof typeof HEADS; label: string }[];

const PART_CHOICES = [
  { value: "chest", label: m.arsenal_chest() },
  { value: "legs", label: m.arsenal_legs_or_stomach() },
] as const satisfies readonly { value: BodyPart; label: string }[];

const formatHealth = (setting: string, health: number | null): string =>
  health === null ? m.arsenal_health_choice_unknown({ setting }) : m.arsenal_health_choice({ setting, health });
