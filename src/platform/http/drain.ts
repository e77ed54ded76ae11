// Graceful shutdown: running requests are completed, and none that has arrived is lost.
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";

/** Maximum time for running requests. */
const MAX_DRAIN_MS = 7000;
/** A request may be under way on a keep-alive connection: it is answered with `Connection: close`. */
const LINGER_MS = 1000;
/** Interval of closing connections that became idle. */
const SWEEP_MS = 50;

/** Returns a function that shuts the server down and resolves when no connection is left. Call it before `listen`. */
export function createDrain(server: Server): () => Promise<void> {
  const answering = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isEnding) response.shouldKeepAlive = false;
    answering.add(response);
    response.once("close", () => answering.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
    const closed = once(server, "close");
    // `http.Server.close` would close idle connections at once, although a request may be on its way on one.
    SocketServer.prototype.close.call(server);
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, LINGER_MS);
    const late = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
    await closed;
    for (const timer of [linger, late, sweep]) clearTimeout(timer);
  };
}
