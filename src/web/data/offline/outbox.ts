// The outbox: each change of a user is stored, sent until the server has responded, and removed by the response.
import { createTRPCUntypedClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#api";
import { OWNER_HEADER } from "#domain/account/account.ts";
import { m } from "#messages";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import {
  CALL_TIMEOUT_MS,
  fetchWithTimeout,
  isOffline,
  isUnreachable,
  setConnectivity,
} from "#web/data/offline/connectivity.ts";
import { dropOtherUsersDrafts } from "#web/data/offline/typed/drafts.ts";
import { getAppError, getProperty, isUnauthorized } from "#web/data/problem.ts";
import { confirmSessionEnd } from "#web/data/session/confirm-end.ts";
import { getLastPerson, type Person, SessionEndedError } from "#web/data/session/person.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { localizedErrorLink } from "#web/data/worded-link.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { readLoadouts, storeChange } from "./answers.ts";
import { applyMutations, getExpectedResponse, type Saved } from "./locker.ts";
import {
  addMutation,
  HAS_PENDING_KEY,
  lastStoredMutation,
  listToSend,
  listTouchedIds,
  type PendingCall,
  type PendingMutation,
  type PendingMutations,
  type Refusal,
  removeMutations,
  setOutboxState,
} from "./pending.ts";
import { readAll, removeOthers, updateAll } from "./store.ts";
import { type Changes, changeList, readChanges } from "./stored.ts";

/** The maximum number of changes per request. */
const MAX_AT_ONCE = 10;

/** The outcome of sending a change. */
type Outcome =
  | { kind: "done"; data: unknown }
  /** The change may or may not have reached the server. */
  | { kind: "lost" }
  | { kind: "signed-out" }
  | { kind: Refusal["kind"]; error: Refusal["error"] };

const client = createTRPCUntypedClient<AppRouter>({
  links: [
    localizedErrorLink,
    httpBatchLink({
      url: `/api/trpc${m.language_query()}`,
      headers: ({ opList }) => ({
        "x-trpc-source": "react-app",
        [OWNER_HEADER]: String(opList[0].context["owner"]),
      }),
      fetch: (url, options) => fetchWithTimeout(url, { ...(options as RequestInit), credentials: "include" }),
    }),
  ],
});

/** A call of this tab that waits for the outcome of its change. */
type Caller = {
  resolve: (outcome: Outcome) => void;
  /** The change is in the store. If it is removed from there, another tab has sent it. */
  isStored: boolean;
};

const callers = new Map<string, Caller>();

function takeCaller(id: string): Caller | undefined {
  const caller = callers.get(id);
  callers.delete(id);
  return caller;
}

/** Notifies other tabs of changes. */
const channel = new BroadcastChannel("outbox");

/** Updates the outbox when other tabs store, send or remove changes. */
export const followOtherTabs = (): void =>
  channel.addEventListener("message", () => void showChanges(getLastPerson()?.id ?? null));

/** Returns a user's pending changes in the order they were made, and those that this version cannot read and therefore not send. */
export const readOutbox = async (owner: string): Promise<Changes> => readChanges(await readAll("outbox", owner));

export const readPendingMutations = async (owner: string): Promise<PendingMutations> =>
  (await readOutbox(owner)).pendingMutations;

/** Changes a user's list of changes atomically. */
async function writeList(owner: string, write: (changes: Changes) => Partial<Changes>): Promise<void> {
  await updateAll("outbox", owner, (list, isWhole) =>
    changeList(list, isWhole, (changes) => ({ ...changes, ...write(changes) })),
  );
  await showChanges(owner);
  channel.postMessage(owner);
}

/** Changes the readable changes of a user atomically. */
const writePendingMutations = (
  owner: string,
  write: (pendingMutations: PendingMutations) => PendingMutations,
): Promise<void> => writeList(owner, ({ pendingMutations }) => ({ pendingMutations: write(pendingMutations) }));

/** Updates the state that screens show, and resolves calls whose change another tab has sent. */
export async function showChanges(owner: string | null): Promise<void> {
  const { pendingMutations, unreadable } = owner ? await readOutbox(owner) : { pendingMutations: [], unreadable: [] };
  const shownIds: string[] = [];
  for (const [id, caller] of callers) {
    const change = pendingMutations.find((mutation) => mutation.id === id);
    if (change?.refusal) {
      takeCaller(id)?.resolve({ kind: change.refusal.kind, error: change.refusal.error });
      if (change.refusal.kind === "refused") shownIds.push(id);
    } else if (change) caller.isStored = true;
    else if (caller.isStored) takeCaller(id)?.resolve({ kind: "done", data: undefined });
  }
  // The screen that made the call shows the refusal, so it is removed here.
  if (owner && shownIds.length > 0)
    return writePendingMutations(owner, (all) => all.filter(({ id }) => !shownIds.includes(id)));
  if (pendingMutations.length > 0) setLocal(HAS_PENDING_KEY, String(pendingMutations.length));
  else if (getLocal(HAS_PENDING_KEY) !== null) removeLocal(HAS_PENDING_KEY);
  // A screen that waits for a response shows that itself.
  setOutboxState({
    pendingMutations: pendingMutations.filter(({ id }) => !callers.has(id)),
    unreadable: unreadable.length,
  });
}

/**
 * Stores a change, sends it and returns the server's response, or the expected response if none arrives in time.
 * @throws {Error} with the server's refusal. A refused change is removed; a conflicting save stays until the user decides.
 * @throws {SessionEndedError} if the session has ended; the change is removed, and its input stays in the form
 */
export async function commit(owner: string, call: PendingCall): Promise<unknown> {
  const subjects = call.call === "folder.remove" ? undefined : listTouchedIds(call);
  const items = applyMutations(await readLoadouts(owner, subjects), await readPendingMutations(owner));
  const change: PendingMutation = { ...call, id: newId(), ...getSubject(call, items), at: new Date().toISOString() };
  const expectedResponse = getExpectedResponse(change, items);
  const outcomePromise = new Promise<Outcome>((resolve) => {
    callers.set(change.id, { resolve, isStored: false });
    setTimeout(resolve, CALL_TIMEOUT_MS, { kind: "lost" });
  });
  let outcome: Outcome = { kind: "lost" };
  try {
    let isPending = false;
    await writePendingMutations(owner, (pendingMutations) => {
      const next = addMutation(pendingMutations, change);
      isPending = next.some(({ id }) => id === change.id);
      return next;
    });
    lastStoredMutation.set(change);
    if (!isPending || isOffline()) return expectedResponse;
    void sendNow(owner);
    outcome = await outcomePromise;
    if (outcome.kind === "done") return outcome.data ?? expectedResponse;
    if (outcome.kind === "lost") return expectedResponse;
    if (outcome.kind === "signed-out") throw new SessionEndedError();
    // The data client rethrows an error with the server's refusal only if it is its own.
    throw TRPCClientError.from({ error: { code: -32_000, ...outcome.error } });
  } finally {
    callers.delete(change.id);
    // A change that is still pending is shown from now on.
    if (outcome.kind !== "done") await showChanges(owner);
  }
}

function getSubject(call: PendingCall, items: readonly Saved[]): Pick<PendingMutation, "name" | "others"> {
  if ("name" in call.input) return { name: call.input.name };
  const ids = listTouchedIds(call);
  const [name = "", ...others] = items.filter(({ id }) => ids.includes(id)).map((item) => item.name);
  return { name, others: call.call === "loadout.move" ? 0 : others.length };
}

type RoundResult = "all" | "lost" | "signed-out";

let currentRound: Promise<RoundResult> = Promise.resolve("all");

/** Sends the pending changes, one tab at a time, until all have a response or the server is unreachable. */
export async function sendNow(owner: string): Promise<void> {
  setOutboxState({ phase: "sending" });
  let result: RoundResult = "lost";
  try {
    const send = () => sendAll(owner);
    // Without Web Locks, as on plain http, only the rounds of this tab are sequential.
    currentRound = navigator.locks ? navigator.locks.request("outbox", send) : currentRound.catch(() => {}).then(send);
    result = await currentRound;
  } catch (error) {
    logError("Sending changes", error);
  } finally {
    setOutboxState({ phase: result === "signed-out" ? "signed-out" : "still" });
    if (result !== "all") for (const id of callers.keys()) takeCaller(id)?.resolve({ kind: result });
  }
}

async function sendAll(owner: string): Promise<RoundResult> {
  for (;;) {
    const remaining = await readPendingMutations(owner);
    if (listToSend(remaining, 1).length === 0) {
      // The remaining changes are blocked by a change that waits for the user's decision.
      for (const { id } of remaining) takeCaller(id)?.resolve({ kind: "lost" });
      return "all";
    }
    let changes: PendingMutations = [];
    // Read and marked atomically, so that a change that was undone in the meantime is not sent.
    await writePendingMutations(owner, (pendingMutations) => {
      changes = listToSend(pendingMutations, MAX_AT_ONCE);
      return pendingMutations.map((mutation) =>
        changes.includes(mutation) ? { ...mutation, isSent: true } : mutation,
      );
    });
    const outcomes = await Promise.all(changes.map((change) => send(owner, change)));
    const outcomesById = new Map(outcomes.map((outcome, index) => [changes[index]?.id ?? "", outcome] as const));
    const isLost = outcomes.some(({ kind }) => kind === "lost");
    setConnectivity({ isLost });
    await handleOutcomes(owner, changes, outcomesById);
    if (outcomes.some(({ kind }) => kind === "signed-out")) {
      await confirmSessionEnd();
      return "signed-out";
    }
    if (isLost) return "lost";
  }
}

/** Removes changes with a response. If no call waits for it, a refused change stays until it is shown, others until a sign-in. */
async function handleOutcomes(
  owner: string,
  changes: PendingMutations,
  outcomesById: ReadonlyMap<string, Outcome>,
): Promise<void> {
  for (const change of changes) {
    const outcome = outcomesById.get(change.id);
    // If the result cannot be stored, the device fetches it again later.
    if (outcome?.kind === "done" && getLastPerson()?.id === owner)
      await storeChange(owner, change, outcome.data).catch(() => {});
  }
  const answered = [...outcomesById].flatMap(([id, outcome]) => {
    const caller = outcome.kind === "lost" ? undefined : takeCaller(id);
    return caller ? [{ id, caller, outcome }] : [];
  });
  await writePendingMutations(owner, (pendingMutations) =>
    pendingMutations.flatMap((mutation) => {
      const outcome = outcomesById.get(mutation.id) ?? { kind: "lost" };
      const hasCaller = answered.some(({ id }) => id === mutation.id);
      if (outcome.kind === "lost" || (outcome.kind === "signed-out" && !hasCaller)) return [mutation];
      if (outcome.kind === "changed" || (outcome.kind === "refused" && !hasCaller))
        return [{ ...mutation, refusal: { kind: outcome.kind, error: outcome.error } }];
      return [];
    }),
  );
  for (const { caller, outcome } of answered) caller.resolve(outcome);
  if ([...outcomesById.values()].some(({ kind }) => kind === "done")) setOutboxState({ hasSent: true });
}

async function send(owner: string, { call, input }: PendingMutation): Promise<Outcome> {
  try {
    return { kind: "done", data: await client.mutation(call, input, { context: { owner } }) };
  } catch (error) {
    if (isUnreachable(error)) return { kind: "lost" };
    if (isUnauthorized(error)) return { kind: "signed-out" };
    logError("Mutation error", error);
    const code = getAppError(error)?.code;
    // A missing loadout counts as removed.
    if (code === "loadout_missing" && call === "loadout.remove") return { kind: "done", data: input };
    const data: unknown = JSON.parse(JSON.stringify(getProperty(error, "data") ?? null));
    const isConflict = code === "loadout_changed" && call === "loadout.save";
    const message = error instanceof Error ? error.message : "";
    return { kind: isConflict ? "changed" : "refused", error: { message, data } };
  }
}

// The actions of the current user on pending changes.

const updateOwnChanges = async (write: (changes: Changes) => Partial<Changes>): Promise<void> => {
  const owner = getLastPerson()?.id;
  if (owner) await writeList(owner, write);
};

/** Sends all changes now, including refused ones. */
export async function retryAll(): Promise<void> {
  const clearRefusal = (mutation: PendingMutation) =>
    mutation.refusal?.kind === "refused" ? { ...mutation, refusal: undefined } : mutation;
  await updateOwnChanges(({ pendingMutations }) => ({ pendingMutations: pendingMutations.map(clearRefusal) }));
  const owner = getLastPerson()?.id;
  if (owner) await sendNow(owner);
}

const removeOwnChanges = (shouldRemove: (change: PendingMutation) => boolean): Promise<void> =>
  updateOwnChanges(({ pendingMutations }) => ({ pendingMutations: removeMutations(pendingMutations, shouldRemove) }));

/** Discards a change; the server's state stays as it is. */
export const discard = (id: string): Promise<void> => removeOwnChanges((mutation) => mutation.id === id);

/** Removes the conflicting saves of a loadout after the user has decided. */
export const dropConflict = (loadoutId: string): Promise<void> =>
  removeOwnChanges((mutation) => mutation.call === "loadout.save" && mutation.input.id === loadoutId);

/** Discards the changes that cannot be read. */
export const discardUnreadable = (): Promise<void> => updateOwnChanges(() => ({ unreadable: [] }));

/** Discards all pending changes of a user. */
export const discardAll = (owner: string): Promise<void> =>
  writeList(owner, () => ({ pendingMutations: [], unreadable: [] }));

// The handling of different users.

/** Pending changes of other users are deleted after this time, because their account may no longer exist. */
const RETENTION_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Handles a change of user. The stored responses of the previous user are deleted. A guest's pending changes move to their account
 * at the next sign-in; another user's stay, and the screen shows for how long.
 */
export async function changeOwner(before: Person | null, next: Person | null): Promise<void> {
  if (before?.isGuest && next && !next.isGuest) await moveChanges(before.id, next.id);
  const pendingCount = await clearOtherUsers(next?.id ?? null);
  if (pendingCount > 0 && next)
    showToast(m.app_changes_of_another_account({ count: pendingCount, days: RETENTION_DAYS }), { isLasting: true });
  await showChanges(next?.id ?? null);
  setOutboxState({ phase: "still" });
}

/** Deletes the stored data of other users; resolves to the number of their changes that stay. */
export function clearOtherUsers(owner: string | null): Promise<number> {
  const oldest = Date.now() - RETENTION_DAYS * DAY_MS;
  dropOtherUsersDrafts(oldest);
  return removeOthers(owner, (changes) =>
    changes.every((change) => !(Date.parse(String(getProperty(change, "at"))) >= oldest)),
  );
}

/** Moves the pending changes of a guest to the account that the guest has become. */
async function moveChanges(guest: string, account: string): Promise<void> {
  const guestMutations = await readPendingMutations(guest);
  await writePendingMutations(account, (pendingMutations) => [...pendingMutations, ...guestMutations]);
  await writePendingMutations(guest, () => []);
}
