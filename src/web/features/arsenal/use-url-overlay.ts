import { useCallback, useEffect, useRef } from "react";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";

type SearchUpdate = (now: ArsenalSearch) => ArsenalSearch;

/** Writes the address: a step Back can take, or in place of the present one. */
export type WriteSearch = (update: SearchUpdate, step: "push" | "replace") => void;

type Place = "item" | "compare" | "sweep";

/** Somewhere an address leads, and how to open and close it: opening is a step, closing takes it back. */
type PlaceDoor = { open: (value: string) => void; close: () => void };

/** The door to a place; `settle` writes terms that are pending and answers those in force. */
export function useUrlOverlay(
  place: Place,
  value: string | undefined,
  { settle, onSearch, onBack }: { settle: () => ArsenalSearch; onSearch: WriteSearch; onBack: () => void },
): PlaceDoor {
  const openedHere = useRef(false);
  useEffect(() => {
    if (!value) openedHere.current = false;
  }, [value]);
  const open = useCallback(
    (next: string) => {
      openedHere.current = true;
      const terms = settle();
      onSearch((now) => ({ ...getPlaces(now), ...terms, [place]: next }), "push");
    },
    [onSearch, place, settle],
  );
  const close = useCallback(() => {
    if (openedHere.current) onBack();
    else onSearch(({ [place]: _, ...rest }) => rest, "replace");
  }, [onSearch, onBack, place]);
  return { open, close };
}

/** What of an address is no term. */
export const getPlaces = ({ item, compare, sweep }: ArsenalSearch): ArsenalSearch => ({
  ...(item && { item }),
  ...(compare && { compare }),
  ...(sweep && { sweep }),
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

// The arsenal's part of an address, as text. What it means is read by `termsOf`, which comes with the page.
const KEYS = [
  "q",
  "class",
  "portal",
  "range",
  "hs",
  "acc",
  "body",
  "def",
  "health",
  "sort",
  "dir",
  "view",
  "cols",
  "cmp",
  "compare",
  "sweep",
  "item",
] as const;

/** Longer ones mean nothing. */
const MAX_TEXT_LENGTH = 300;

/** A default is left out. `item` is the weapon whose details are open; `compare` and `sweep` are screens. */
export type ArsenalSearch = { [Key in (typeof KEYS)[number]]?: string } & { kit?: KitId };

/** The arsenal's texts of a search, cut where they are too long. */
export function readArsenalSearch(search: Record<string, unknown>): ArsenalSearch {
  const read: ArsenalSearch = {};
  for (const key of KEYS) {
    const value = search[key];
    if (typeof value === "string" && value) read[key] = value.slice(0, MAX_TEXT_LENGTH);
  }
  const kit = KIT_IDS.find((id) => id === search["kit"]);
  return { ...read, ...(kit && { kit }) };
}
