// A simulated internet: every host runs on this machine, and the server's requests are recorded unchanged. Only the
// route to a host is simulated; the server's own limits apply to every call.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Agent, type buildConnector, type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { createOutbound } from "#platform/outbound.ts";

export type Call = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
export type Answer = { status?: number; body: unknown };

export type Internet = AsyncDisposable & {
  /** The requests of the server, oldest first. */
  calls: Call[];
  /** Responses that replace the normal one, by request key. */
  failures: Map<string, (response: ServerResponse) => void>;
  /** Delay of each response. */
  latencyMs: number;
  /** Hosts that cannot be reached. */
  unreachable: Set<string>;
  /** Routes this process's requests to the simulated internet, except those to `origin`, until disposed. */
  install(origin: string): Disposable;
};

/** Creates an internet on which `respond` responds to every request; null is sent as 404. */
export async function createInternet(respond: (call: Call) => Promise<Answer | null>): Promise<Internet> {
  const calls: Call[] = [];
  const failures: Internet["failures"] = new Map();
  const unreachable = new Set<string>();
  const server = createServer(async (request, response) => {
    const call = await getCall(request);
    calls.push(call);
    const failure = failures.get(getRequestKey(call));
    if (failure) return failure(response);
    if (internet.latencyMs > 0) await setTimeout(internet.latencyMs);
    const { status = 200, body } = (await respond(call)) ?? { status: 404, body: { error: "not_found" } };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const outbound = createOutbound((options, callback) => {
    if (unreachable.has(options.hostname)) return callback(new Error("connect ECONNREFUSED"), null);
    connectToHost(options, port, callback);
  });
  const internet: Internet = {
    calls,
    failures,
    latencyMs: 0,
    unreachable,
    install: (origin) => routeRequests(origin, outbound),
    async [Symbol.asyncDispose]() {
      await outbound.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
  return internet;
}

/** The key of a request in `failures`: method, origin and decoded path. */
export const getRequestKey = ({ method, url }: Pick<Call, "method" | "url">): string =>
  `${method} ${url.origin}${decodeURIComponent(url.pathname)}`;

async function getCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(`https://${request.headers.host}${request.url}`);
  return { method: request.method ?? "", url, headers: request.headers, body: await text(request) };
}

/** Connects to the requested port for a server on this machine, and to the simulated internet for every other host. */
function connectToHost(
  { hostname, port: requestedPort }: buildConnector.Options,
  port: number,
  callback: buildConnector.Callback,
): void {
  const socket = connect(hostname === "127.0.0.1" ? Number(requestedPort) : port, "127.0.0.1");
  socket.once("connect", () => callback(null, socket));
  socket.once("error", (error) => callback(error, null));
}

/** Origins of the test servers, which are reached directly. */
const directOrigins = new Set<string>();
const directAgent = new Agent();

/** Sends this process's requests through `outbound`, except those to `origin`, until disposed. */
export function routeRequests(origin: string, outbound: Dispatcher): Disposable {
  const previousDispatcher = getGlobalDispatcher();
  directOrigins.add(origin);
  setGlobalDispatcher(
    outbound.compose((dispatch) => (options, handler) => {
      return directOrigins.has(String(options.origin))
        ? directAgent.dispatch(options, handler)
        : dispatch(options, handler);
    }),
  );
  return {
    [Symbol.dispose]() {
      directOrigins.delete(origin);
      setGlobalDispatcher(previousDispatcher);
    },
  };
}
