// Observers of requests, statements and refusals, for metrics and traces. They change nothing.
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export type MailOutcome = "sent" | "failed" | "dead";

export type Observer = {
  /** Called for each request; must call `answer` once, synchronously. */
  request(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** A statement was executed; the text has no values. */
  statement(statement: { sql: string; ms: number; failed: boolean }): void;
  /** A limit of this name refused something. */
  refused(limit: string): void;
  /** A mail was sent, could not be sent and is tried again, or was given up. */
  mail(outcome: MailOutcome): void;
};

/** Notifies the observers of each request before the server's own listeners handle it. */
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

/** The first matching prefix gives the kind. No prefix contains a part of a path that identifies a person. */
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

/** The kind of a URL, for metrics. */
export function getRouteKind(url: string): string {
  const [path = ""] = url.split("?", 1);
  const kind = KINDS.find(([start]) => path.startsWith(start));
  return kind?.[1] ?? (/\.[a-z0-9]+$/.test(path) ? "file" : "page");
}
