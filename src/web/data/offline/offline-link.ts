// tRPC link for offline use: stores mutations before they are sent, and answers queries from stored responses while offline.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { getLocal } from "#web/data/local-storage.ts";
import { connectivity, isOffline, isUnreachable, setConnectivity } from "#web/data/offline/connectivity.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { confirmSessionEnd } from "#web/data/session/confirm-end.ts";
import { getLastPerson, hasSessionEnded, SessionEndedError } from "#web/data/session/person.ts";
import { HAS_PENDING_KEY, type OwnCall, outboxState, toPendingCall } from "./pending.ts";

/** Sends the call to the server; rejects with the server's error. */
type Send = () => Promise<unknown>;

const OFFLINE_PATHS =
  /^(loadout|folder|soldier|progress|goal)\.|^platoon\.(members\.overview|locker\.(list|get|places))$/;

export const offlineLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type === "subscription") return next(op);
    return observable((observer) => {
      const send = () =>
        new Promise((resolve, reject) => {
          next(op).subscribe({ next: ({ result }) => resolve("data" in result ? result.data : null), error: reject });
        });
      (OFFLINE_PATHS.test(op.path) ? answerCall(op, send) : sendTracked(op, send)).then(
        (data) => {
          observer.next({ result: { type: "data", data } });
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });
  };

/** Runs a query of the account library with the same fallback to stored responses. */
export function answerAccountQuery<Data>(
  path: `platoon.${string}`,
  input: unknown,
  read: () => Promise<Data>,
): Promise<Data> {
  // The path is the key of the stored response, so no other query may use it.
  return answerCall({ type: "query", path, input }, read) as Promise<Data>;
}

/** Sends the call, and records whether the server could be reached. */
async function sendTracked({ signal }: OwnCall, send: Send): Promise<unknown> {
  try {
    const data = await send();
    setConnectivity({ isLost: false });
    return data;
  } catch (error) {
    if (isUnreachable(error, signal)) setConnectivity({ isLost: true });
    throw error;
  }
}

/** Loads the functions for stored responses and pending mutations; null if their script cannot be loaded. */
const loadOfflineStore = async () => {
  const parts = await Promise.all([import("./answers.ts"), import("./outbox.ts")]).catch(() => null);
  return parts && { ...parts[0], ...parts[1] };
};

async function answerCall(call: OwnCall, send: Send): Promise<unknown> {
  if (hasSessionEnded()) return answerAfterEnd(call);
  try {
    const change = call.type === "mutation" ? toPendingCall(call.path, call.input) : null;
    const owner = getLastPerson()?.id;
    const store = change && owner ? await loadOfflineStore() : null;
    if (change && owner && store) return await store.commit(owner, change);
    return await (call.type === "query" ? answerQuery(call, send) : sendTracked(call, send));
  } catch (error) {
    if (isUnauthorized(error)) {
      await confirmSessionEnd();
      if (hasSessionEnded()) return answerAfterEnd(call);
    }
    throw error;
  }
}

async function answerQuery(call: OwnCall, send: Send): Promise<unknown> {
  let failure: unknown = null;
  if (!isOffline()) {
    try {
      const data = await sendTracked(call, send);
      return await storeAndApplyPending(call, data);
    } catch (error) {
      if (!isUnreachable(error, call.signal)) throw error;
      failure = error;
    }
  }
  const stored = await findStoredAnswer(call);
  if (stored) {
    setConnectivity({ isLost: true, asOf: Math.min(stored.at, connectivity.get().asOf ?? stored.at) });
    return stored.data;
  }
  if (failure) throw failure;
  return send();
}

/** Stores the server's response and returns it with the pending mutations applied. */
async function storeAndApplyPending(call: OwnCall, data: unknown): Promise<unknown> {
  const owner = getLastPerson()?.id;
  if (!owner) return data;
  const loading = loadOfflineStore();
  // After a sign-out nothing of the person is stored.
  void loading
    .then((store) => (getLastPerson()?.id === owner ? store?.storeAnswer(owner, call, data) : undefined))
    .catch(() => {});
  if (outboxState.get().pendingMutations.length === 0 && !getLocal(HAS_PENDING_KEY)) return data;
  const store = await loading;
  return store ? store.applyPending(call, data, await store.readPendingMutations(owner)) : data;
}

async function findStoredAnswer(call: OwnCall): Promise<{ at: number; data: unknown } | null> {
  const owner = getLastPerson()?.id;
  const store = owner && call.type === "query" ? await loadOfflineStore() : null;
  return owner && store ? store.findAnswer(owner, call, await store.readPendingMutations(owner)) : null;
}

/** After the session has ended elsewhere, stored responses can be read, but nothing is written. */
async function answerAfterEnd(call: OwnCall): Promise<unknown> {
  const stored = await findStoredAnswer(call);
  if (!stored) throw new SessionEndedError();
  return stored.data;
}
