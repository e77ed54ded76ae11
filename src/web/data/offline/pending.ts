// Changes on their way to the server: which calls they are, what each is about, and which may be sent now.
import type { inferRouterInputs } from "@trpc/server";
import { atom } from "nanostores";
import type { AppRouter } from "#api";
import { getProperty } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";

type Inputs = inferRouterInputs<AppRouter>;

/** A call about a person's own things, as the data client makes it. */
export type OwnCall = { type: string; path: string; input: unknown; signal?: AbortSignal | null | undefined };

/** localStorage key that is set while mutations are pending: faster than reading them. */
export const HAS_PENDING_KEY = "outbox";

/** The calls that are stored before they are sent. Sent a second time, each does what it did the first time. */
const CALLS = {
  loadout: ["save", "arrange", "move", "remove", "restore"],
  folder: ["save", "remove"],
  goal: ["save", "remove"],
  progress: ["tick", "untick", "settle", "planAdd", "planRemove", "planMove"],
  soldier: ["change", "remove", "restore", "saveTyped", "removeSnapshot", "restoreSnapshot"],
} as const;

type Part = keyof typeof CALLS;

export type PendingCall = {
  [P in Part]: {
    [N in (typeof CALLS)[P][number]]: { call: `${P}.${N}`; input: Inputs[P][N] };
  }[(typeof CALLS)[P][number]];
}[Part];

/** The names of the calls that are stored before they are sent. */
export const PENDING_CALLS = Object.entries(CALLS).flatMap(([part, names]) =>
  names.map((name) => `${part}.${name}`),
) as PendingCall["call"][];

/** Why the server refused a change, as far as a store can hold it. `changed`: a save met another one, and a person decides. */
export type Refusal = { kind: "changed" | "refused"; error: { message: string; data: unknown } };

export type PendingMutation = PendingCall & {
  id: string;
  /** The name of what was changed; of several the first. */
  name: string;
  /** How many more were changed. */
  others?: number;
  /** An instant as ISO text, by this device's clock. */
  at: string;
  /** It was sent, and may have arrived. */
  isSent?: boolean;
  refusal?: Refusal | undefined;
};

/** In the order they were made. */
export type PendingMutations = readonly PendingMutation[];

/** The call as one that is stored before it is sent; null for any other. */
export const asPendingCall = (path: string, input: unknown): PendingCall | null =>
  // The path names the input: it comes from this very router's client.
  PENDING_CALLS.some((call) => call === path) ? ({ call: path, input } as PendingCall) : null;

/** Where an input names what is changed, and what has to be there before it. */
const NAMES = ["id", "ids", "folderId", "afterId", "targetId", "soldierId"];

/** The ids of what a change is about: changes that share one are sent in their order. Those of the plan are about all of it. */
export const listTouchedIds = ({ call, input }: PendingCall): readonly string[] =>
  call.startsWith("progress.plan")
    ? ["plan"]
    : NAMES.flatMap((name) => (getProperty(input, name) as string | string[] | null | undefined) ?? []);

/**
 * The changes that stay. What was made on top of a save that goes names the version which that one saw, so that it meets what another
 * device has saved since, and does not sweep it away.
 */
export function without(
  pendingMutations: PendingMutations,
  isGone: (change: PendingMutation) => boolean,
): PendingMutations {
  const seen = new Map<string, number>();
  return pendingMutations.flatMap((one) => {
    const isVersioned = one.call === "loadout.save" || one.call === "loadout.remove";
    const saw = isVersioned ? seen.get(one.input.id) : undefined;
    if (isGone(one)) {
      if (one.call === "loadout.save") seen.set(one.input.id, saw ?? one.input.seenVersion);
      return [];
    }
    if (saw === undefined) return one;
    if (one.call === "loadout.save") seen.set(one.input.id, saw + 1);
    // The call names the type of its input. What never was on the server has no version there.
    const seenVersion = one.call === "loadout.save" ? saw : saw || undefined;
    return { ...one, input: { ...one.input, seenVersion } } as PendingMutation;
  });
}

/**
 * Adds a change behind the others. A deletion that was never sent and its undo are nothing; a save takes the place of a refused one of
 * its loadout.
 */
export function withChange(before: PendingMutations, next: PendingMutation): PendingMutations {
  if (next.call === "loadout.save") return withSave(before, next);
  const { id } = next.input as { id?: string };
  const last = before.findLast((one) => listTouchedIds(one).includes(id ?? ""));
  const isUndone = next.call === "loadout.restore" && last?.call === "loadout.remove" && !last.isSent;
  return isUndone ? before.filter((one) => one !== last) : [...before, next];
}

type PendingSave = PendingMutation & { call: "loadout.save" };

function withSave(before: PendingMutations, next: PendingSave): PendingMutations {
  const isSave = (one: PendingMutation): one is PendingSave =>
    one.call === "loadout.save" && one.input.id === next.input.id;
  const refused = before.filter(isSave).find(({ refusal }) => refusal !== undefined);
  if (!refused) return [...before, next];
  const isOnTop = next.input.seenVersion === refused.input.seenVersion;
  const left = without(before, (one) => isSave(one) && (isOnTop || one.refusal !== undefined));
  // A card's save names no folder.
  const folderId = next.input.folderId ?? refused.input.folderId;
  return [...left, folderId === undefined ? next : { ...next, input: { ...next.input, folderId } }];
}

/** The changes that may be sent at the same time: nothing about the same things stands before any of them. */
export function listToSend(pendingMutations: PendingMutations, max: number): PendingMutations {
  const held = new Set<string>();
  const ready: PendingMutation[] = [];
  for (const one of pendingMutations) {
    const ids = listTouchedIds(one);
    if (!one.refusal && ready.length < max && !ids.some((id) => held.has(id))) ready.push(one);
    for (const id of ids) held.add(id);
  }
  return ready;
}

/** The save of this loadout that met another one and waits for a person's decision. */
export const conflictAbout = (pendingMutations: PendingMutations, id: string): Refusal | null =>
  pendingMutations.find((one) => one.refusal?.kind === "changed" && one.call === "loadout.save" && one.input.id === id)
    ?.refusal ?? null;

/** The change that was stored last: from then on a form need not store its text. */
export const lastStored = atom<PendingMutation | null>(null);

// The part that screens show.

export const outboxState = atom({
  pendingMutations: [] as PendingMutations,
  /** How many stored changes this version cannot read. */
  unreadable: 0,
  /** Whether changes are being sent, cannot be because the person is signed out, or neither. */
  phase: "still" as "still" | "sending" | "signed-out",
  /** Everything that ever waited on this page has been sent. */
  hasSent: false,
  /** False where this browser stores nothing: what waits is gone with the tab. */
  isStored: true,
});

export type OutboxState = ReturnType<typeof outboxState.get>;

export const setOutboxState = (changes: Partial<OutboxState>): void =>
  outboxState.set({ ...outboxState.get(), ...changes });

export const useOutbox = (): OutboxState => useStore(outboxState);
