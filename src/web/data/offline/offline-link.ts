// Between the screens and the server: where it cannot be reached, this device answers for a person's own things.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { isOffline, setReach } from "#web/data/connectivity.ts";
import { getLocal } from "#web/data/local-storage.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { hasSessionEnded, markSessionEnded, SessionEndedError } from "#web/data/session/person.ts";
import { isConnectionError, type OwnCall, type Send, WAITING_MARK } from "./own-call.ts";

const OWN = /^(loadout|folder|soldier|progress|goal)\.|^platoon\.(members\.overview|locker\.(list|get|places))$/;

export const deviceLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type === "subscription" || !OWN.test(op.path)) return next(op);
    return observable((observer) => {
      const send = () =>
        new Promise((resolve, reject) => {
          next(op).subscribe({ next: ({ result }) => resolve("data" in result ? result.data : null), error: reject });
        });
      answer(op, send).then(
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
  // A path is used by one query alone, and what another build stored is not read.
  return answer({ type: "query", path, input }, read) as Promise<Data>;
}

async function answer(call: OwnCall, send: Send): Promise<unknown> {
  if (hasSessionEnded()) return answerAfterEnd(call);
  let failure: unknown = null;
  if (!isOffline() && !getLocal(WAITING_MARK)) {
    try {
      const data = await send();
      setReach({ isLost: false });
      import("./responses.ts").then(({ keep }) => keep(call, data)).catch(() => {});
      return data;
    } catch (error) {
      if (!isConnectionError(error, call.signal)) return answerRefusal(call, error);
      failure = error;
    }
  }
  const device = await import("./responses.ts").catch(() => null);
  if (device) {
    try {
      return await device.answerHere(call, send, failure);
    } catch (error) {
      return answerRefusal(call, error);
    }
  }
  if (failure) throw failure;
  return send();
}

/** A session that ended elsewhere leaves what this device stores, to be read; nothing is written. */
async function answerAfterEnd(call: OwnCall): Promise<unknown> {
  const device = call.type === "query" ? await import("./responses.ts").catch(() => null) : null;
  const stored = await device?.storedAnswer(call);
  if (!stored) throw new SessionEndedError();
  return stored.data;
}

async function answerRefusal(call: OwnCall, error: unknown): Promise<unknown> {
  if (isUnauthorized(error)) {
    await confirmEnd();
    if (hasSessionEnded()) return answerAfterEnd(call);
  }
  throw error;
}

let confirming: Promise<void> | null = null;

/** Asks the server who is here, once for calls at the same time: a refused call alone may be older than a sign-in. */
function confirmEnd(): Promise<void> {
  confirming ??= askForEnd().finally(() => {
    confirming = null;
  });
  return confirming;
}

async function askForEnd(): Promise<void> {
  try {
    const response = await fetch("/api/auth/get-session", { credentials: "include" });
    if (response.ok && (await response.json()) === null) markSessionEnded();
  } catch {
    // Without a network the refusal stands by itself.
  }
}
