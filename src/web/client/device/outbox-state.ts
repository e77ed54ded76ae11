// What of the outbox the screens show.
import { useSyncExternalStore } from "react";
import type { Waiting } from "./waiting.ts";

export type OutboxState = {
  waiting: readonly Waiting[];
  /** Whether something is on its way, nobody is signed in any more to send it, or neither. */
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
