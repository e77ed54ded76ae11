import { type ReactNode, Suspense } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { RangeField } from "#web/app/shell/scenario-fields.tsx";
import type { Chip } from "#web/features/arsenal/search/query.ts";
import { QueryField } from "#web/features/arsenal/search/query-field.tsx";
import type { GameControls, Vocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Note } from "#web/features/arsenal/use-arsenal.ts";
import { Button } from "#web/ui/button.tsx";
import { useDisclosure } from "#web/ui/disclosure.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { X } from "#web/ui/icons.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const FilterFields = lazyNamed(() => import("./filter-fields.tsx"), "FilterFields");

type ControlsProps = {
  /** What is in force; its `q` is the text as it stands. */
  terms: Terms;
  chips: readonly Chip[];
  vocabulary: Vocabulary;
  /** Shown under the search field. */
  note: Note | null;
  onChange: (changes: Partial<Terms>) => void;
  /** Where something is being typed in the search field; null where nothing is. */
  onTyping: (caret: number | null) => void;
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
  const { terms, chips, vocabulary, note, onChange, onTyping, game, combat, classesHere, count, children } = props;
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
        <FilterPanel changed={chips.length} count={count}>
          <Suspense fallback={<Skeleton label={m.arsenal_loading_the_filters()} rows={4} />}>
            <FilterFields
              terms={terms}
              hasSoldier={vocabulary.own === "known"}
              onChange={onChange}
              game={game}
              combat={combat}
            />
            {children}
          </Suspense>
        </FilterPanel>
        <RangeField
          scenario={terms}
          inLine
          onChange={onChange}
          className="grow basis-44 max-md:order-1 max-md:self-center"
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
      <Button {...button}>{changed > 0 ? m.arsenal_filters_changed({ count: changed }) : m.common_filters()}</Button>
      {open && (
        <>
          <div aria-hidden="true" className="fixed inset-0 z-(--z-drawer) bg-[rgb(0_0_0/0.55)] md:hidden" />
          <fieldset
            id={listId}
            className="fixed inset-x-0 bottom-0 z-(--z-dialog) flex max-h-[80dvh] flex-col border-t border-line-strong bg-surface-1 shadow-pop md:absolute md:inset-x-auto md:top-full md:bottom-auto md:left-0 md:mt-1 md:max-h-[calc(100dvh-var(--bar-h)-13rem)] md:w-80 md:rounded-1 md:border"
          >
            <legend className="sr-only">{m.common_filters()}</legend>
            <div className="grid min-h-0 gap-4 overflow-y-auto p-4">{children}</div>
            <div className="flex items-center justify-between gap-4 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
              <p className="num text-1 font-bold">{m.arsenal_weapons({ count })}</p>
              <Button kind="primary" onClick={close}>
                {m.common_done()}
              </Button>
            </div>
          </fieldset>
        </>
      )}
    </div>
  );
}

type ChipListProps = { chips: readonly Chip[]; onChange: (changes: Partial<Terms>) => void };

/** The terms in force as they would be typed, each with a button that takes it back. */
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
