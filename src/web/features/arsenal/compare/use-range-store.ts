import { useEffect, useState } from "react";
import type { TermsChange } from "#web/features/arsenal/use-terms.ts";
import { createRangeStore, type RangeStore } from "./range-store.ts";

const SETTLED_MS = 250;

/** The range of this screen; it goes into the terms when it rests, and follows them when they change by themselves. */
export function useRangeStore(rangeM: number, onChange: (change: TermsChange) => void): RangeStore {
  const [store] = useState(() => createRangeStore(rangeM));
  useEffect(() => store.set(rangeM), [store, rangeM]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => onChange({ rangeM: store.get() }), SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, onChange]);
  return store;
}
