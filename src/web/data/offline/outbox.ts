// Changes of a person: each is stored before it is sent, sent until it is answered, and removed by its answer.
import { createTRPCUntypedClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#api";
import { OWNER_HEADER } from "#domain/account/account.ts";
import { m } from "#messages";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { CALL_LIMIT_MS, fetchInTime, isOffline, isUnreachable, setReach } from "#web/data/offline/connectivity.ts";
import { dropOthersBefore } from "#web/data/offline/typed/drafts.ts";
import { getAppError, getProperty, isUnauthorized } from "#web/data/problem.ts";
import { confirmEnd } from "#web/data/session/confirm-end.ts";
import { lastPerson, type Person, SessionEndedError } from "#web/data/session/person.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { wordedLink } from "#web/data/worded-link.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { readLoadouts, storeChange } from "./answers.ts";
import { applied, getAnswer, type Saved } from "./locker.ts";
import {
  HAS_PENDING_KEY,
  lastStored,
  listToSend,
  listTouchedIds,
  type PendingCall,
  type PendingMutation,
  type PendingMutations,
  type Refusal,
  setOutboxState,
  withChange,
  without,
} from "./pending.ts";
import { readAll, removeOthers, updateAll } from "./store.ts";
import { type Changes, changeList, readChanges } from "./stored.ts";

/** Sent in one request. */
const MAX_AT_ONCE = 10;

/** What became of a change that was sent. */
type Outcome =
  | { is: "done"; data: unknown }
  /** It may have arrived, or not. */
  | { is: "lost" }
  | { is: "signed-out" }
  | { is: Refusal["kind"]; error: Refusal["error"] };

const client = createTRPCUntypedClient<AppRouter>({
  links: [
    wordedLink,
    httpBatchLink({
      url: `/api/trpc${m.language_query()}`,
      headers: ({ opList }) => ({
        "x-trpc-source": "react-app",
        [OWNER_HEADER]: String(opList[0].context["owner"]),
      }),
      fetch: (url, options) => fetchInTime(url, { ...(options as RequestInit), credentials: "include" }),
    }),
  ],
});

/** A call of this tab that waits for the answer to its change. */
type Caller = {
  answer: (outcome: Outcome) => void;
  /** The change is in the store: once it is gone from there, another tab has sent it. */
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

/** Follows what other tabs store, send and remove. */
export const followOtherTabs = (): void =>
  channel.addEventListener("message", () => void showChanges(lastPerson()?.id ?? null));

/** The changes of a person that wait, in the order they were made, and those that this version cannot read, and so cannot send. */
export const readOutbox = async (owner: string): Promise<Changes> => readChanges(await readAll("outbox", owner));

export const readPendingMutations = async (owner: string): Promise<PendingMutations> =>
  (await readOutbox(owner)).pendingMutations;

/** Changes the list in one step. */
async function writeList(owner: string, write: (changes: Changes) => Partial<Changes>): Promise<void> {
  await updateAll("outbox", owner, (list, isWhole) =>
    changeList(list, isWhole, (changes) => ({ ...changes, ...write(changes) })),
  );
  await showChanges(owner);
  channel.postMessage(owner);
}

/** The same of what can be read. */
const writePendingMutations = (
  owner: string,
  write: (pendingMutations: PendingMutations) => PendingMutations,
): Promise<void> => writeList(owner, ({ pendingMutations }) => ({ pendingMutations: write(pendingMutations) }));

/** Shows the screens what waits now, and answers calls whose change another tab has sent. */
export async function showChanges(owner: string | null): Promise<void> {
  const { pendingMutations, unreadable } = owner ? await readOutbox(owner) : { pendingMutations: [], unreadable: [] };
  const seen: string[] = [];
  for (const [id, caller] of callers) {
    const change = pendingMutations.find((one) => one.id === id);
    if (change?.refusal) {
      takeCaller(id)?.answer({ is: change.refusal.kind, error: change.refusal.error });
      if (change.refusal.kind === "refused") seen.push(id);
    } else if (change) caller.isStored = true;
    else if (caller.isStored) takeCaller(id)?.answer({ is: "done", data: undefined });
  }
  // The screen that waited shows the refusal.
  if (owner && seen.length > 0)
    return writePendingMutations(owner, (all) => all.filter(({ id }) => !seen.includes(id)));
  if (pendingMutations.length > 0) setLocal(HAS_PENDING_KEY, String(pendingMutations.length));
  else if (getLocal(HAS_PENDING_KEY) !== null) removeLocal(HAS_PENDING_KEY);
  // A screen that waits for an answer shows that itself.
  setOutboxState({
    pendingMutations: pendingMutations.filter(({ id }) => !callers.has(id)),
    unreadable: unreadable.length,
  });
}

/**
 * Stores a change, sends it, and answers as the server does; without an answer in time, as the server will.
 * @throws {Error} with the server's refusal. A change that was refused is forgotten; a save that met another one stays for a decision.
 * @throws {SessionEndedError} when the session is over; the change is forgotten, and stays in the form it was made in
 */
export async function commit(owner: string, call: PendingCall): Promise<unknown> {
  const subjects = call.call === "folder.remove" ? undefined : listTouchedIds(call);
  const items = applied(await readLoadouts(owner, subjects), await readPendingMutations(owner));
  const change: PendingMutation = { ...call, id: newId(), ...getSubject(call, items), at: new Date().toISOString() };
  const answer = getAnswer(change, items);
  const outcome = new Promise<Outcome>((resolve) => {
    callers.set(change.id, { answer: resolve, isStored: false });
    setTimeout(resolve, CALL_LIMIT_MS, { is: "lost" });
  });
  let sent: Outcome = { is: "lost" };
  try {
    let isWaiting = false;
    await writePendingMutations(owner, (pendingMutations) => {
      const next = withChange(pendingMutations, change);
      isWaiting = next.some(({ id }) => id === change.id);
      return next;
    });
    lastStored.set(change);
    if (!isWaiting || isOffline()) return answer;
    void sendNow(owner);
    sent = await outcome;
    if (sent.is === "done") return sent.data ?? answer;
    if (sent.is === "lost") return answer;
    if (sent.is === "signed-out") throw new SessionEndedError();
    // The data client passes on its own errors alone with the server's refusal.
    throw TRPCClientError.from({ error: { code: -32_000, ...sent.error } });
  } finally {
    callers.delete(change.id);
    // What still waits is shown from now on.
    if (sent.is !== "done") await showChanges(owner);
  }
}

function getSubject(call: PendingCall, items: readonly Saved[]): Pick<PendingMutation, "name" | "others"> {
  if ("name" in call.input) return { name: call.input.name };
  const ids = listTouchedIds(call);
  const [name = "", ...others] = items.filter(({ id }) => ids.includes(id)).map((one) => one.name);
  return { name, others: call.call === "loadout.move" ? 0 : others.length };
}

type End = "all" | "lost" | "signed-out";

let round: Promise<End> = Promise.resolve("all");

/** Sends what waits, one tab at a time, until all is answered or the server is lost. */
export async function sendNow(owner: string): Promise<void> {
  setOutboxState({ phase: "sending" });
  let end: End = "lost";
  try {
    const send = () => sendAll(owner);
    // Without locks, as on plain http, one round at a time of this tab.
    round = navigator.locks ? navigator.locks.request("outbox", send) : round.catch(() => {}).then(send);
    end = await round;
  } catch (error) {
    logError("Sending changes", error);
  } finally {
    setOutboxState({ phase: end === "signed-out" ? "signed-out" : "still" });
    if (end !== "all") for (const id of callers.keys()) takeCaller(id)?.answer({ is: end });
  }
}

async function sendAll(owner: string): Promise<End> {
  for (;;) {
    const left = await readPendingMutations(owner);
    if (listToSend(left, 1).length === 0) {
      // What is left is held by a change that a person has to decide on.
      for (const { id } of left) takeCaller(id)?.answer({ is: "lost" });
      return "all";
    }
    let changes: PendingMutations = [];
    // In one step: what was taken back since it was read is not sent.
    await writePendingMutations(owner, (pendingMutations) => {
      changes = listToSend(pendingMutations, MAX_AT_ONCE);
      return pendingMutations.map((one) => (changes.includes(one) ? { ...one, isSent: true } : one));
    });
    const outcomes = await Promise.all(changes.map((change) => send(owner, change)));
    const sent = new Map(outcomes.map((outcome, at) => [changes[at]?.id ?? "", outcome] as const));
    const isLost = outcomes.some(({ is }) => is === "lost");
    setReach({ isLost });
    await settle(owner, changes, sent);
    if (outcomes.some(({ is }) => is === "signed-out")) {
      await confirmEnd();
      return "signed-out";
    }
    if (isLost) return "lost";
  }
}

/** Removes the changes that were answered. What no call waits for stays: a refusal until it was seen, all else until a sign-in. */
async function settle(owner: string, changes: PendingMutations, sent: ReadonlyMap<string, Outcome>): Promise<void> {
  for (const change of changes) {
    const outcome = sent.get(change.id);
    // What this device cannot store it asks the server for again.
    if (outcome?.is === "done" && lastPerson()?.id === owner)
      await storeChange(owner, change, outcome.data).catch(() => {});
  }
  const answered = [...sent].flatMap(([id, outcome]) => {
    const caller = outcome.is === "lost" ? undefined : takeCaller(id);
    return caller ? [{ id, caller, outcome }] : [];
  });
  await writePendingMutations(owner, (pendingMutations) =>
    pendingMutations.flatMap((one) => {
      const outcome = sent.get(one.id) ?? { is: "lost" };
      const isSeen = answered.some(({ id }) => id === one.id);
      if (outcome.is === "lost" || (outcome.is === "signed-out" && !isSeen)) return [one];
      if (outcome.is === "changed" || (outcome.is === "refused" && !isSeen))
        return [{ ...one, refusal: { kind: outcome.is, error: outcome.error } }];
      return [];
    }),
  );
  for (const { caller, outcome } of answered) caller.answer(outcome);
  if ([...sent.values()].some(({ is }) => is === "done")) setOutboxState({ hasSent: true });
}

async function send(owner: string, { call, input }: PendingMutation): Promise<Outcome> {
  try {
    return { is: "done", data: await client.mutation(call, input, { context: { owner } }) };
  } catch (error) {
    if (isUnreachable(error)) return { is: "lost" };
    if (isUnauthorized(error)) return { is: "signed-out" };
    logError("Mutation error", error);
    const code = getAppError(error)?.code;
    // What is gone need not be removed.
    if (code === "loadout_missing" && call === "loadout.remove") return { is: "done", data: input };
    const data: unknown = JSON.parse(JSON.stringify(getProperty(error, "data") ?? null));
    const isConflict = code === "loadout_changed" && call === "loadout.save";
    const message = error instanceof Error ? error.message : "";
    return { is: isConflict ? "changed" : "refused", error: { message, data } };
  }
}

// What the person here may do about changes that wait.

const changeOwn = async (write: (changes: Changes) => Partial<Changes>): Promise<void> => {
  const owner = lastPerson()?.id;
  if (owner) await writeList(owner, write);
};

/** Sends everything now, also what was refused before. */
export async function retryAll(): Promise<void> {
  const renew = (one: PendingMutation) => (one.refusal?.kind === "refused" ? { ...one, refusal: undefined } : one);
  await changeOwn(({ pendingMutations }) => ({ pendingMutations: pendingMutations.map(renew) }));
  const owner = lastPerson()?.id;
  if (owner) await sendNow(owner);
}

const forget = (isGone: (change: PendingMutation) => boolean): Promise<void> =>
  changeOwn(({ pendingMutations }) => ({ pendingMutations: without(pendingMutations, isGone) }));

/** Forgets a change: what the server has stays. */
export const discard = (id: string): Promise<void> => forget((one) => one.id === id);

/** Forgets the saves of this loadout that wait for a decision, which was made. */
export const dropConflict = (loadoutId: string): Promise<void> =>
  forget((one) => one.call === "loadout.save" && one.input.id === loadoutId);

/** Forgets the changes that cannot be read. */
export const discardUnreadable = (): Promise<void> => changeOwn(() => ({ unreadable: [] }));

/** Forgets everything of this person that waits. */
export const discardAll = (owner: string): Promise<void> =>
  writeList(owner, () => ({ pendingMutations: [], unreadable: [] }));

// Whose changes these are.

/** Changes that wait for so long are deleted, such as those of an account that is gone. */
const RETENTION_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Handles a change of user. What was read for the user before is deleted. A guest's pending changes move to their account at the
 * next sign-in; another user's stay for them, and the screen shows until when.
 */
export async function changeOwner(before: Person | null, next: Person | null): Promise<void> {
  if (before?.isGuest && next && !next.isGuest) await moveChanges(before.id, next.id);
  const left = await clearOthers(next?.id ?? null);
  if (left > 0 && next)
    showToast(m.app_changes_of_another_account({ count: left, days: RETENTION_DAYS }), { isLasting: true });
  await showChanges(next?.id ?? null);
  setOutboxState({ phase: "still" });
}

/** Deletes what is stored for others than this person; answers how many of their changes stay. */
export function clearOthers(owner: string | null): Promise<number> {
  const oldest = Date.now() - RETENTION_DAYS * DAY_MS;
  dropOthersBefore(oldest);
  return removeOthers(owner, (changes) =>
    changes.every((one) => !(Date.parse(String(getProperty(one, "at"))) >= oldest)),
  );
}

/** Moves what waits from a guest to the account that the guest has become. */
async function moveChanges(guest: string, account: string): Promise<void> {
  const moved = await readPendingMutations(guest);
  await writePendingMutations(account, (pendingMutations) => [...pendingMutations, ...moved]);
  await writePendingMutations(guest, () => []);
}
