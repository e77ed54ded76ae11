// Changes that wait on this device for the server: what they are, which become one, and which has to wait for which.
import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "#api";

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

export type Waiting = CallOf & {
  /** Another one whenever the change is written over while it waits. */
  id: string;
  /** What was changed, by name. */
  name: string;
  /** An instant as ISO text. */
  at: string;
  /** Saves that were sent in its place and may have arrived, as far as anybody knows; the last few. */
  tried?: readonly Calls["loadout.save"][];
  /** It was sent, and may have arrived. */
  isSent?: boolean;
  refusal?: Refusal;
};

export type WaitingCall = CallOf;

/** The call as one that may wait; null when it has to be answered at once. */
export const asWaitingCall = (path: string, input: unknown): WaitingCall | null =>
  // The path names the input: it comes from this very router's client.
  CALLS.has(path) ? ({ call: path, input } as WaitingCall) : null;

/** The ids of what it changes, and of what has to be there before. */
export function touchedBy(change: WaitingCall): readonly string[] {
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

const touches = (one: WaitingCall, ids: readonly string[]): boolean => touchedBy(one).some((id) => ids.includes(id));

/** The waiting changes with one more; where it says anew what the last one about the same thing said, it takes its place. */
export function withChange(waiting: readonly Waiting[], next: Waiting): readonly Waiting[] {
  const at = waiting.findLastIndex((one) => touches(one, [primaryOf(next)]));
  const last = waiting[at];
  const merged = last && mergedOf(last, next);
  if (merged === undefined || last === undefined) return [...waiting, next];
  return merged === null ? waiting.toSpliced(at, 1) : waiting.toSpliced(at, 1, merged);
}

const primaryOf = (change: WaitingCall): string => touchedBy(change)[0] ?? "";

/** Both as one; null: together they do nothing; undefined: they stay two. */
function mergedOf(last: Waiting, next: Waiting): Waiting | null | undefined {
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
export function nextToSend(waiting: readonly Waiting[]): Waiting | null {
  const held: string[] = [];
  for (const one of waiting) {
    if (!one.refusal && !touches(one, held)) return one;
    held.push(...touchedBy(one));
  }
  return null;
}

/** The save that met a newer one and waits for an answer about this loadout. */
export const conflictAbout = (waiting: readonly Waiting[], id: string): Refusal | null =>
  waiting.find((one) => one.refusal?.kind === "changed" && one.call === "loadout.save" && one.input.id === id)
    ?.refusal ?? null;
