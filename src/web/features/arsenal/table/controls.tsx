import { X } from "lucide-react";
import { memo, type ReactNode } from "react";
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
import { useDisclosure } from "#web/components/ui/disclosure.ts";
import type { Chip } from "#web/features/arsenal/search/chips.ts";
import { SearchField } from "#web/features/arsenal/search/search-field.tsx";
import type { GameControls, Vocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import { type BodyPart, HIT_RATE, RANGE_M, type Terms } from "#web/features/arsenal/terms.ts";
import { formatWeapons } from "#web/features/arsenal/words.ts";

type ControlsProps = {
  /** What is in force; its `q` is the text as it stands. */
  terms: Terms;
  chips: readonly Chip[];
  vocabulary: Vocabulary;
  /** Shown under the search field. */
  note: string | null;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
  combat: Combat;
  /** Classes that occur, in the order of the filter. */
  classesHere: readonly WeaponClass[];
  /** How many weapons are listed. */
  count: number;
  /** What else stands in the panel of the filters. */
  children: ReactNode;
};

/**
 * Everything that decides which weapons are listed and what their figures mean, in one line: the search, the class, the range
 * and the button behind which the rest is.
 */
export function Controls(props: ControlsProps) {
  const { terms, chips, vocabulary, note, onChange, game, combat, classesHere, count, children } = props;
  return (
    <>
      <search aria-label="Weapons" className="contents">
        <SearchField value={terms.q} vocabulary={vocabulary} note={note} onChange={onChange} />
        <NativeSelect<WeaponClass | "">
          label="Class"
          isLabelHidden
          value={terms.class ?? ""}
          choices={[
            { value: "", label: "All classes" },
            ...classesHere.map((id) => ({ value: id, label: WEAPON_CLASS_TITLES[id] })),
          ]}
          onChange={(id) => onChange({ class: id || null })}
          className="w-36 max-md:order-1"
        />
        <FilterPanel changed={chips.length} count={count}>
          {game.byKit && (
            <NativeSelect<KitId | "">
              label="Kit"
              value={terms.kit ?? ""}
              choices={[{ value: "", label: "All kits" }, ...KIT_CHOICES]}
              onChange={(id) => onChange({ kit: id || null })}
            />
          )}
          {game.byEra && (
            <Switch
              label="Portal-era guns too"
              checked={terms.portal}
              onChange={(next) => onChange({ portal: next })}
            />
          )}
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
          <RangeSlider
            label="Hit rate"
            {...HIT_RATE}
            value={terms.hitRate}
            unit="%"
            onChange={(hitRate) => onChange({ hitRate })}
          />
          {children}
        </FilterPanel>
        <RangeSlider
          label="Range"
          {...RANGE_M}
          value={terms.rangeM}
          unit="m"
          inLine
          onChange={(rangeM) => onChange({ rangeM })}
          className="grow basis-44 max-md:order-1"
        />
      </search>
      <ChipList chips={chips} onChange={onChange} />
    </>
  );
}

type FilterPanelProps = {
  /** How many terms are not at their default. */
  changed: number;
  /** How many weapons are listed. */
  count: number;
  children: ReactNode;
};

/** A button and the panel it opens: below the button, on a phone a sheet from the bottom. */
function FilterPanel({ changed, count, children }: FilterPanelProps) {
  const { open, close, frame, button, listId } = useDisclosure({ writesAddress: true });
  return (
    <div ref={frame} className="md:relative">
      <Button {...button}>{changed > 0 ? `Filters (${changed})` : "Filters"}</Button>
      {open && (
        <>
          <div aria-hidden="true" className="fixed inset-0 z-(--z-drawer) bg-[rgb(0_0_0/0.55)] md:hidden" />
          <fieldset
            id={listId}
            className="fixed inset-x-0 bottom-0 z-(--z-dialog) flex max-h-[80dvh] flex-col border-t border-line-strong bg-surface-1 shadow-pop md:absolute md:inset-x-auto md:top-full md:bottom-auto md:left-0 md:mt-1 md:max-h-[calc(100dvh-var(--bar-h)-13rem)] md:w-80 md:rounded-1 md:border"
          >
            <legend className="sr-only">Filters</legend>
            <div className="grid min-h-0 gap-4 overflow-y-auto p-4">{children}</div>
            <div className="flex items-center justify-between gap-4 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
              <p className="num text-1 font-bold">{formatWeapons(count)}</p>
              <Button kind="primary" onClick={close}>
                Done
              </Button>
            </div>
          </fieldset>
        </>
      )}
    </div>
  );
}

const KIT_CHOICES = KIT_IDS.map((id) => ({ value: id, label: KIT_TITLES[id] }));

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

type AimsProps = Pick<ControlsProps, "onChange" | "game" | "combat"> &
  Pick<Terms, "head" | "part" | "defensive" | "health" | "patch">;

/** What is hit, and how much it stands. */
const Aims = memo(function Aims({ head, part, defensive, health, patch, onChange, game, combat }: AimsProps) {
  return (
    <>
      <LazySelect label="Head hits" value={head} choices={HEAD_CHOICES} onChange={(next) => onChange({ head: next })} />
      {game.byBody && (
        <LazySelect
          label="Other hits"
          value={part}
          choices={PART_CHOICES}
          onChange={(next) => onChange({ part: next })}
        />
      )}
      {game.byPatch && (
        <LazySelect
          label="Patch"
          value={patch}
          choices={LAYER_CHOICES}
          onChange={(next) => onChange({ patch: next })}
        />
      )}
      {game.healths.length > 1 && (
        <LazySelect
          label="Health"
          value={health}
          choices={healthChoices(game.healths, combat)}
          onChange={(next) => onChange({ health: next })}
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
    <ul aria-label="Terms in force" className="order-2 flex w-full flex-wrap gap-2">
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
