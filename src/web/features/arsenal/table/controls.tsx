import { X } from "lucide-react";
import { memo, useState } from "react";
import { KIT_IDS, KIT_TITLES, type KitId } from "#domain/game-data/kit-id.ts";
import { LAYER_CHOICES } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { WEAPON_CLASS_TITLES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { getHealth, type HealthId } from "#domain/weapons/hit-zones.ts";
import type { HeadHits } from "#domain/weapons/lethality/at-range.ts";
import { LazySelect } from "#web/components/fields/lazy-select.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { Switch } from "#web/components/fields/switch.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import type { Chip } from "#web/features/arsenal/search/chips.ts";
import { SearchField } from "#web/features/arsenal/search/search-field.tsx";
import type { GameControls, Vocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import { type BodyPart, HIT_RATE, RANGE_M, type Terms } from "#web/features/arsenal/terms.ts";

type ControlsProps = {
  /** What is in force; its `q` is the text as it stands. */
  terms: Terms;
  chips: readonly Chip[];
  vocabulary: Vocabulary;
  /** Said under the search field. */
  note: string | null;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
  combat: Combat;
  /** Classes that occur, in the order of the filter. */
  classesHere: readonly WeaponClass[];
};

/** Everything that decides which weapons are listed and what their figures mean. */
export function Controls(props: ControlsProps) {
  const { terms, chips, vocabulary, note, onChange, game, combat, classesHere } = props;
  const [open, setOpen] = useState(false);
  const folded = open ? "" : "max-md:hidden";
  return (
    <search
      aria-label="Weapons"
      className="panel grid gap-x-6 gap-y-4 p-4 md:p-5 lg:grid-cols-[1fr_minmax(20rem,26rem)]"
    >
      <div className="grid content-start gap-4">
        <div className="flex items-start gap-3">
          <SearchField value={terms.q} vocabulary={vocabulary} note={note} onChange={onChange} />
          <Button aria-expanded={open} onClick={() => setOpen(!open)} className="mt-6 md:hidden">
            {chips.length > 0 ? `Filters (${chips.length})` : "Filters"}
          </Button>
        </div>
        <ChipList chips={chips} onChange={onChange} />
        <div className={classes("flex flex-wrap items-end gap-4", folded)}>
          <Filters
            weaponClass={terms.class}
            kit={terms.kit}
            portal={terms.portal}
            onChange={onChange}
            game={game}
            classesHere={classesHere}
          />
          <Aims
            head={terms.head}
            part={terms.part}
            defensive={terms.defensive}
            health={terms.health}
            patch={terms.patch}
            onChange={onChange}
            game={game}
            combat={combat}
          />
        </div>
      </div>
      <div className="grid content-start gap-4">
        <RangeSlider
          label="Range"
          {...RANGE_M}
          value={terms.rangeM}
          unit="m"
          onChange={(rangeM) => onChange({ rangeM })}
        />
        <RangeSlider
          label="Hit rate"
          {...HIT_RATE}
          value={terms.hitRate}
          unit="%"
          className={folded}
          onChange={(hitRate) => onChange({ hitRate })}
        />
      </div>
    </search>
  );
}

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

type FiltersProps = Pick<ControlsProps, "onChange" | "game" | "classesHere"> &
  Pick<Terms, "kit" | "portal"> & { weaponClass: Terms["class"] };

/** Which weapons are listed. */
const Filters = memo(function Filters({ weaponClass, kit, portal, onChange, game, classesHere }: FiltersProps) {
  return (
    <>
      <NativeSelect<WeaponClass | "">
        label="Class"
        value={weaponClass ?? ""}
        choices={[
          { value: "", label: "All classes" },
          ...classesHere.map((id) => ({ value: id, label: WEAPON_CLASS_TITLES[id] })),
        ]}
        onChange={(id) => onChange({ class: id || null })}
        className="min-w-36 grow md:grow-0"
      />
      {game.byKit && (
        <NativeSelect<KitId | "">
          label="Kit"
          value={kit ?? ""}
          choices={[{ value: "", label: "All kits" }, ...KIT_IDS.map((id) => ({ value: id, label: KIT_TITLES[id] }))]}
          onChange={(id) => onChange({ kit: id || null })}
          className="min-w-32 grow md:grow-0"
        />
      )}
      {game.byEra && (
        <Switch label="Portal-era guns too" checked={portal} onChange={(next) => onChange({ portal: next })} />
      )}
    </>
  );
});

type AimsProps = Pick<ControlsProps, "onChange" | "game" | "combat"> &
  Pick<Terms, "head" | "part" | "defensive" | "health" | "patch">;

/** What is hit, and how much it stands. */
const Aims = memo(function Aims({ head, part, defensive, health, patch, onChange, game, combat }: AimsProps) {
  return (
    <>
      <LazySelect
        label="Head hits"
        value={head}
        choices={HEAD_CHOICES}
        onChange={(next) => onChange({ head: next })}
        className="w-40 grow md:grow-0"
      />
      {game.byBody && (
        <LazySelect
          label="Other hits"
          value={part}
          choices={PART_CHOICES}
          onChange={(next) => onChange({ part: next })}
          className="w-28 grow md:grow-0"
        />
      )}
      {game.byPatch && (
        <LazySelect
          label="Patch"
          value={patch}
          choices={LAYER_CHOICES}
          onChange={(next) => onChange({ patch: next })}
          className="w-40 grow md:grow-0"
        />
      )}
      {game.healths.length > 1 && (
        <LazySelect
          label="Health"
          value={health}
          choices={healthChoices(game.healths, combat)}
          onChange={(next) => onChange({ health: next })}
          className="w-40 grow md:grow-0"
        />
      )}
      {game.byBody && (
        <Switch label="Defensive upgrade" checked={defensive} onChange={(next) => onChange({ defensive: next })} />
      )}
    </>
  );
});

type ChipListProps = { chips: readonly Chip[]; onChange: (changes: Partial<Terms>) => void };

/** The terms in force as they would be typed, each with a button that takes it back. */
function ChipList({ chips, onChange }: ChipListProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Terms in force" className="flex flex-wrap gap-2">
      {chips.map(({ text, removal }) => (
        <li key={text} className="flex items-center rounded-1 bg-tint text-0">
          <span className="num py-1 pl-2.5 font-semibold">{text}</span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            onClick={() => onChange(removal)}
            className="grid size-8 place-items-center rounded-1 text-ink-2 hover:text-ink pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  );
}
