// Whether the server answers, how old what stands in for its answers is, and whether a newer site waits.
import { useSyncExternalStore } from "react";

export type Reach = {
  /** The last call did not arrive. */
  isLost: boolean;
  /** The age of the oldest stored data on the screen, as an instant; null: all data is current. */
  asOf: number | null;
  /** Lets the newer build that waits take over; null: there is none. */
  update: (() => void) | null;
};

const AT_FIRST: Reach = { isLost: false, asOf: null, update: null };

let reach = AT_FIRST;
const listeners = new Set<() => void>();

export const reachNow = (): Reach => reach;

/** Online data replaces stored data again. */
export function setReach(changes: Partial<Reach>): void {
  const next = { ...reach, ...changes, ...(changes.isLost === false && { asOf: null }) };
  if (next.isLost === reach.isLost && next.asOf === reach.asOf && next.update === reach.update) return;
  reach = next;
  for (const listener of listeners) listener();
}

/** Calls back after each change, until the answer is called. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReach = (): Reach => useSyncExternalStore(watchReach, reachNow, () => AT_FIRST);

/** What the browser itself reports. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Whether the server can be reached, as far as the browser and the last call tell. */
export function useOnline(): boolean {
  const { isLost } = useReach();
  const hasNetwork = useSyncExternalStore(
    watchNetwork,
    () => !isOffline(),
    () => true,
  );
  return hasNetwork && !isLost;
}

function watchNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
