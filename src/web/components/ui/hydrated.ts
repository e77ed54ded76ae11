import { useSyncExternalStore } from "react";

const nothingToWatch = () => () => {};

/** False while drawing in the build and while taking over a prerendered page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
}
