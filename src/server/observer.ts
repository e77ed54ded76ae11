// Observers of requests, statements and refusals, for metrics and traces. They must not change anything.
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export type MailOutcome = "sent" | "failed" | "dead";

export type Observer = {
  /** Called for each request; must call `next` once, synchronously. */
  request(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Called after each statement; the text has no values. */
  statement(statement: { sql: string; ms: number; failed: boolean }): void;
  /** Called when the rate limit with this name has refused a call. */
  refused(limit: string): void;
  /** Called after each attempt to send a mail: it was sent, it failed and will be repeated, or it was given up. */
  mail(outcome: MailOutcome): void;
};

/** Notifies the observers of each request before the server's own listeners handle it. */
export function observeRequests(server: Server, observers: readonly Observer[]): void {
  if (observers.length === 0) return;
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const next = () => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    observers.reduce((inner, observer) => () => observer.request(request, response, inner), next)();
  });
}

/** The kinds by path prefix; the first match counts. No prefix contains personal data. */
const KINDS = [
  ["/api/trpc/", "data"],
  ["/api/auth/get-session", "session"],
  ["/api/auth/", "account"],
  ["/api/avatar/", "picture"],
  ["/api/health/", "health"],
  ["/api/", "other"],
  ["/assets/", "file"],
  ["/pictures/", "picture"],
] as const;

/** Returns the kind of a URL, for metrics. */
export function getRouteKind(url: string): string {
  const [path = ""] = url.split("?", 1);
  const kind = KINDS.find(([start]) => path.startsWith(start));
  return kind?.[1] ?? (/\.[a-z0-9]+$/.test(path) ? "file" : "page");
}
