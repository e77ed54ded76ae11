// The range of a comparison, outside of React's state: a drag of the slider redraws only what shows another value.
import { useSyncExternalStore } from "react";

export type RangeStore = {
  /** Metres. */
  get: () => number;
  set: (rangeM: number) => void;
  subscribe: (onChange: () => void) => () => void;
  /** Calls back with the range, now and whenever it changes; returns how to stop. */
  follow: (say: (rangeM: number) => void) => () => void;
};

export function createRangeStore(rangeM: number): RangeStore {
  const listeners = new Set<() => void>();
  let present = rangeM;
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  return {
    get: () => present,
    set: (next) => {
      if (next === present) return;
      present = next;
      for (const tell of listeners) tell();
    },
    subscribe,
    follow: (say) => {
      say(present);
      return subscribe(() => say(present));
    },
  };
}

/** The current range; re-renders at each step of a drag. */
export const useRange = (store: RangeStore): number => useSyncExternalStore(store.subscribe, store.get);
