// The search parameters of a catalogue: the filters and the open entry.

import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { anyText, type ParsedSearch, readSearch } from "#web/app/shell/page/game-search.ts";
import { type HistoryMode, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";

const FIELDS = {
  /** The search text. */
  q: anyText(100),
  /** The selected group. */
  group: anyText(100),
  /** The id of the open entry. */
  item: anyText(200),
};

type CatalogueSearch = ParsedSearch<typeof FIELDS>;

const readCatalogueSearch = (search: Record<string, unknown>): CatalogueSearch => readSearch(search, FIELDS);

/** Returns the search parameters of the open catalogue. */
export const useCatalogueSearch = (): CatalogueSearch => useGameSearch(readCatalogueSearch);

// Types of the server's catalogue responses.
type CatalogueOutputs = RouterOutputs["catalogue"];

export type Page = CatalogueOutputs["list"];
export type Line = Page["items"][number];
export type EntryResponse = CatalogueOutputs["entry"];
export type Entry = EntryResponse["entry"];

type WriteCatalogue = (change: CatalogueSearch, step: HistoryMode) => void;

/** Returns a function that changes the search parameters of the open catalogue; an empty text removes a parameter. */
export function useWriteCatalogue(game: GameId, cat: CatalogueId): WriteCatalogue {
  const write = useWriteGameSearch(game);
  return useCallback(
    (change, step) => write((search) => ({ cat, ...readCatalogueSearch({ ...search, ...change }) }), step),
    [write, cat],
  );
}

export const getLineId = (entryId: string): string => `entry-${entryId}`;

/** Opens and closes the entry in the address. Opening adds to the history; closing goes back and focuses the entry's line. */
export function useEntryDrawer(item: string | undefined, write: WriteCatalogue) {
  const { history } = useRouter();
  const openedFromList = useRef<string | null>(null);
  const previousItem = useRef(item);

  useEffect(() => {
    const last = previousItem.current;
    previousItem.current = item;
    if (!item && last) document.getElementById(getLineId(last))?.focus();
  }, [item]);

  const open = useCallback(
    (entryId: string) => {
      openedFromList.current = entryId;
      write({ item: entryId }, "push");
    },
    [write],
  );
  const close = useCallback(() => {
    // An entry that was opened by a link in another entry is more than one step away from the list.
    if (openedFromList.current === item) history.back();
    else write({ item: "" }, "replace");
    openedFromList.current = null;
  }, [item, write, history]);
  return { open, close };
}
