// Whether the server answers, how old the stored data on the screen is, and whether a newer build is ready.
import { atom } from "nanostores";
import { useSyncExternalStore } from "react";
import { useStore } from "#web/components/ui/environment.ts";

export type Reach = {
  /** The last call did not arrive. */
  isLost: boolean;
  /** The age of the oldest stored data on the screen, as an instant; null: all data is current. */
  asOf: number | null;
  /** Lets the newer build that waits take over; null: there is none. */
  update: (() => void) | null;
};

export const reach = atom<Reach>({ isLost: false, asOf: null, update: null });

/** Online data replaces stored data again. */
export function setReach(changes: Partial<Reach>): void {
  const before = reach.get();
  const next = { ...before, ...changes, ...(changes.isLost === false && { asOf: null }) };
  if (next.isLost === before.isLost && next.asOf === before.asOf && next.update === before.update) return;
  reach.set(next);
}

export const useReach = (): Reach => useStore(reach);

/** What the browser itself reports. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Whether the server can be reached, by what the browser reports and how the last call ended. */
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
