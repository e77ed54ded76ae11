import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { renewVersusTexts } from "#domain/weapons/versus.ts";
import { anyText, oneOf, type ParsedSearch, readSearch } from "#web/app/shell/page/game-search.ts";
import {
  type HistoryMode,
  UNSET_SCENARIO,
  useGameSearch,
  useWriteGameSearch,
} from "#web/app/shell/page/use-game-search.ts";

export type WriteArsenal = (update: (now: ArsenalSearch) => ArsenalSearch, step: HistoryMode) => void;

/** Returns the arsenal's part of the address. */
export const useArsenalSearch = (): ArsenalSearch => useGameSearch(readArsenalSearch);

/** Removes parameters that have their default value. */
const UNSET = { ...UNSET_SCENARIO, patch: "", compare: "", duel: "" };

/** Returns a function that changes the arsenal's part of the address. */
export function useWriteArsenal(game: GameId): WriteArsenal {
  const write = useWriteGameSearch(game);
  const { history } = useRouter();
  return useCallback(
    (update, step) => {
      write((search) => ({ ...UNSET, ...update(readArsenalSearch(search)) }), step);
      // Without this, a history step of the same moment would overwrite the entry to go back to.
      history.flush();
    },
    [write, history],
  );
}

type Place = "item" | "versus";

/** Opens and closes an overlay that the address names: opening adds a step to the history, closing goes back. */
type UrlOverlay = { open: (place: ArsenalSearch) => void; close: () => void };

/** Controls an overlay of the address; `settle` writes pending terms and returns the current ones. */
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
    (next: ArsenalSearch) => {
      openedHere.current = true;
      const terms = settle();
      write((now) => ({ ...getPlaces(now), ...terms, ...next }), "push");
    },
    [write, settle],
  );
  const close = useCallback(() => {
    if (openedHere.current) history.back();
    else write(({ [place]: _, ...rest }) => rest, "replace");
  }, [write, history, place]);
  return { open, close };
}

/** Returns the part of an address that names an overlay and is no term. */
export const getPlaces = ({ item }: ArsenalSearch): ArsenalSearch => (item ? { item } : {});

const FOCUS_RETRY_MS = 50;
const FOCUS_RETRIES = 40;

/** Focuses an element after an overlay closes; the element may be rendered later. */
export function useFocusBack(isOpen: boolean, findTarget: () => HTMLElement | null): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return;
    let retries = 0;
    const timer = setInterval(() => {
      const target = findTarget();
      target?.focus();
      retries += 1;
      if (target || retries > FOCUS_RETRIES) clearInterval(timer);
    }, FOCUS_RETRY_MS);
    return () => clearInterval(timer);
  }, [isOpen, findTarget]);
}

/** Longer values are invalid. */
const text = anyText(300);

/** The arsenal's address parameters as text, which `getTerms` parses. */
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
  /** The builds of the open Versus screen, two to four. */
  versus: anyText(600),
  /** Parameters of earlier links: names of `hit` and `head`, the order by time to kill, and two screens that Versus replaced. */
  acc: text,
  hs: text,
  sweep: text,
  compare: text,
  duel: text,
  /** The build whose details are open, in the form of `versus`: the id of the weapon, and parts other than the stock parts. */
  item: text,
  kit: oneOf(KIT_IDS),
};

export type ArsenalSearch = ParsedSearch<typeof FIELDS>;

export const readArsenalSearch = (search: Record<string, unknown>): ArsenalSearch =>
  renewVersusTexts(readSearch(search, FIELDS));
