import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { anyText, oneOf, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";
import { type Step, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";

export type WriteArsenal = (update: (now: ArsenalSearch) => ArsenalSearch, step: Step) => void;

/** The arsenal's part of the address. */
export const useArsenalSearch = (): ArsenalSearch => useGameSearch(readArsenalSearch);

/** What stands at its default is no longer in the address. */
const UNSET = { range: "", hit: "", head: "", health: "", patch: "" };

/** Changes the arsenal's part of the address. */
export function useWriteArsenal(game: GameId): WriteArsenal {
  const write = useWriteGameSearch(game);
  const { history } = useRouter();
  return useCallback(
    (update, step) => {
      write((search) => ({ ...UNSET, ...update(readArsenalSearch(search)) }), step);
      // Else a step taken at the same moment would swallow what it is to lead back to.
      history.flush();
    },
    [write, history],
  );
}

type Place = "item" | "compare" | "duel";

/** Opens and closes an overlay that the address names: opening is a step in the history, closing takes it back. */
type UrlOverlay = { open: (value: string) => void; close: () => void };

/** An overlay of the address; `settle` writes pending terms and returns those in force. */
export function useUrlOverlay(
  place: Place,
  value: string | undefined,
  { settle, write }: { settle: () => ArsenalSearch; write: WriteArsenal },
): UrlOverlay {
  const { history } = useRouter();
  const openedHere = useRef(false);
  useEffect(() => {
    if (!value) openedHere.current = false;
  }, [value]);
  const open = useCallback(
    (next: string) => {
      openedHere.current = true;
      const terms = settle();
      write((now) => ({ ...getPlaces(now), ...terms, [place]: next }), "push");
    },
    [write, place, settle],
  );
  const close = useCallback(() => {
    if (openedHere.current) history.back();
    else write(({ [place]: _, ...rest }) => rest, "replace");
  }, [write, history, place]);
  return { open, close };
}

/** What of an address is no term. */
export const getPlaces = ({ item, compare, duel }: ArsenalSearch): ArsenalSearch => ({
  ...(item && { item }),
  ...(compare && { compare }),
  ...(duel && { duel }),
});

/** Gives focus to an element of this id, made of the last value, once a place is left. */
export function useFocusBack(value: string | undefined, idOf: (last: string) => string): void {
  const before = useRef(value);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (!value && last) document.getElementById(idOf(last))?.focus();
  }, [value, idOf]);
}

/** Longer ones mean nothing. */
const text = anyText(300);

/** The arsenal's part of an address as text, which `getTerms` reads; it comes with the page. */
const FIELDS = {
  q: text,
  class: text,
  unlocked: text,
  portal: text,
  range: text,
  hit: text,
  head: text,
  body: text,
  def: text,
  health: text,
  patch: text,
  changed: text,
  sort: text,
  dir: text,
  view: text,
  cols: text,
  cmp: text,
  /** Earlier names of `hit` and `head`, and the ranking, which is the table's order by time to kill. */
  acc: text,
  hs: text,
  sweep: text,
  /** Screens of their own. */
  compare: text,
  duel: text,
  /** The weapon whose details are open. */
  item: text,
  kit: oneOf(KIT_IDS),
};

export type ArsenalSearch = SearchOf<typeof FIELDS>;

export const readArsenalSearch = (search: Record<string, unknown>): ArsenalSearch => readSearch(search, FIELDS);
