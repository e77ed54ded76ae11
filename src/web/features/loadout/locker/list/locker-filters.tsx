import type { GameId } from "#domain/game.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { KIT_CHOICES } from "#messages/game/titles.ts";
import { useLoadoutSearch, useSetFilters } from "#web/features/loadout/loadout-search.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { FilterSelect, Select } from "#web/ui/fields/select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import { ListToolbar } from "#web/ui/list-toolbar.tsx";

/** `count`: the number of listed loadouts. */
type LockerFiltersProps = { game: GameId; count: number };

/** The search, order and filters of the locker. */
export function LockerFilters({ game, count }: LockerFiltersProps) {
  const { q = "", games = "this", kit, tag, order = "changed" } = useLoadoutSearch();
  const setFilters = useSetFilters(game);
  return (
    <ListToolbar
      label={m.common_loadouts()}
      searchLabel={m.loadout_search_loadouts()}
      q={q}
      onType={(next) => setFilters({ q: next || undefined })}
      filterCount={[kit, tag, games === "both"].filter(Boolean).length}
      filters={<Terms game={game} />}
      result={<p className="num text-1 font-bold">{m.loadout_count_loadouts({ count })}</p>}
    >
      <Select
        label={m.common_order()}
        isLabelHidden
        value={order}
        choices={[
          { value: "changed", label: m.loadout_last_changed() },
          { value: "own", label: m.loadout_my_order() },
        ]}
        onChange={(value) => setFilters({ order: value === "own" ? value : undefined })}
        className="w-44 max-md:grow"
      />
    </ListToolbar>
  );
}

function Terms({ game }: Pick<LockerFiltersProps, "game">) {
  const { games = "this", kit, tag = "" } = useLoadoutSearch();
  const setFilters = useSetFilters(game);
  return (
    <>
      <Select
        label={m.common_games()}
        value={games}
        choices={[
          { value: "this", label: m.loadout_this_game() },
          { value: "both", label: m.loadout_both_games() },
        ]}
        onChange={(value) => setFilters({ games: value === "both" ? value : undefined })}
      />
      <FilterSelect
        label={m.common_class()}
        value={kit}
        any={m.loadout_any()}
        choices={KIT_CHOICES}
        onChange={(value) => setFilters({ kit: value })}
      />
      <TagFilter tag={tag} onChange={(next) => setFilters({ tag: next.trim().toLowerCase() || undefined })} />
    </>
  );
}

type TagFilterProps = { tag: string; onChange: (tag: string) => void };

/** The filter by tag. */
export function TagFilter({ tag, onChange }: TagFilterProps) {
  const [typed, type] = useDebouncedInput(tag, onChange);
  return (
    <Field
      label={m.loadout_tag()}
      maxLength={TAG_LIMIT}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => type(target.value)}
    />
  );
}
