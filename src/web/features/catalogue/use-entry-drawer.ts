import { useCallback, useEffect, useRef } from "react";
import type { CatalogueSearch } from "./catalogue-search.ts";

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
