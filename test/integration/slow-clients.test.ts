// Slow clients are disconnected, and do not delay other clients.
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { createHttpServer, LIMITS, READ_TIMEOUTS } from "#server/http/http-server.ts";
import { getHost, openConnection, readAll } from "#test/harness/processes/raw.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const createHead = (world: World) => `POST /api/auth/sign-in/anonymous HTTP/1.1\r\nHost: ${getHost(world)}\r\n`;

/** Sends single bytes until the server responds or closes the connection. Returns everything the server sent. */
function sendSlowly(socket: Socket): Promise<string> {
  const sending = setInterval(() => socket.write("x"), 20);
  // The server would reset the connection if more data arrived after its last response.
  socket.once("data", () => clearInterval(sending));
  return readAll(socket).finally(() => clearInterval(sending));
}

test("the head of a request may take 20 seconds and a whole request 30, including the interval of the checks", () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = LIMITS;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(20_000);
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
});

test.for([
  ["head", (world: World) => `${createHead(world)}X-Padding: `, 100],
  [
    "body",
    (world: World) => `${createHead(world)}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
    400,
  ],
] as const)("a request's %s that does not end is cut off after its time limit", async ([, beginning, minMs]) => {
  await using world = await makeWorld({ listen: false });
  const { context } = world;
  const limits = { ...LIMITS, headersTimeout: 100, requestTimeout: 400, connectionsCheckingInterval: 50 };
  const httpServer = createHttpServer(createApp(context, null), context, limits);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  const tookMs: number[] = [];
  const sendUnfinishedRequest = async () => {
    const socket = await openConnection(world);
    const began = performance.now();
    socket.write(beginning(world));
    const output = await sendSlowly(socket).catch(({ code }: NodeJS.ErrnoException) => code);
    tookMs.push(performance.now() - began);
    return output;
  };
  // A reset can arrive before the server's response is read, and then the response is lost. In that case, try again.
  await expect.poll(sendUnfinishedRequest, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 408 /);
  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(minMs);
  expect(await context.db.selectFrom("user").select("id").execute()).toEqual([]);
  httpServer.closeAllConnections();
  httpServer.close();
});

test("a hundred slow clients do not delay another client", async () => {
  await using world = await makeWorld();
  const slow = await Promise.all(Array.from({ length: 100 }, () => openConnection(world)));
  for (const socket of slow) socket.write(`${createHead(world)}X-Padding: `);
  const tookMs: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    const began = performance.now();
    expect((await world.visitor().fetch("/api/auth/ok")).status).toBe(200);
    tookMs.push(performance.now() - began);
    for (const socket of slow) socket.write("x");
  }
  expect(tookMs.toSorted((a, b) => a - b)[10]).toBeLessThan(200);
  expect(slow.filter(({ closed }) => closed)).toEqual([]);
  for (const socket of slow) socket.destroy();
});

describe("slow reading", () => {
  /** A server that always sends the same response, and a client that has requested it but not read anything yet. */
  async function createSlowClient(fetch: () => Promise<Response>, reading: Partial<typeof READ_TIMEOUTS>) {
    const world = await makeWorld({ listen: false });
    const { config } = world.context;
    const server = createHttpServer({ fetch }, world.context, LIMITS, { ...READ_TIMEOUTS, ...reading });
    const connected = once(server, "connection");
    await once(server.listen(config.port, "127.0.0.1"), "listening");
    const socket = (await openConnection(world)).pause();
    socket.on("error", () => {});
    const [accepted]: Socket[] = await connected;
    socket.write(`GET / HTTP/1.1\r\nHost: ${getHost(world)}\r\n\r\n`);
    return {
      socket,
      host: getHost(world),
      /** Resolves when the server ends the connection. */
      cut: new Promise<void>((resolve) => accepted?.once("close", () => resolve())),
      async [Symbol.asyncDispose]() {
        socket.destroy();
        server.closeAllConnections();
        server.close();
        await world[Symbol.asyncDispose]();
      },
    };
  }

  const createLargeResponse = async () => new Response("x".repeat(40_000_000));

  test("a client that reads nothing is cut off", async () => {
    await using site = await createSlowClient(createLargeResponse, { idleMs: 100 });
    await site.cut;
    expect(site.socket.bytesRead).toBeLessThan(40_000_000);
  });

  /** A response of 40 MB whose parts are each created after the previous one was sent. */
  const createStreamedResponse = async (type: string) => {
    let count = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      count += 1;
      if (count > 40) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    };
    return new Response(new ReadableStream({ pull }), { headers: { "content-type": type } });
  };

  test.for([
    ["in one piece", createLargeResponse],
    ["in parts", () => createStreamedResponse("application/jsonl")],
    ["of events", () => createStreamedResponse("text/event-stream")],
  ] as const)("a client that reads too slowly is cut off during a response %s", async ([, fetch]) => {
    await using site = await createSlowClient(fetch, { wholeMs: 300 });
    site.socket.on("readable", () => {});
    const reading = setInterval(() => site.socket.read(1000), 10);
    await site.cut.finally(() => clearInterval(reading));
    expect(site.socket.bytesRead).toBeLessThan(40_000_000);
  });

  test("a client that reads all events of a long stream is not cut off", async () => {
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sleep(50);
        controller.enqueue(new TextEncoder().encode("data: x\n\n"));
      },
    });
    const createEventResponse = async () => new Response(stream, { headers: { "content-type": "text/event-stream" } });
    await using site = await createSlowClient(createEventResponse, { wholeMs: 200 });
    site.socket.resume();
    const timeout = sleep(1000, "goes on");
    expect(await Promise.race([site.cut, timeout])).toBe("goes on");
  });

  test("a client is not cut off while the server computes a response for longer than the idle limit", async () => {
    let count = 0;
    const respondSlowlyFirst = async () => {
      count += 1;
      if (count > 1) return new Response("quick");
      await sleep(400);
      return new Response("computed");
    };
    await using site = await createSlowClient(respondSlowlyFirst, { idleMs: 100 });
    site.socket.write(`GET / HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`);
    expect(await readAll(site.socket.resume())).toMatch(/^HTTP\/1\.1 200 .*computed.*quick$/s);
  });
});
