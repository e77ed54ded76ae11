// How the server ends: no request that reached it is lost, and no client is let down in the middle of one.
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";

/** Requests under way get this long at the end. */
const MAX_DRAIN_MS = 7000;
/** A request may be under way on a keep-alive connection: it is answered with `Connection: close`. */
const LINGER_MS = 1000;
/** A connection is idle once its answer is out; after the lingering it is looked for this often. */
const SWEEP_MS = 50;

/** What ends this server, which listens not yet; it resolves when no connection is left. */
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
    // The web server's own way would end what is idle in the same moment, with a request perhaps on its way.
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
