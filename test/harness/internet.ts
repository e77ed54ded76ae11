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
  /** What the server has sent, oldest first. */
  calls: Call[];
  /** What befalls every call to an address, in place of its answer. */
  befalls: Map<string, (response: ServerResponse) => void>;
  /** How long an answer takes to come. */
  latencyMs: number;
  /** Hosts that cannot be reached. */
  unreachable: Set<string>;
  /** From here on, this process calls the made-up internet; at the origin itself, as before. */
  stretchAround(origin: string): Disposable;
};

/** An internet on which `answer` answers every call; null is a page that is not there. */
export async function createInternet(answer: (call: Call) => Promise<Answer | null>): Promise<Internet> {
  const calls: Call[] = [];
  const befalls: Internet["befalls"] = new Map();
  const unreachable = new Set<string>();
  const server = createServer(async (request, response) => {
    const call = await getCall(request);
    calls.push(call);
    const fate = befalls.get(getAddress(call));
    if (fate) return fate(response);
    if (internet.latencyMs > 0) await setTimeout(internet.latencyMs);
    const { status = 200, body } = (await answer(call)) ?? { status: 404, body: { error: "not_found" } };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const outbound = createOutbound((options, callback) => {
    if (unreachable.has(options.hostname)) return callback(new Error("connect ECONNREFUSED"), null);
    reach(options, port, callback);
  });
  const internet: Internet = {
    calls,
    befalls,
    latencyMs: 0,
    unreachable,
    stretchAround: (origin) => divert(origin, outbound),
    async [Symbol.asyncDispose]() {
      await outbound.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
  return internet;
}

/** How an address is named among what befalls: method, origin and path, `%40me` as `@me`. */
export const getAddress = ({ method, url }: Pick<Call, "method" | "url">): string =>
  `${method} ${url.origin}${decodeURIComponent(url.pathname)}`;

async function getCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(`https://${request.headers.host}${request.url}`);
  return { method: request.method ?? "", url, headers: request.headers, body: await text(request) };
}

/** A server that really is on this machine is reached at its own port. */
function reach({ hostname, port: own }: buildConnector.Options, port: number, callback: buildConnector.Callback): void {
  const socket = connect(hostname === "127.0.0.1" ? Number(own) : port, "127.0.0.1");
  socket.once("connect", () => callback(null, socket));
  socket.once("error", (error) => callback(error, null));
}

/** The worlds of this process, and how a visitor reaches them. */
const sites = new Set<string>();
const direct = new Agent();

/** Sends what this process calls through that dispatcher, until disposed of; at the origin itself, as before. */
export function divert(origin: string, outbound: Dispatcher): Disposable {
  const before = getGlobalDispatcher();
  sites.add(origin);
  setGlobalDispatcher(
    outbound.compose((dispatch) => (options, handler) => {
      return sites.has(String(options.origin)) ? direct.dispatch(options, handler) : dispatch(options, handler);
    }),
  );
  return {
    [Symbol.dispose]() {
      sites.delete(origin);
      setGlobalDispatcher(before);
    },
  };
}
