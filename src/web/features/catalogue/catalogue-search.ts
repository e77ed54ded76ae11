// A catalogue's part of an address: what is searched for, and the entry that is open.

import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { anyText, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";
import { type Step, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";

const FIELDS = {
  /** What is typed. */
  q: anyText(100),
  /** The chip that is pressed. */
  group: anyText(100),
  /** The entry that is open. */
  item: anyText(200),
};

type CatalogueSearch = SearchOf<typeof FIELDS>;

const readCatalogueSearch = (search: Record<string, unknown>): CatalogueSearch => readSearch(search, FIELDS);

/** An open catalogue's part of the address. */
export const useCatalogueSearch = (): CatalogueSearch => useGameSearch(readCatalogueSearch);

// Types of the server's catalogue responses.
type Answers = RouterOutputs["catalogue"];

export type Page = Answers["list"];
export type Line = Page["items"][number];
export type EntryAnswer = Answers["entry"];
export type Entry = EntryAnswer["entry"];

type WriteCatalogue = (change: CatalogueSearch, step: Step) => void;

/** Changes an open catalogue's part of the address; an empty text takes a term away. */
export function useWriteCatalogue(game: GameId, cat: CatalogueId): WriteCatalogue {
  const write = useWriteGameSearch(game);
  return useCallback(
    (change, step) => write((search) => ({ cat, ...readCatalogueSearch({ ...search, ...change }) }), step),
    [write, cat],
  );
}

export const lineId = (entryId: string): string => `entry-${entryId}`;

/** The entry the address names: opening is a step, closing takes it back and gives focus to its line. */
export function useEntryDrawer(item: string | undefined, write: WriteCatalogue) {
  const { history } = useRouter();
  const openedHere = useRef<string | null>(null);
  const before = useRef(item);

  useEffect(() => {
    const last = before.current;
    before.current = item;
    if (!item && last) document.getElementById(lineId(last))?.focus();
  }, [item]);

  const open = useCallback(
    (entryId: string) => {
      openedHere.current = entryId;
      write({ item: entryId }, "push");
    },
    [write],
  );
  const close = useCallback(() => {
    // An entry reached by a link of another one lies more than one step from the list.
    if (openedHere.current === item) history.back();
    else write({ item: "" }, "replace");
    openedHere.current = null;
  }, [item, write, history]);
  return { open, close };
}
