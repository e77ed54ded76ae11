// What of the outbox the screens show.
import { useSyncExternalStore } from "react";
import type { PendingMutation } from "./pending-mutation.ts";

export type OutboxState = {
  waiting: readonly PendingMutation[];
  /** Whether a sync is running, is blocked because the user is signed out, or neither. */
  phase: "still" | "sending" | "signed-out";
  /** Everything that ever waited on this page has been sent. */
  hasSent: boolean;
};

const AT_FIRST: OutboxState = { waiting: [], phase: "still", hasSent: false };

let state = AT_FIRST;
const listeners = new Set<() => void>();

export function setOutboxState(changes: Partial<OutboxState>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

export const outboxNow = (): OutboxState => state;

/** Calls back after each change, until the answer is called. */
export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOutbox = (): OutboxState => useSyncExternalStore(watchOutbox, outboxNow, () => AT_FIRST);
