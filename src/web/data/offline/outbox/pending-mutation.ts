// Changes that wait on this device for the server: what they are, which become one, and which has to wait for which.
import type { inferRouterInputs } from "@trpc/server";
import { atom } from "nanostores";
import type { AppRouter } from "#api";
import { useStore } from "#web/components/ui/environment.ts";

type Inputs = inferRouterInputs<AppRouter>;

/** The calls that may wait. Sent a second time, each does what it did the first time. */
type Calls = {
  "loadout.save": Inputs["loadout"]["save"];
  "loadout.arrange": Inputs["loadout"]["arrange"];
  "loadout.move": Inputs["loadout"]["move"];
  "loadout.remove": Inputs["loadout"]["remove"];
  "loadout.restore": Inputs["loadout"]["restore"];
  "folder.save": Inputs["folder"]["save"];
  "folder.remove": Inputs["folder"]["remove"];
};

const CALLS: ReadonlySet<string> = new Set<keyof Calls>([
  "loadout.save",
  "loadout.arrange",
  "loadout.move",
  "loadout.remove",
  "loadout.restore",
  "folder.save",
  "folder.remove",
]);

type CallOf<Path extends keyof Calls = keyof Calls> = { [P in Path]: { call: P; input: Calls[P] } }[Path];

/** What the server said to it, which only a person can answer; the error as far as a store can keep it. */
export type Refusal = { kind: "changed" | "refused"; error: { message: string; data: unknown } };

export type PendingMutation = CallOf & {
  /** Another one whenever the change is written over while it waits. */
  id: string;
  /** What was changed, by name; of several the first. */
  name: string;
  /** How many more were changed. */
  others?: number;
  /** An instant as ISO text. */
  at: string;
  /** Saves that were sent in its place and may have arrived, as far as anybody knows; the last few. */
  tried?: readonly Calls["loadout.save"][];
  /** It was sent, and may have arrived. */
  isSent?: boolean;
  refusal?: Refusal;
};

export type PendingCall = CallOf;

/** The call as one that may wait; null when it has to be answered at once. */
export const asPendingCall = (path: string, input: unknown): PendingCall | null =>
  // The path names the input: it comes from this very router's client.
  CALLS.has(path) ? ({ call: path, input } as PendingCall) : null;

/** The ids of what it changes, and of what has to be there before. */
export function listTouchedIds(change: PendingCall): readonly string[] {
  switch (change.call) {
    case "loadout.save":
      return [change.input.id, ...(change.input.folderId ? [change.input.folderId] : [])];
    case "loadout.arrange":
      return [...change.input.ids, ...(change.input.folderId ? [change.input.folderId] : [])];
    case "loadout.move":
      return [change.input.id, ...(change.input.afterId ? [change.input.afterId] : [])];
    default:
      return [change.input.id];
  }
}

const touches = (one: PendingCall, ids: readonly string[]): boolean =>
  listTouchedIds(one).some((id) => ids.includes(id));

/** Adds a change to the pending ones; it replaces the last one about the same subject where it supersedes it. */
export function withChange(waiting: readonly PendingMutation[], next: PendingMutation): readonly PendingMutation[] {
  const at = waiting.findLastIndex((one) => touches(one, [getPrimary(next)]));
  const last = waiting[at];
  const merged = last && getMerged(last, next);
  if (merged === undefined || last === undefined) return [...waiting, next];
  return merged === null ? waiting.toSpliced(at, 1) : waiting.toSpliced(at, 1, merged);
}

const getPrimary = (change: PendingCall): string => listTouchedIds(change)[0] ?? "";

/** Both as one; null: together they do nothing; undefined: they stay two. */
function getMerged(last: PendingMutation, next: PendingMutation): PendingMutation | null | undefined {
  if (last.call === "loadout.save" && next.call === "loadout.save") {
    const { seenVersion, folderId } = last.input;
    const { refusal, tried } = last;
    return {
      ...next,
      input: { ...next.input, seenVersion, ...(folderId !== undefined && { folderId }) },
      ...(tried && { tried }),
      ...(refusal?.kind === "changed" && { refusal }),
    };
  }
  if (last.call === "loadout.arrange" && next.call === "loadout.arrange") {
    const isSame = last.input.ids.join() === next.input.ids.join();
    return isSame ? { ...next, input: { ...last.input, ...next.input } } : undefined;
  }
  // What may be deleted already has to be brought back by the server.
  if (last.call === "loadout.remove" && next.call === "loadout.restore") return last.isSent ? next : null;
  if (last.call === "folder.save" && next.call === "folder.save") return next;
  return undefined;
}

/** The first that may be sent: none about the same thing stands before it and waits for a person. */
export function nextToSend(waiting: readonly PendingMutation[]): PendingMutation | null {
  const held: string[] = [];
  for (const one of waiting) {
    if (!one.refusal && !touches(one, held)) return one;
    held.push(...listTouchedIds(one));
  }
  return null;
}

/** The save that met a newer one and waits for an answer about this loadout. */
export const conflictAbout = (waiting: readonly PendingMutation[], id: string): Refusal | null =>
  waiting.find((one) => one.refusal?.kind === "changed" && one.call === "loadout.save" && one.input.id === id)
    ?.refusal ?? null;

// The part of the outbox that screens show.

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
