// Pending changes: which calls are stored before they are sent, which items they affect, and which may be sent now.
import type { inferRouterInputs } from "@trpc/server";
import { atom } from "nanostores";
import type { AppRouter } from "#api";
import { getProperty } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";

type Inputs = inferRouterInputs<AppRouter>;

/** A call to a user's own data, as the data client makes it. */
export type OwnCall = { type: string; path: string; input: unknown; signal?: AbortSignal | null | undefined };

/** localStorage key that is set while mutations are pending: faster than reading them. */
export const HAS_PENDING_KEY = "outbox";

/** The calls that are stored before they are sent. Each is idempotent. */
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

/** The paths of the calls that are stored before they are sent. */
export const PENDING_CALLS = Object.entries(CALLS).flatMap(([part, names]) =>
  names.map((name) => `${part}.${name}`),
) as PendingCall["call"][];

/** A serializable refusal of the server. `changed`: the save conflicts with another one, and the user has to decide. */
export type Refusal = { kind: "changed" | "refused"; error: { message: string; data: unknown } };

export type PendingMutation = PendingCall & {
  id: string;
  /** The name of the changed item; for several, of the first. */
  name: string;
  /** The number of further changed items. */
  others?: number;
  /** When the change was made, as ISO text by this device's clock. */
  at: string;
  /** It was sent and may have arrived. */
  isSent?: boolean;
  refusal?: Refusal | undefined;
};

/** Pending changes in the order they were made. */
export type PendingMutations = readonly PendingMutation[];

/** Returns the call as one that is stored before it is sent; null for any other call. */
export const toPendingCall = (path: string, input: unknown): PendingCall | null =>
  // The cast is safe, because the path determines the type of the input.
  PENDING_CALLS.some((call) => call === path) ? ({ call: path, input } as PendingCall) : null;

/** The input fields with ids of items that a change affects or depends on. */
const ID_FIELDS = ["id", "ids", "folderId", "afterId", "targetId", "soldierId"];

/** Returns the ids of the affected items. Changes that share an id are sent in order. Changes to the plan affect all of it. */
export const listTouchedIds = ({ call, input }: PendingCall): readonly string[] =>
  call.startsWith("progress.plan")
    ? ["plan"]
    : ID_FIELDS.flatMap((name) => (getProperty(input, name) as string | string[] | null | undefined) ?? []);

/**
 * Returns the changes without the removed ones. A save or removal based on a removed save gets the version on which that save was
 * based, so that it conflicts with a save from another device instead of overwriting it.
 */
export function removeMutations(
  pendingMutations: PendingMutations,
  shouldRemove: (change: PendingMutation) => boolean,
): PendingMutations {
  const seenVersions = new Map<string, number>();
  return pendingMutations.flatMap((mutation) => {
    const isVersioned = mutation.call === "loadout.save" || mutation.call === "loadout.remove";
    const baseVersion = isVersioned ? seenVersions.get(mutation.input.id) : undefined;
    if (shouldRemove(mutation)) {
      if (mutation.call === "loadout.save")
        seenVersions.set(mutation.input.id, baseVersion ?? mutation.input.seenVersion);
      return [];
    }
    if (baseVersion === undefined) return mutation;
    if (mutation.call === "loadout.save") seenVersions.set(mutation.input.id, baseVersion + 1);
    // The cast is safe, because the call determines the type of its input. A loadout that was never sent has no version.
    const seenVersion = mutation.call === "loadout.save" ? baseVersion : baseVersion || undefined;
    return { ...mutation, input: { ...mutation.input, seenVersion } } as PendingMutation;
  });
}

/**
 * Adds a change. An unsent deletion and its undo cancel each other out. A save replaces a refused save of the same loadout.
 */
export function addMutation(before: PendingMutations, next: PendingMutation): PendingMutations {
  if (next.call === "loadout.save") return addSave(before, next);
  const { id } = next.input as { id?: string };
  const last = before.findLast((mutation) => listTouchedIds(mutation).includes(id ?? ""));
  const isUndone = next.call === "loadout.restore" && last?.call === "loadout.remove" && !last.isSent;
  return isUndone ? before.filter((mutation) => mutation !== last) : [...before, next];
}

type PendingSave = PendingMutation & { call: "loadout.save" };

function addSave(before: PendingMutations, next: PendingSave): PendingMutations {
  const isSave = (mutation: PendingMutation): mutation is PendingSave =>
    mutation.call === "loadout.save" && mutation.input.id === next.input.id;
  const refused = before.filter(isSave).find(({ refusal }) => refusal !== undefined);
  if (!refused) return [...before, next];
  const hasSameBase = next.input.seenVersion === refused.input.seenVersion;
  const remaining = removeMutations(
    before,
    (mutation) => isSave(mutation) && (hasSameBase || mutation.refusal !== undefined),
  );
  // A save from a card contains no folder.
  const folderId = next.input.folderId ?? refused.input.folderId;
  return [...remaining, folderId === undefined ? next : { ...next, input: { ...next.input, folderId } }];
}

/** Returns the changes that may be sent in parallel: no earlier change affects the same items. */
export function listToSend(pendingMutations: PendingMutations, max: number): PendingMutations {
  const blockedIds = new Set<string>();
  const ready: PendingMutation[] = [];
  for (const mutation of pendingMutations) {
    const ids = listTouchedIds(mutation);
    if (!mutation.refusal && ready.length < max && !ids.some((id) => blockedIds.has(id))) ready.push(mutation);
    for (const id of ids) blockedIds.add(id);
  }
  return ready;
}

/** Returns the conflict of this loadout that waits for the user's decision; null if there is none. */
export const getConflict = (pendingMutations: PendingMutations, id: string): Refusal | null =>
  pendingMutations.find(
    (mutation) => mutation.refusal?.kind === "changed" && mutation.call === "loadout.save" && mutation.input.id === id,
  )?.refusal ?? null;

/** The last stored change. From then on, a form need not store its input. */
export const lastStoredMutation = atom<PendingMutation | null>(null);

// The state of the outbox that screens show.

export const outboxState = atom({
  pendingMutations: [] as PendingMutations,
  /** The number of stored changes that this version cannot read. */
  unreadable: 0,
  /** Whether changes are being sent, or need a sign-in first, or neither. */
  phase: "still" as "still" | "sending" | "signed-out",
  /** All changes of this page have been sent. */
  hasSent: false,
  /** False if this browser stores nothing: pending changes are lost when the tab is closed. */
  isStored: true,
});

export type OutboxState = ReturnType<typeof outboxState.get>;

export const setOutboxState = (changes: Partial<OutboxState>): void =>
  outboxState.set({ ...outboxState.get(), ...changes });

export const useOutbox = (): OutboxState => useStore(outboxState);
