// tRPC link for offline use: mutations are stored before they are sent, and queries fall back to cached responses.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { getLocal } from "#web/data/local-storage.ts";
import { isOffline, isUnreachable, reach, setReach } from "#web/data/offline/connectivity.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { confirmEnd } from "#web/data/session/confirm-end.ts";
import { hasSessionEnded, lastPerson, SessionEndedError } from "#web/data/session/person.ts";
import { asPendingCall, HAS_PENDING_KEY, type OwnCall, outboxState } from "./pending.ts";

/** Sends the call to the server; throws its errors. */
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
      (OFFLINE_PATHS.test(op.path) ? answer(op, send) : sendTracked(op, send)).then(
        (data) => {
          observer.next({ result: { type: "data", data } });
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });
  };

/** Runs a query of the account library with the same fallback to cached responses. */
export function answerAccountQuery<Data>(
  path: `platoon.${string}`,
  input: unknown,
  read: () => Promise<Data>,
): Promise<Data> {
  // The path is the cache key, so no other query may use it.
  return answer({ type: "query", path, input }, read) as Promise<Data>;
}

/** Sends the call, and records whether the server could be reached. */
async function sendTracked({ signal }: OwnCall, send: Send): Promise<unknown> {
  try {
    const data = await send();
    setReach({ isLost: false });
    return data;
  } catch (error) {
    if (isUnreachable(error, signal)) setReach({ isLost: true });
    throw error;
  }
}

/** Functions for cached responses and pending mutations; null where their script cannot be loaded. */
const loadOfflineStore = async () => {
  const parts = await Promise.all([import("./answers.ts"), import("./outbox.ts")]).catch(() => null);
  return parts && { ...parts[0], ...parts[1] };
};

async function answer(call: OwnCall, send: Send): Promise<unknown> {
  if (hasSessionEnded()) return answerAfterEnd(call);
  try {
    const change = call.type === "mutation" ? asPendingCall(call.path, call.input) : null;
    const owner = lastPerson()?.id;
    const store = change && owner ? await loadOfflineStore() : null;
    if (change && owner && store) return await store.commit(owner, change);
    return await (call.type === "query" ? answerQuery(call, send) : sendTracked(call, send));
  } catch (error) {
    if (isUnauthorized(error)) {
      await confirmEnd();
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
  const stored = await findStored(call);
  if (stored) {
    setReach({ isLost: true, asOf: Math.min(stored.at, reach.get().asOf ?? stored.at) });
    return stored.data;
  }
  if (failure) throw failure;
  return send();
}

/** Caches the server's response and applies the pending mutations to it. */
async function storeAndApplyPending(call: OwnCall, data: unknown): Promise<unknown> {
  const owner = lastPerson()?.id;
  if (!owner) return data;
  const loading = loadOfflineStore();
  void loading.then((store) => store?.storeAnswer(owner, call, data)).catch(() => {});
  if (outboxState.get().pendingMutations.length === 0 && !getLocal(HAS_PENDING_KEY)) return data;
  const store = await loading;
  return store ? store.applyPending(call, data, await store.readPendingMutations(owner)) : data;
}

async function findStored(call: OwnCall): Promise<{ at: number; data: unknown } | null> {
  const owner = lastPerson()?.id;
  const store = owner && call.type === "query" ? await loadOfflineStore() : null;
  return owner && store ? store.findAnswer(owner, call, await store.readPendingMutations(owner)) : null;
}

/** After the session ended elsewhere, cached responses can be read, but nothing is written. */
async function answerAfterEnd(call: OwnCall): Promise<unknown> {
  const stored = await findStored(call);
  if (!stored) throw new SessionEndedError();
  return stored.data;
}
