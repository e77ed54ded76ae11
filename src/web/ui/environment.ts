import type { ReadableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** Returns the store's value; while prerendering and hydrating, its initial value. */
export const useStore = <Value>(store: ReadableAtom<Value>): Value =>
  useSyncExternalStore(store.listen, store.get, () => store.init as Value);

const subscribeToNothing = () => () => {};

/** Whether the page is hydrated; false while prerendering and hydrating. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
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

/** Whether the main pointer is a finger; false while prerendering and hydrating. */
export const useCoarsePointer = createMediaHook("(pointer: coarse)");

/** Whether the window is as narrow as a phone's, where tables become cards; false while prerendering and hydrating. */
export const useNarrowWindow = createMediaHook("(width < 48rem)");
