// Between the screens and the server: a person's changes are stored before they are sent, and where the server cannot be reached,
// this device answers what it has read before.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { getLocal } from "#web/data/local-storage.ts";
import { isOffline, isUnreachable, reach, setReach } from "#web/data/offline/connectivity.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { confirmEnd } from "#web/data/session/confirm-end.ts";
import { hasSessionEnded, lastPerson, SessionEndedError } from "#web/data/session/person.ts";
import { asPendingCall, type OwnCall, outboxState, WAITING_MARK } from "./pending.ts";

/** Makes the call of the server; throws as it does. */
type Send = () => Promise<unknown>;

const OWN = /^(loadout|folder|soldier|progress|goal)\.|^platoon\.(members\.overview|locker\.(list|get|places))$/;

export const deviceLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type === "subscription") return next(op);
    return observable((observer) => {
      const send = () =>
        new Promise((resolve, reject) => {
          next(op).subscribe({ next: ({ result }) => resolve("data" in result ? result.data : null), error: reject });
        });
      (OWN.test(op.path) ? answer(op, send) : sendTracked(op, send)).then(
        (data) => {
          observer.next({ result: { type: "data", data } });
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });
  };

/** Answers a query of the account library as a data call: from this device where the server cannot be reached. */
export function answerAccountQuery<Data>(
  path: `platoon.${string}`,
  input: unknown,
  read: () => Promise<Data>,
): Promise<Data> {
  // A path is used by one query alone.
  return answer({ type: "query", path, input }, read) as Promise<Data>;
}

/** Makes the call, and records whether the server could be reached. */
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

/** What this device stores and sends; null where its script cannot be loaded. */
const loadDevice = async () => {
  const parts = await Promise.all([import("./answers.ts"), import("./outbox.ts")]).catch(() => null);
  return parts && { ...parts[0], ...parts[1] };
};

async function answer(call: OwnCall, send: Send): Promise<unknown> {
  if (hasSessionEnded()) return answerAfterEnd(call);
  try {
    const change = call.type === "mutation" ? asPendingCall(call.path, call.input) : null;
    const owner = lastPerson()?.id;
    const device = change && owner ? await loadDevice() : null;
    if (change && owner && device) return await device.commit(owner, change);
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
      return await storeAndLayOver(call, data);
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

/** Stores what the server answered, and lays over it what it does not know yet. */
async function storeAndLayOver(call: OwnCall, data: unknown): Promise<unknown> {
  const owner = lastPerson()?.id;
  if (!owner) return data;
  const loading = loadDevice();
  void loading.then((device) => device?.storeAnswer(owner, call, data)).catch(() => {});
  if (outboxState.get().waiting.length === 0 && !getLocal(WAITING_MARK)) return data;
  const device = await loading;
  return device ? device.layOver(call, data, await device.readWaiting(owner)) : data;
}

async function findStored(call: OwnCall): Promise<{ at: number; data: unknown } | null> {
  const owner = lastPerson()?.id;
  const device = owner && call.type === "query" ? await loadDevice() : null;
  return owner && device ? device.findAnswer(owner, call, await device.readWaiting(owner)) : null;
}

/** A session that ended elsewhere leaves what this device stores, to be read; nothing is written. */
async function answerAfterEnd(call: OwnCall): Promise<unknown> {
  const stored = await findStored(call);
  if (!stored) throw new SessionEndedError();
  return stored.data;
}
