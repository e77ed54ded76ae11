import { useEffect } from "react";

let leftFrom: string | null = null;

/** Remembers the card somebody goes to the editor from. */
export function leaveFrom(id: string): void {
  leftFrom = id;
}

/** Whoever comes back to the list is at the card they left it from, as far as it is there still. */
export function useReturnFocus(): void {
  useEffect(() => {
    if (leftFrom === null) return;
    const link = document.getElementById(`loadout-${leftFrom}`)?.querySelector("a");
    leftFrom = null;
    link?.focus();
  }, []);
}
