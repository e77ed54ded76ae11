// A catalogue's part of an address: what is searched for, and the entry that is open.
import type { inferRouterOutputs } from "@trpc/server";
import { useCallback, useEffect, useRef } from "react";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { type CatalogueId, catalogueNamed } from "#domain/game-data/catalogue-id.ts";
import { anyText, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";

const FIELDS = {
  /** What is typed. */
  q: anyText(100),
  /** The chip that is pressed. */
  group: anyText(100),
  /** The entry that is open. */
  item: anyText(200),
};

/** A catalogue's part of an address. */
export type CatalogueSearch = { cat: CatalogueId } & SearchOf<typeof FIELDS>;

/** The catalogue a search asks for; null where it asks for none of this game. */
export function readCatalogueSearch(game: GameId, search: Record<string, unknown>): CatalogueSearch | null {
  const cat = catalogueNamed(game, search["cat"]);
  return cat ? { cat, ...readSearch(search, FIELDS) } : null;
}

// Types of the server's catalogue responses.
type Answers = inferRouterOutputs<AppRouter>["catalogue"];

export type Page = Answers["list"];
export type Line = Page["items"][number];
export type EntryAnswer = Answers["entry"];
export type Entry = EntryAnswer["entry"];

/** Writes the address: a step Back can take, or in place of the present one. */
export type WriteCatalogue = (update: (now: CatalogueSearch) => CatalogueSearch, step: "push" | "replace") => void;

export const lineId = (entryId: string): string => `entry-${entryId}`;

/** The entry the address names: opening is a step, closing takes it back and gives focus to its line. */
export function useEntryDrawer(item: string | undefined, onSearch: WriteCatalogue, onBack: () => void) {
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
      onSearch((now) => ({ ...now, item: entryId }), "push");
    },
    [onSearch],
  );
  const close = useCallback(() => {
    // An entry reached by a link of another one lies more than one step from the list.
    if (openedHere.current === item) onBack();
    else onSearch(({ item: _, ...rest }) => rest, "replace");
    openedHere.current = null;
  }, [item, onSearch, onBack]);
  return { open, close };
}
