import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { KIT_CHOICES } from "#messages/game/titles.ts";
import { useLoadoutSearch, useNarrow } from "#web/features/loadout/loadout-search.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Field, SearchField } from "#web/ui/fields/field.tsx";
import { FilterSelect, Select } from "#web/ui/fields/select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";

type LockerFiltersProps = { game: GameId };

/** What decides which loadouts are listed, and in which order. */
export function LockerFilters({ game }: LockerFiltersProps) {
  const { q = "", games = "this", kit, tag, order = "changed" } = useLoadoutSearch();
  const narrow = useNarrow(game);
  const [isOpen, setOpen] = useState(false);
  const count = [kit, tag, games === "both", order === "own"].filter(Boolean).length;
  const [typed, type] = useDebouncedInput(q, (next) => narrow({ q: next || undefined }));
  return (
    <search aria-label={m.common_loadouts()} className="panel grid items-end gap-4 p-4 lg:grid-cols-[2fr_4fr]">
      <div className="flex items-end gap-3">
        <SearchField
          label={m.loadout_search_loadouts()}
          value={typed}
          onChange={type}
          aria-keyshortcuts="/"
          className="grow"
        />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="md:hidden">
          {count > 0 ? m.loadout_filters_count({ count }) : m.common_filters()}
        </Button>
      </div>
      <div className={classes("gap-4 sm:grid-cols-2 md:grid md:grid-cols-4", isOpen ? "grid" : "hidden")}>
        <Terms game={game} />
      </div>
    </search>
  );
}

function Terms({ game }: LockerFiltersProps) {
  const { games = "this", kit, tag = "", order = "changed" } = useLoadoutSearch();
  const narrow = useNarrow(game);
  return (
    <>
      <Select
        label={m.common_games()}
        value={games}
        choices={[
          { value: "this", label: m.loadout_this_game() },
          { value: "both", label: m.loadout_both_games() },
        ]}
        onChange={(value) => narrow({ games: value === "both" ? value : undefined })}
      />
      <FilterSelect
        label={games === "both" ? m.loadout_kit_or_class() : game === "bf4" ? m.common_kit() : m.common_class()}
        value={kit}
        any={m.loadout_any()}
        choices={KIT_CHOICES}
        onChange={(value) => narrow({ kit: value })}
      />
      <TagFilter tag={tag} onChange={(next) => narrow({ tag: next.trim().toLowerCase() || undefined })} />
      <Select
        label={m.common_order()}
        value={order}
        choices={[
          { value: "changed", label: m.loadout_last_changed() },
          { value: "own", label: m.loadout_my_order() },
        ]}
        onChange={(value) => narrow({ order: value === "own" ? value : undefined })}
      />
    </>
  );
}

type TagFilterProps = { tag: string; onChange: (tag: string) => void; className?: string };

/** The tag that loadouts of a list have. */
export function TagFilter({ tag, onChange, className }: TagFilterProps) {
  const [typed, type] = useDebouncedInput(tag, onChange);
  return (
    <Field
      label={m.loadout_tag()}
      maxLength={TAG_LIMIT}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => type(target.value)}
      className={className}
    />
  );
}
