// The second server of a world, on the same database. It runs in a child process, or in this process when a test passes
// functions, which cannot be sent to another process.
import { type ChildProcess, fork } from "node:child_process";
import { Agent, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { join } from "node:path";
import { readConfig } from "#server/config/config.ts";
import { openServer, type ServerParts } from "#test/harness/server.ts";
import { getProcessClockMs } from "./clock.ts";

/** Passes the clock offset of the test to the second process with each request. */
export const CLOCK_HEADER = "x-world-clock";

type Variables = Record<string, string>;
type Command =
  | { call: "open"; name: string; variables: Variables; withSite: boolean; hasStatistics: boolean }
  | { call: "drained" | "close" | "turn"; name: string };
export type Order = Command & { id: number; clockMs: number };
type Reply = { id: number; result?: number; error?: string };

export type SecondServer = AsyncDisposable & {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Resolves when no work is running or due. */
  drained(): Promise<void>;
  /** Sets its clock to the current time of the test. */
  syncClock(): void;
};

export type SecondServerParts = ServerParts & { hasStatistics: boolean; hasFunctions: boolean };

export const openSecondServer = (variables: Variables, parts: SecondServerParts): Promise<SecondServer> =>
  parts.hasFunctions ? openInThisProcess(variables, parts) : openInChildProcess(variables, parts);

async function openInThisProcess(variables: Variables, parts: ServerParts): Promise<SecondServer> {
  const server = await openServer(readConfig(variables), parts);
  return {
    handle: (request, response) => void server.httpServer.emit("request", request, response),
    async drained() {
      await server.context.outbox.drained();
      await server.context.jobs.drained();
    },
    syncClock: () => {},
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** One child process for all worlds of this process, started with the first. */
let child: ChildProcess | undefined;
let orders = 0;
const pending = new Map<number, PromiseWithResolvers<number>>();

function startChild(): ChildProcess {
  const newChild = fork(join(import.meta.dirname, "second-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The child exits with this process, and does not prevent it from exiting.
  newChild.unref();
  newChild.channel?.unref();
  // One listener for all orders: several replies can arrive in the same turn of the event loop.
  return newChild.on("message", ({ id, result, error }: Reply) => {
    const order = pending.get(id);
    pending.delete(id);
    if (error === undefined) order?.resolve(result ?? 0);
    else order?.reject(new Error(`The second process failed: ${error}`));
  });
}

function order(command: Command): Promise<number> {
  child ??= startChild();
  const id = ++orders;
  const reply = Promise.withResolvers<number>();
  pending.set(id, reply);
  child.channel?.ref();
  child.send({ ...command, id, clockMs: getProcessClockMs() } satisfies Order);
  return reply.promise;
}

async function openInChildProcess(
  variables: Variables,
  { withSite = false, hasStatistics }: SecondServerParts,
): Promise<SecondServer> {
  const name = crypto.randomUUID();
  const port = await order({ call: "open", name, variables, withSite, hasStatistics });
  const agent = new Agent({ keepAlive: true });
  return {
    handle: (request, response) => forward(request, response, { port, agent }),
    drained: async () => void (await order({ call: "drained", name })),
    syncClock: () => void order({ call: "turn", name }).catch(() => {}),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await order({ call: "close", name });
    },
  };
}

/** Forwards a request unchanged, and streams the response back. */
function forward(request: IncomingMessage, response: ServerResponse, target: { port: number; agent: Agent }): void {
  const headers = [...request.rawHeaders, CLOCK_HEADER, String(getProcessClockMs())];
  const forwardedRequest = send({
    ...target,
    host: "127.0.0.1",
    method: request.method,
    path: request.url,
    headers,
    setHost: false,
  });
  forwardedRequest.once("response", (targetResponse) => {
    response.writeHead(targetResponse.statusCode ?? 502, targetResponse.statusMessage, targetResponse.rawHeaders);
    response.flushHeaders();
    targetResponse.pipe(response);
    targetResponse.once("error", () => response.destroy());
  });
  forwardedRequest.once("error", () => response.destroy());
  response.once("close", () => forwardedRequest.destroy());
  request.pipe(forwardedRequest);
}
