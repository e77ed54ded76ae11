import { useEffect } from "react";

let leftFrom: string | null = null;

/** Remembers the card from which the editor was opened. */
export function leaveFrom(id: string): void {
  leftFrom = id;
}

/** Returning to the list focuses the card the user left it from, if it still exists. */
export function useReturnFocus(): void {
  useEffect(() => {
    if (leftFrom === null) return;
    const link = document.getElementById(`loadout-${leftFrom}`)?.querySelector("a");
    leftFrom = null;
    link?.focus();
  }, []);
}
