// The part of the outbox that screens show.
import { atom } from "nanostores";
import { useStore } from "#web/components/ui/environment.ts";
import type { PendingMutation } from "./pending-mutation.ts";

export type OutboxState = {
  waiting: readonly PendingMutation[];
  /** Whether a sync is running, is blocked because the user is signed out, or neither. */
  phase: "still" | "sending" | "signed-out";
  /** Everything that ever waited on this page has been sent. */
  hasSent: boolean;
};

export const outboxState = atom<OutboxState>({ waiting: [], phase: "still", hasSent: false });

export const setOutboxState = (changes: Partial<OutboxState>): void =>
  outboxState.set({ ...outboxState.get(), ...changes });

export const useOutbox = (): OutboxState => useStore(outboxState);
