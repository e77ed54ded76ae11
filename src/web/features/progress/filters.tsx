import type { GameId } from "#domain/game.ts";
import { NEXT_ORDERS, type NextOrder } from "#domain/progress/closest-next.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { type Choice, NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { ListToolbar } from "#web/ui/list-toolbar.tsx";
import { type NextPage, useProgressSearch } from "./progress-search.ts";

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

/** The search, order and filters of the closest targets; each choice has the number of its targets. */
export function NextFilters({ game, page }: NextFiltersProps) {
  const { search, setFilters } = useProgressSearch(game);
  const { q, order, unit, start, kind, group } = search;
  return (
    <ListToolbar
      label={m.progress_closest_next()}
      searchLabel={m.progress_search_unlocks()}
      placeholder={m.progress_name_weapon_or_reward()}
      q={q ?? ""}
      onType={(text) => setFilters({ q: text })}
      filterCount={[unit, kind, group].filter(Boolean).length}
      result={<p className="num text-1 font-bold">{m.progress_unlocks_left({ count: page.total })}</p>}
      filters={
        <>
          <NativeSelect
            label={m.progress_counted_in()}
            value={unit ?? ""}
            choices={getChoices(page.units, unit, (name) => UNITS[name], m.progress_counted_in_anything())}
            onChange={(next) => setFilters({ unit: next || undefined })}
          />
          <NativeSelect
            label={m.progress_kind()}
            value={kind ?? ""}
            choices={getChoices(page.kinds, kind, (name) => TARGET_TITLES[name], m.progress_every_kind())}
            onChange={(next) => setFilters({ kind: next || undefined })}
          />
          <GroupFilter game={game} groups={page.groups} />
        </>
      }
    >
      <NativeSelect
        label={m.progress_show_label()}
        isLabelHidden
        value={start ?? (q ? "all" : "started")}
        choices={getStartChoices(page)}
        onChange={(next) => setFilters({ start: next })}
        className="w-44 max-md:grow"
      />
      <Select
        label={m.common_order()}
        isLabelHidden
        value={order ?? "remainder"}
        choices={NEXT_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
        onChange={(next) => setFilters({ order: next })}
        className="w-52 max-md:grow"
      />
    </ListToolbar>
  );
}

type GroupFilterProps = { game: GameId; groups: NextPage["groups"] };

export function GroupFilter({ game, groups }: GroupFilterProps) {
  const { search, setFilters } = useProgressSearch(game);
  return (
    <NativeSelect
      label={m.common_class()}
      value={search.group ?? ""}
      choices={getChoices(groups, search.group, (name) => name, m.progress_every_class())}
      onChange={(next) => setFilters({ group: next })}
    />
  );
}

/** Returns the choices "started", "not started" and "all" with their numbers of unlocks. */
function getStartChoices({ starts }: NextPage) {
  const getCount = (start: string) => starts.find(({ name }) => name === start)?.count ?? 0;
  const [started, untouched] = [getCount("started"), getCount("untouched")];
  const label = (text: string, count: number) => `${text} (${formatNumber(count)})`;
  return [
    { value: "started", label: label(m.progress_started(), started) },
    { value: "untouched", label: label(m.progress_not_started(), untouched) },
    { value: "all", label: label(m.progress_all_starts(), started + untouched) },
  ] as const;
}

/** Returns the choice "all" and the values with their counts. The chosen value remains a choice even if its count is 0. */
export function getChoices<Value extends string>(
  counts: readonly { name: Value; count: number }[],
  chosen: Value | undefined,
  getTitle: (value: Value) => string,
  all: string,
): readonly Choice<Value | "">[] {
  const chosenWithoutCount = chosen && !counts.some(({ name }) => name === chosen) ? [{ name: chosen, count: 0 }] : [];
  return [
    { value: "", label: all },
    ...[...counts, ...chosenWithoutCount].map(({ name, count }) => ({
      value: name,
      label: `${getTitle(name)} (${formatNumber(count)})`,
    })),
  ];
}
