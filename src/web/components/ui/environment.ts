import type { ReadableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** The store's value. The build and the hydration of what it drew see the store's initial value. */
export const useStore = <Value>(store: ReadableAtom<Value>): Value =>
  useSyncExternalStore(store.listen, store.get, () => store.init as Value);

const nothingToWatch = () => () => {};

/** False while drawing in the build and while taking over a prerendered page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
}

const COARSE = "(pointer: coarse)";

function watch(listener: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the main pointer is a finger; false in the build and during hydration. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(COARSE).matches,
    () => false,
  );
}
