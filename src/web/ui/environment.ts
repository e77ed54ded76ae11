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

const createMediaHook = (media: string) => {
  const watch = (listener: () => void) => {
    const query = matchMedia(media);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return (): boolean =>
    useSyncExternalStore(
      watch,
      () => matchMedia(media).matches,
      () => false,
    );
};

/** Whether the main pointer is a finger; false in the build and during hydration. */
export const useCoarsePointer = createMediaHook("(pointer: coarse)");

/** Whether the window is as narrow as a phone's, where tables are cards; false in the build and during hydration. */
export const useNarrowWindow = createMediaHook("(width < 48rem)");
