// Between the screens and the server: where it cannot be reached, this device answers for a person's own things.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { recall } from "#web/client/memory.ts";
import { isOffline, setReach } from "#web/client/reach.ts";
import { isLost, type OwnCall, type Send, WAITING_MARK } from "./own-call.ts";

const OWN = /^(loadout|folder|soldier|progress|goal)\./;

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

async function answer(call: OwnCall, send: Send): Promise<unknown> {
  let failure: unknown = null;
  if (!isOffline() && !recall(WAITING_MARK)) {
    try {
      const data = await send();
      setReach({ isLost: false });
      import("./device.ts").then(({ keep }) => keep(call, data)).catch(() => {});
      return data;
    } catch (error) {
      if (!isLost(error, call.signal)) throw error;
      failure = error;
    }
  }
  const device = await import("./device.ts").catch(() => null);
  if (device) return device.answerHere(call, send, failure);
  if (failure) throw failure;
  return send();
}
