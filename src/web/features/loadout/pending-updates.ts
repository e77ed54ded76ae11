// Loadouts changed elsewhere while the user reads further down: they wait for a click, so that nothing moves.
import { useSyncExternalStore } from "react";

let waiting: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function replace(next: ReadonlySet<string>) {
  waiting = next;
  for (const listener of listeners) listener();
}

export const addPendingUpdate = (ids: Iterable<string>): void => replace(new Set([...waiting, ...ids]));

export function clearPendingUpdates(): void {
  if (waiting.size > 0) replace(new Set());
}

/** How many changed loadouts wait to be shown. */
export const usePendingUpdates = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.size,
    () => 0,
  );
