// The outbox of the current user, over the device's store, its locks and the server.
import { createTRPCUntypedClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#api";
import { stableStringify } from "#domain/plain-values.ts";
import { m } from "#messages";
import { setReach } from "#web/data/connectivity.ts";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { WAITING_MARK, wordedLink } from "#web/data/offline/own-call.ts";
import { readValue, updateValue } from "#web/data/offline/store.ts";
import { getAppError, getProperty } from "#web/data/problem.ts";
import { lastPerson, markSessionEnded } from "#web/data/session/person.ts";
import { type Current, type OutboxWorld, type Round, type Sent, sendChanges } from "./outbox.ts";
import { type PendingMutation, type Refusal, setOutboxState } from "./pending-mutation.ts";

const PATIENCE_MS = 20_000;
/** What passes by itself: too many calls, and a server that is not all there. */
const PASSING: readonly unknown[] = [429, 502, 503, 504];

const client = createTRPCUntypedClient<AppRouter>({
  links: [
    wordedLink,
    httpLink({
      url: `/api/trpc${m.language_query()}`,
      headers: { "x-trpc-source": "react-app" },
      fetch: (url, options) =>
        fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS), credentials: "include" }),
    }),
  ],
});

/** Notifies other tabs of changes. */
const channel = new BroadcastChannel("outbox");

export const onOtherTab = (listener: () => void): void => channel.addEventListener("message", listener);

const readWaiting = async (owner: string): Promise<readonly PendingMutation[]> =>
  (await readValue<readonly PendingMutation[]>("outbox", owner)) ?? [];

export const getWorld = (owner: string): OutboxWorld => ({
  read: () => readWaiting(owner),
  write: async (change) => {
    await updateValue<readonly PendingMutation[]>("outbox", owner, (waiting) => change(waiting ?? []));
    await applyPending(owner);
    channel.postMessage(owner);
  },
  ask: () => askWhoIsHere(owner),
  send: async (change) => {
    const sent = await send(change);
    // The session has ended between two changes: what the screens show follows.
    if (sent.is === "signed-out") await askWhoIsHere(owner);
    if (sent.is !== "done") return sent;
    // What this device cannot keep it asks the server for again.
    await import("#web/data/offline/cache.ts")
      .then(({ updateCache }) => updateCache(owner, change, sent.data))
      .catch(() => {});
    return sent;
  },
  alone: (work) => (navigator.locks ? navigator.locks.request("outbox", work) : work()),
});

let lastReading = 0;

/** Shows the screens what waits now. */
export async function applyPending(owner: string | null): Promise<void> {
  lastReading += 1;
  const reading = lastReading;
  const waiting = owner ? await readWaiting(owner) : [];
  if (waiting.length > 0) setLocal(WAITING_MARK, String(waiting.length));
  else if (getLocal(WAITING_MARK) !== null) removeLocal(WAITING_MARK);
  const worded = await Promise.all(waiting.map(wordChange));
  // Words may come later than what was read after it.
  if (reading === lastReading) setOutboxState({ waiting: worded });
}

/** The change in the reader's language, which was perhaps another one when it was stored. */
async function wordChange(change: PendingMutation): Promise<PendingMutation> {
  const { name, others = 0, refusal } = change;
  return {
    ...change,
    name: others > 0 ? m.app_first_and_more({ first: name, count: others }) : name,
    ...(refusal && { refusal: await wordReason(refusal) }),
  };
}

async function wordReason({ kind, error }: Refusal): Promise<Refusal> {
  // Without the words the reason is shown as it was stored.
  const words = await import("#messages/errors.ts").then(
    ({ wordRefusal }) => wordRefusal(error.data),
    () => null,
  );
  return { kind, error: { ...error, message: words ?? error.message } };
}

/** Sends the pending changes; a lost connection is recorded. */
export async function sendNow(owner: string): Promise<Round> {
  setOutboxState({ phase: "sending" });
  try {
    const round = await sendChanges(getWorld(owner));
    setReach({ isLost: round.end === "lost" });
    setOutboxState({ phase: round.end === "signed-out" ? "signed-out" : "still" });
    if ([...round.outcomes.values()].some(({ is }) => is === "done")) setOutboxState({ hasSent: true });
    return round;
  } catch (error) {
    setOutboxState({ phase: "still" });
    throw error;
  }
}

async function askWhoIsHere(owner: string): Promise<"owner" | "other" | "lost"> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch("/api/auth/get-session", { credentials: "include", signal });
    if (!response.ok) return "lost";
    const session: { user?: { id?: string } } | null = await response.json();
    if (session === null) markSessionEnded();
    return session?.user?.id === owner ? "owner" : "other";
  } catch {
    return "lost";
  }
}

async function send({ call, input }: PendingMutation): Promise<Sent> {
  try {
    return { is: "done", data: await client.mutation(call, input) };
  } catch (error) {
    const data: unknown = error instanceof TRPCClientError ? error.data : null;
    const status = getProperty(data, "httpStatus");
    if (typeof status !== "number" || PASSING.includes(status)) return { is: "lost" };
    if (status === 401) return { is: "signed-out" };
    logError("Mutation error", error);
    const refusal = getAppError(error);
    // What is gone need not be removed.
    if (refusal?.code === "loadout_missing" && call === "loadout.remove") return { is: "done", data: input };
    const reported = { message: error instanceof Error ? error.message : "", data: JSON.parse(JSON.stringify(data)) };
    if (refusal?.code !== "loadout_changed") return { is: "refused", error: reported, current: null };
    return { is: "changed", error: reported, current: getCurrent(refusal.details["current"]) };
  }
}

function getCurrent(current: unknown): Current | null {
  const version = getProperty(current, "version");
  if (typeof version !== "number") return null;
  return { version, isAs: (content) => getWords(content) === getWords(current) };
}

/** What a person wrote of it, with its keys in one order. */
const getWords = (content: unknown): string =>
  stableStringify(["name", "note", "tags", "loadout"].map((name) => getProperty(content, name)));

// What a person may do about changes that wait.

const changeWaiting = async (
  change: (waiting: readonly PendingMutation[]) => readonly PendingMutation[],
): Promise<void> => {
  const owner = lastPerson()?.id;
  if (owner) await getWorld(owner).write(change);
};

/** Sends everything now, also what was refused before. */
export async function retryAll(): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner) return;
  setOutboxState({ phase: "still" });
  await changeWaiting((waiting) =>
    waiting.map((one) => {
      if (one.refusal?.kind !== "refused") return one;
      const { refusal: _, ...rest } = one;
      return rest;
    }),
  );
  await sendNow(owner);
}

/** Forgets a change: what the server has stays. */
export const discard = (id: string): Promise<void> =>
  changeWaiting((waiting) => waiting.filter((one) => one.id !== id));

/** Forgets the save of this loadout that met another one, whose answer is on its way. */
export const dropConflict = (loadoutId: string): Promise<void> =>
  changeWaiting((waiting) =>
    waiting.filter(
      ({ call, input, refusal }) => !(call === "loadout.save" && refusal?.kind === "changed" && input.id === loadoutId),
    ),
  );
