import { useCallback, useEffect, useRef } from "react";
import type { ArsenalSearch } from "./terms.ts";
import { rowLinkId } from "./weapon-row.tsx";

type SearchUpdate = (now: ArsenalSearch) => ArsenalSearch;

/** Writes the address: a step Back can take, or in place of the present one. */
export type WriteSearch = (update: SearchUpdate, step: "push" | "replace") => void;

/** The details of the weapon the address names: opening is a step, closing takes it back and gives focus to its row. */
export function useDrawer(item: string | undefined, onSearch: WriteSearch, onBack: () => void) {
  const openedHere = useRef(false);
  const before = useRef(item);

  useEffect(() => {
    const last = before.current;
    before.current = item;
    if (item) return;
    openedHere.current = false;
    if (last) document.getElementById(rowLinkId(last))?.focus();
  }, [item]);

  const open = useCallback(
    (weaponId: string) => {
      openedHere.current = true;
      onSearch((now) => ({ ...now, item: weaponId }), "push");
    },
    [onSearch],
  );
  const close = useCallback(() => {
    if (openedHere.current) onBack();
    else onSearch(({ item: _, ...rest }) => rest, "replace");
  }, [onSearch, onBack]);
  return { open, close };
}
