// Whoever measures or traces the server is told of what it does, and changes nothing of it.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Budget } from "./limits/budget.ts";

export type Observer = {
  /** A request came; calls `answer`, once and at once, for it to be answered. */
  request(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** The database did what this text says, without the values. */
  statement(statement: { sql: string; ms: number; failed: boolean }): void;
  /** A limit of this name refused something. */
  refused(limit: string): void;
};

/** Tells the observers of each request, before the server's own listeners answer it. */
export function observeRequests(server: Server, observers: readonly Observer[]): void {
  if (observers.length === 0) return;
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const answer = () => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    observers.reduce((inner, observer) => () => observer.request(request, response, inner), answer)();
  });
}

/** The same budget, of whose refusals the observers are told. */
export const observedBudget = (budget: Budget, observers: readonly Observer[]): Budget => ({
  async spend(key, allowance) {
    const waitMs = await budget.spend(key, allowance);
    // The rest of a key names a person or an address.
    if (waitMs > 0) for (const observer of observers) observer.refused(key.split(":", 1)[0] ?? "");
    return waitMs;
  },
  forgive: budget.forgive,
});
