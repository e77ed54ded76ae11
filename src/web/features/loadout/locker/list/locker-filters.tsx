import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS, KIT_TITLES } from "#domain/game-data/kit-id.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { Field, SearchField } from "#web/components/fields/field.tsx";
import { Select } from "#web/components/fields/select.tsx";
import { useDebouncedInput } from "#web/components/fields/use-debounced-input.ts";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import type { LockerSearch } from "./locker-search.ts";

type LockerFiltersProps = {
  game: GameId;
  search: LockerSearch;
  /** Undefined takes a term away. */
  onSearch: (changes: { [Key in keyof LockerSearch]?: LockerSearch[Key] | undefined }) => void;
};

/** What decides which loadouts are listed, and in which order. */
export function LockerFilters({ game, search, onSearch }: LockerFiltersProps) {
  const { q = "", games = "this", kit, tag, order = "changed" } = search;
  const [isOpen, setOpen] = useState(false);
  const count = [kit, tag, games === "both", order === "own"].filter(Boolean).length;
  const [typed, type] = useDebouncedInput(q, (next) => onSearch({ q: next || undefined }));
  return (
    <search aria-label="Loadouts" className="panel grid items-end gap-4 p-4 lg:grid-cols-[2fr_4fr]">
      <div className="flex items-end gap-3">
        <SearchField label="Search loadouts" value={typed} onChange={type} aria-keyshortcuts="/" className="grow" />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="md:hidden">
          {count > 0 ? `Filters (${count})` : "Filters"}
        </Button>
      </div>
      <div className={classes("gap-4 sm:grid-cols-2 md:grid md:grid-cols-4", isOpen ? "grid" : "hidden")}>
        <Terms game={game} search={search} onSearch={onSearch} />
      </div>
    </search>
  );
}

function Terms({ game, search, onSearch }: LockerFiltersProps) {
  const { games = "this", kit = "any", tag = "", order = "changed" } = search;
  const [typedTag, typeTag] = useDebouncedInput(tag, (next) =>
    onSearch({ tag: next.trim().toLowerCase() || undefined }),
  );
  return (
    <>
      <Select
        label="Games"
        value={games}
        choices={[
          { value: "this", label: "This game" },
          { value: "both", label: "Both games" },
        ]}
        onChange={(value) => onSearch({ games: value === "both" ? value : undefined })}
      />
      <Select
        label={games === "both" ? "Kit or class" : game === "bf4" ? "Kit" : "Class"}
        value={kit}
        choices={[{ value: "any", label: "Any" }, ...KIT_IDS.map((id) => ({ value: id, label: KIT_TITLES[id] }))]}
        onChange={(value) => onSearch({ kit: KIT_IDS.find((id) => id === value) })}
      />
      <Field
        label="Tag"
        maxLength={TAG_LIMIT}
        autoComplete="off"
        spellCheck={false}
        value={typedTag}
        onChange={(event) => typeTag(event.target.value)}
      />
      <Select
        label="Order"
        value={order}
        choices={[
          { value: "changed", label: "Last changed" },
          { value: "own", label: "My order" },
        ]}
        onChange={(value) => onSearch({ order: value === "own" ? value : undefined })}
      />
    </>
  );
}
