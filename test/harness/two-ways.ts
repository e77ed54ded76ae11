// Two servers over one database: one reads sessions itself, the other leaves them to the account library. Whatever is sent, both
// have to answer the same.
import { once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import type { World } from "./world.ts";

/** A request as bytes go over the line: names and values of its headers in turn, a name as often as one likes. */
export type Sent = { method?: string; path: string; headers?: readonly string[] };
type Heard = { status: number; headers: Record<string, unknown>; body: string };

/** Headers that are new in each response, or that belong to the connection and not to the response. */
const VOLATILE = new Set(["date", "x-request-id", "connection", "keep-alive", "transfer-encoding", "content-length"]);

export type TwoWays = Disposable & {
  quick(sent: Sent): Promise<Heard>;
  slow(sent: Sent): Promise<Heard>;
};

export async function twoWaysInto(world: World): Promise<TwoWays> {
  const { context } = world;
  const quick = await listening(createHttpServer(createApp(context, null), context));
  const byLibrary = createApp({ ...context, sessionOf: async () => "fallback" }, null);
  const slow = await listening(createHttpServer(byLibrary, context));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { host } = new URL(world.origin);
  const ask = (httpServer: Server) => (sent: Sent) => heard(httpServer, agent, host, sent);
  return {
    quick: ask(quick),
    slow: ask(slow),
    [Symbol.dispose]: () => {
      agent.destroy();
      for (const httpServer of [quick, slow]) httpServer.close().closeAllConnections();
    },
  };
}

async function listening(httpServer: Server): Promise<Server> {
  await once(httpServer.listen(0, "127.0.0.1"), "listening");
  return httpServer;
}

async function heard(httpServer: Server, agent: Agent, host: string, { method = "GET", path, headers = [] }: Sent) {
  const address = httpServer.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const call = request({ agent, host: "127.0.0.1", port, method, path, headers: ["Host", host, ...headers] });
  call.end();
  const [answer] = await once(call, "response");
  const chunks: Buffer[] = await answer.toArray();
  const reported = Object.entries<unknown>(answer.headers).filter(([name]) => !VOLATILE.has(name));
  return { status: answer.statusCode, headers: Object.fromEntries(reported), body: Buffer.concat(chunks).toString() };
}

/** Null where both ways said the same; else what was sent, and what each said. */
export const difference = (sent: Sent, quick: unknown, slow: unknown): object | null =>
  isDeepStrictEqual(quick, slow) ? null : { sent, quick, slow };
