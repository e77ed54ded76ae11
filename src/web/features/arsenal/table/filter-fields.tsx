// The filters behind the arsenal's button, loaded when it is first pressed.
import { KIT_IDS, KIT_TITLES, type KitId } from "#domain/game-data/kit-id.ts";
import { LAYER_CHOICES } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth, type HealthId } from "#domain/weapons/hit-zones.ts";
import type { HeadHits } from "#domain/weapons/lethality/at-range.ts";
import { LazySelect } from "#web/components/fields/lazy-select.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { Switch } from "#web/components/fields/switch.tsx";
import type { GameControls } from "#web/features/arsenal/search/vocabulary.ts";
import { type BodyPart, HIT_RATE, type Terms } from "#web/features/arsenal/terms.ts";

type FilterFieldsProps = {
  terms: Terms;
  /** The figures of the player's own soldier are known. */
  hasSoldier: boolean;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
  combat: Combat;
};

/** Who carries the weapon, what is hit, and how much it stands. */
export function FilterFields({ terms, hasSoldier, onChange, game, combat }: FilterFieldsProps) {
  return (
    <>
      {game.byKit && (
        <NativeSelect<KitId | "">
          label="Kit"
          value={terms.kit ?? ""}
          choices={[{ value: "", label: "All kits" }, ...KIT_CHOICES]}
          onChange={(id) => onChange({ kit: id || null })}
        />
      )}
      {game.byUnlock && hasSoldier && (
        <NativeSelect<NonNullable<Terms["unlocked"]> | "">
          label="Unlocked"
          value={terms.unlocked ?? ""}
          choices={UNLOCKED_CHOICES}
          onChange={(id) => onChange({ unlocked: id || null })}
        />
      )}
      {game.byEra && (
        <Switch label="Portal-era guns too" checked={terms.portal} onChange={(next) => onChange({ portal: next })} />
      )}
      <LazySelect
        label="Head hits"
        value={terms.head}
        choices={HEAD_CHOICES}
        onChange={(next) => onChange({ head: next })}
      />
      {game.byBody && (
        <LazySelect
          label="Other hits"
          value={terms.part}
          choices={PART_CHOICES}
          onChange={(next) => onChange({ part: next })}
        />
      )}
      {game.byPatch && (
        <LazySelect
          label="Patch"
          value={terms.patch}
          choices={LAYER_CHOICES}
          onChange={(next) => onChange({ patch: next })}
        />
      )}
      {game.healths.length > 1 && (
        <LazySelect
          label="Health"
          value={terms.health}
          choices={healthChoices(game.healths, combat)}
          onChange={(next) => onChange({ health: next })}
        />
      )}
      {game.byBody && (
        <Switch
          label="Defensive upgrade"
          checked={terms.defensive}
          onChange={(next) => onChange({ defensive: next })}
        />
      )}
      <RangeSlider
        label="Hit rate"
        {...HIT_RATE}
        value={terms.hitRate}
        unit="%"
        onChange={(hitRate) => onChange({ hitRate })}
      />
    </>
  );
}

const KIT_CHOICES = KIT_IDS.map((id) => ({ value: id, label: KIT_TITLES[id] }));

const UNLOCKED_CHOICES = [
  { value: "", label: "Locked or not" },
  { value: "yes", label: "Unlocked" },
  { value: "no", label: "Still locked" },
] as const satisfies readonly { value: Terms["unlocked"] | ""; label: string }[];

const HEAD_CHOICES = [
  { value: "0", label: "None" },
  { value: "1", label: "First hit" },
  { value: "2", label: "First two hits" },
  { value: "all", label: "Every hit" },
] as const satisfies readonly { value: HeadHits; label: string }[];

const HEALTH_TITLES = { normal: "Normal", hardcore: "Hardcore", plate: "Armour plate" } as const satisfies Record<
  HealthId,
  string
>;

/** Each setting with the health the data gives for it. */
const healthChoices = (ids: readonly HealthId[], combat: Combat) =>
  ids.map((id) => ({ value: id, label: `${HEALTH_TITLES[id]}, ${getHealth(combat, id) ?? "unknown"}` }));

const PART_CHOICES = [
  { value: "chest", label: "Chest" },
  { value: "legs", label: "Legs or stomach" },
] as const satisfies readonly { value: BodyPart; label: string }[];
