import { type ReactNode, useId, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { NEXT_ORDERS, type NextOrder } from "#domain/progress/closest-next.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { type Choice, NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import { type NextPage, useProgressSearch } from "./progress-search.ts";

type FiltersProps = {
  /** Names what is searched. */
  label: string;
  q: string;
  /** Called with the typed text after a pause. */
  onType: (text: string) => void;
  /** Whether something narrows the list beside the search. */
  isNarrowed: boolean;
  /** What orders and narrows; folded away on small screens. */
  children: ReactNode;
};

/** The search of a list and what narrows it. */
export function Filters({ label, q, onType, isNarrowed, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(isNarrowed);
  const [typed, type] = useDebouncedInput(q, onType);
  const id = useId();
  return (
    <search
      aria-label={label}
      className="panel grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 p-4 md:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <SearchField
        label={m.progress_search_unlocks()}
        value={typed}
        onChange={type}
        placeholder={m.progress_name_weapon_or_reward()}
        aria-keyshortcuts="/"
      />
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="aria-expanded:bg-surface-3 md:hidden"
      >
        {m.common_filters()}
      </Button>
      <div
        id={id}
        className={classes(
          "grid grid-cols-2 gap-3 max-md:col-span-full md:auto-cols-fr md:grid-flow-col md:grid-cols-none",
          !isOpen && "max-md:hidden",
        )}
      >
        {children}
      </div>
    </search>
  );
}

const ORDERS: Record<NextOrder, string> = {
  remainder: m.progress_closest_first(),
  time: m.progress_quickest_first(),
  class: m.progress_by_class(),
  weapon: m.progress_by_weapon(),
};

const UNITS: Record<CountedUnit, string> = {
  kills: m.progress_unit_kills(),
  times: m.progress_unit_times(),
  score: m.progress_unit_score(),
  points: m.progress_unit_points(),
  seconds: m.progress_unit_time(),
  metres: m.progress_unit_distance(),
};

type NextFiltersProps = { game: GameId; page: NextPage };

/** What is searched for, in which order, and what narrows it: each choice with how many it leaves. */
export function NextFilters({ game, page }: NextFiltersProps) {
  const { search, narrow } = useProgressSearch(game);
  const { q, order, unit, start, kind, group } = search;
  return (
    <Filters
      label={m.progress_closest_next()}
      q={q ?? ""}
      onType={(text) => narrow({ q: text })}
      isNarrowed={Boolean(order ?? unit ?? start ?? kind ?? group)}
    >
      <Select
        label={m.common_order()}
        value={order ?? "remainder"}
        choices={NEXT_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
        onChange={(next) => narrow({ order: next })}
      />
      <NativeSelect
        label={m.progress_show_label()}
        value={start ?? "started"}
        choices={getStarts(page)}
        onChange={(next) => narrow({ start: next })}
      />
      <NativeSelect
        label={m.progress_counted_in()}
        value={unit ?? ""}
        choices={getChoices(page.units, unit, (name) => UNITS[name], m.progress_counted_in_anything())}
        onChange={(next) => narrow({ unit: next || undefined })}
      />
      <NativeSelect
        label={m.progress_kind()}
        value={kind ?? ""}
        choices={getChoices(page.kinds, kind, (name) => TARGET_TITLES[name], m.progress_every_kind())}
        onChange={(next) => narrow({ kind: next || undefined })}
      />
      <NativeSelect
        label={m.common_class()}
        value={group ?? ""}
        choices={getChoices(page.groups, group, (name) => name, m.progress_every_class())}
        onChange={(next) => narrow({ group: next })}
      />
    </Filters>
  );
}

/** Each start with how many unlocks it shows. */
function getStarts({ starts }: NextPage) {
  const getCount = (start: string) => starts.find(({ name }) => name === start)?.count ?? 0;
  const [started, untouched] = [getCount("started"), getCount("untouched")];
  const label = (text: string, count: number) => `${text} (${formatNumber(count)})`;
  return [
    { value: "started", label: label(m.progress_started(), started) },
    { value: "untouched", label: label(m.progress_not_started(), untouched) },
    { value: "all", label: label(m.progress_all_starts(), started + untouched) },
  ] as const;
}

/** Words with their counts after the one that narrows nothing; what is chosen stays offered when it leaves nothing. */
export function getChoices<Word extends string>(
  counts: readonly { name: Word; count: number }[],
  chosen: Word | undefined,
  titleOf: (word: Word) => string,
  all: string,
): readonly Choice<Word | "">[] {
  const gone = chosen && !counts.some(({ name }) => name === chosen) ? [{ name: chosen, count: 0 }] : [];
  return [
    { value: "", label: all },
    ...[...counts, ...gone].map(({ name, count }) => ({
      value: name,
      label: `${titleOf(name)} (${formatNumber(count)})`,
    })),
  ];
}
