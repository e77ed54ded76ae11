// Two servers on one database: the fast one reads sessions itself, the other uses the account library. Both have to send the
// same response to every request.
import { once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import type { World } from "./world.ts";

/** A raw request. `headers` alternates names and values; a name may occur several times. */
export type RawRequest = { method?: string; path: string; headers?: readonly string[] };
type RawResponse = { status: number; headers: Record<string, unknown>; body: string };

/** Headers that are new in each response, or that belong to the connection and not to the response. */
const VOLATILE = new Set(["date", "x-request-id", "connection", "keep-alive", "transfer-encoding", "content-length"]);

export type ServerPair = Disposable & {
  quick(sent: RawRequest): Promise<RawResponse>;
  slow(sent: RawRequest): Promise<RawResponse>;
};

export async function openServerPair(world: World): Promise<ServerPair> {
  const { context } = world;
  const fast = await listen(createHttpServer(createApp(context, null), context));
  const libraryApp = createApp({ ...context, readSession: async () => "fallback" }, null);
  const slow = await listen(createHttpServer(libraryApp, context));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { host } = new URL(world.origin);
  const createSend = (httpServer: Server) => (sent: RawRequest) => sendRequest(httpServer, agent, host, sent);
  return {
    quick: createSend(fast),
    slow: createSend(slow),
    [Symbol.dispose]: () => {
      agent.destroy();
      for (const httpServer of [fast, slow]) httpServer.close().closeAllConnections();
    },
  };
}

async function listen(httpServer: Server): Promise<Server> {
  await once(httpServer.listen(0, "127.0.0.1"), "listening");
  return httpServer;
}

async function sendRequest(
  httpServer: Server,
  agent: Agent,
  host: string,
  { method = "GET", path, headers = [] }: RawRequest,
) {
  const address = httpServer.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const call = request({ agent, host: "127.0.0.1", port, method, path, headers: ["Host", host, ...headers] });
  call.end();
  const [response] = await once(call, "response");
  const chunks: Buffer[] = await response.toArray();
  const reported = Object.entries<unknown>(response.headers).filter(([name]) => !VOLATILE.has(name));
  return { status: response.statusCode, headers: Object.fromEntries(reported), body: Buffer.concat(chunks).toString() };
}

/** Returns null when both responses are equal, otherwise the request and both responses. */
export const getDifference = (sent: RawRequest, quick: unknown, slow: unknown): object | null =>
  isDeepStrictEqual(quick, slow) ? null : { sent, quick, slow };
