import type { ReactNode } from "react";
import { SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { getLayerChoices, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { ScenarioBar } from "#web/app/shell/scenario-bar.tsx";
import type { Chip } from "#web/features/arsenal/search/query.ts";
import { QueryField } from "#web/features/arsenal/search/query-field.tsx";
import type { GameControls, Vocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Note } from "#web/features/arsenal/use-arsenal.ts";
import { DisclosurePanel } from "#web/ui/disclosure-panel.tsx";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { X } from "#web/ui/icons.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const FilterFields = lazyNamed(() => import("./filter-fields.tsx"), "FilterFields");

type ControlsProps = {
  /** The terms in force; `q` is the text of the search field. */
  terms: Terms;
  chips: readonly Chip[];
  vocabulary: Vocabulary;
  /** Shown under the search field. */
  note: Note | null;
  onChange: (changes: Partial<Terms>) => void;
  /** Called with the caret's position while the player types in the search field, and with null after that. */
  onTyping: (caret: number | null) => void;
  game: GameControls;
  combat: Combat;
  /** The classes in the arsenal, in the order of the filter. */
  classesHere: readonly WeaponClass[];
  /** The number of listed weapons. */
  count: number;
  /** Further content of the filter panel. */
  children: ReactNode;
};

/** Renders the search, the filters and the scenario, which decide which weapons are listed and what their figures are. */
export function Controls(props: ControlsProps) {
  const { terms, chips, vocabulary, note, onChange, onTyping, game, combat, classesHere, count, children } = props;
  const hasSoldier = vocabulary.own === "known";
  const filters = [
    game.byKit && terms.kit,
    game.byUnlock && hasSoldier && terms.unlocked,
    game.byEra && terms.portal,
  ].filter(Boolean).length;
  return (
    <>
      <search aria-label={m.common_weapons()} className="contents">
        <QueryField value={terms.q} vocabulary={vocabulary} note={note} onChange={onChange} onTyping={onTyping} />
        <NativeSelect<WeaponClass | "">
          label={m.common_class()}
          isLabelHidden
          value={terms.class ?? ""}
          choices={[
            { value: "", label: m.arsenal_all_classes() },
            ...classesHere.map((id) => ({ value: id, label: WEAPON_CLASS_TITLES[id] })),
          ]}
          onChange={(id) => onChange({ class: id || null })}
          className="w-36 max-md:order-1"
        />
        <DisclosurePanel
          label={filters > 0 ? m.common_filters_count({ count: filters }) : m.common_filters()}
          legend={m.common_filters()}
          footer={<p className="num text-1 font-bold">{m.arsenal_weapons({ count })}</p>}
        >
          <FilterFields terms={terms} hasSoldier={hasSoldier} onChange={onChange} game={game} />
          {children}
        </DisclosurePanel>
        <ScenarioBar
          scenario={terms}
          patch={game.byPatch ? terms.patch : SHOWN_PATCH}
          combat={combat}
          onChange={onChange}
          isCompact
          className="grow md:basis-72 max-md:order-1"
        >
          {game.byPatch && (
            <LazySelect
              label={m.common_patch()}
              value={terms.patch}
              choices={getLayerChoices()}
              onChange={(patch) => onChange({ patch })}
            />
          )}
        </ScenarioBar>
      </search>
      <ChipList chips={chips} onChange={onChange} />
    </>
  );
}

type ChipListProps = { chips: readonly Chip[]; onChange: (changes: Partial<Terms>) => void };

/** Shows the terms in force as they would be typed, each with a button that removes it. */
function ChipList({ chips, onChange }: ChipListProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={m.arsenal_terms_in_force()} className="order-2 flex w-full flex-wrap gap-2">
      {chips.map(({ text, removal }) => (
        <li key={text} className="flex items-center rounded-1 bg-tint text-0">
          <span className="num py-1 pl-2.5 font-semibold">{text}</span>
          <button
            type="button"
            aria-label={m.arsenal_remove_term({ term: text })}
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
