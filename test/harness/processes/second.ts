// The second server of a world, on the same database: in a process of its own, or, where it is made of functions, which cannot go
// there, in this one.
import { type ChildProcess, fork } from "node:child_process";
import { Agent, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { join } from "node:path";
import { readConfig } from "#server/config/config.ts";
import { openServer, type ServerParts } from "#test/harness/server.ts";
import { processClockMs } from "./clock.ts";

/** By this the second process learns what time it is, before it looks at the request. */
export const CLOCK_HEADER = "x-world-clock";

type Variables = Record<string, string>;
type Command =
  | { call: "open"; name: string; variables: Variables; withSite: boolean; hasStatistics: boolean }
  | { call: "drained" | "close" | "turn"; name: string };
export type Order = Command & { id: number; clockMs: number };
type Reply = { id: number; result?: number; error?: string };

export type Second = AsyncDisposable & {
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Resolves when it works on nothing and nothing is due. */
  drained(): Promise<void>;
  /** Sets its clock to the current time of the test. */
  turn(): void;
};

export type SecondParts = ServerParts & { hasStatistics: boolean; isOfFunctions: boolean };

export const openSecond = (variables: Variables, parts: SecondParts): Promise<Second> =>
  parts.isOfFunctions ? openHere(variables, parts) : openThere(variables, parts);

async function openHere(variables: Variables, parts: ServerParts): Promise<Second> {
  const server = await openServer(readConfig(variables), parts);
  return {
    answer: (request, response) => void server.httpServer.emit("request", request, response),
    async drained() {
      await server.context.outbox.drained();
      await server.context.jobs.drained();
    },
    turn: () => {},
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** One process for all worlds of this one, begun with the first. */
let child: ChildProcess | undefined;
let orders = 0;
const pending = new Map<number, PromiseWithResolvers<number>>();

function startChild(): ChildProcess {
  const started = fork(join(import.meta.dirname, "second-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // It ends with this one, and does not prevent this one from ending.
  started.unref();
  started.channel?.unref();
  // One listener for all orders: several replies can arrive in the same turn of the event loop.
  return started.on("message", ({ id, result, error }: Reply) => {
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
  child.send({ ...command, id, clockMs: processClockMs() } satisfies Order);
  return reply.promise;
}

async function openThere(variables: Variables, { withSite = false, hasStatistics }: SecondParts): Promise<Second> {
  const name = crypto.randomUUID();
  const port = await order({ call: "open", name, variables, withSite, hasStatistics });
  const agent = new Agent({ keepAlive: true });
  return {
    answer: (request, response) => passOn(request, response, { port, agent }),
    drained: async () => void (await order({ call: "drained", name })),
    turn: () => void order({ call: "turn", name }).catch(() => {}),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await order({ call: "close", name });
    },
  };
}

/** Hands a request on as it came, and the answer back as it comes. */
function passOn(request: IncomingMessage, response: ServerResponse, place: { port: number; agent: Agent }): void {
  const headers = [...request.rawHeaders, CLOCK_HEADER, String(processClockMs())];
  const onward = send({
    ...place,
    host: "127.0.0.1",
    method: request.method,
    path: request.url,
    headers,
    setHost: false,
  });
  onward.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  onward.once("error", () => response.destroy());
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}
