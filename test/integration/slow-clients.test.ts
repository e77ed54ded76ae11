// Slow clients are disconnected, and do not delay other clients.
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { createHttpServer, LIMITS, READING } from "#server/http/http-server.ts";
import { allFrom, connection, getHost } from "#test/harness/processes/raw.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HEAD = (world: World) => `POST /api/auth/sign-in/anonymous HTTP/1.1\r\nHost: ${getHost(world)}\r\n`;

/** Sends a byte at a time, for as long as anybody listens. */
function dribble(socket: Socket): Promise<string> {
  const sending = setInterval(() => socket.write("x"), 20);
  // Data that arrives after the server's last response would be answered by a reset.
  socket.once("data", () => clearInterval(sending));
  return allFrom(socket).finally(() => clearInterval(sending));
}

test("a head may take 20 seconds and a whole request 30, whenever the server looks", () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = LIMITS;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(20_000);
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
});

test.for([
  ["head", (world: World) => `${HEAD(world)}X-Padding: `, 100],
  ["body", (world: World) => `${HEAD(world)}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`, 400],
] as const)("a %s that does not end is cut off when its time is over", async ([, beginning, leastMs]) => {
  await using world = await makeWorld({ listen: false });
  const { context } = world;
  const limits = { ...LIMITS, headersTimeout: 100, requestTimeout: 400, connectionsCheckingInterval: 50 };
  const httpServer = createHttpServer(createApp(context, null), context, limits);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  const tookMs: number[] = [];
  const isCutOff = async () => {
    const socket = await connection(world);
    const began = performance.now();
    socket.write(beginning(world));
    const output = await dribble(socket).catch(({ code }: NodeJS.ErrnoException) => code);
    tookMs.push(performance.now() - began);
    return output;
  };
  // A reset that overtakes the server's last word takes it back: then once more.
  await expect.poll(isCutOff, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 408 /);
  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(leastMs);
  expect(await context.db.selectFrom("user").select("id").execute()).toEqual([]);
  httpServer.closeAllConnections();
  httpServer.close();
});

test("a hundred slow clients delay no other client", async () => {
  await using world = await makeWorld();
  const slow = await Promise.all(Array.from({ length: 100 }, () => connection(world)));
  for (const socket of slow) socket.write(`${HEAD(world)}X-Padding: `);
  const tookMs: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    const began = performance.now();
    expect((await world.visitor().fetch("/api/auth/ok")).status).toBe(200);
    tookMs.push(performance.now() - began);
    for (const socket of slow) socket.write("x");
  }
  expect(tookMs.toSorted((one, other) => one - other)[10]).toBeLessThan(200);
  expect(slow.filter(({ closed }) => closed)).toEqual([]);
  for (const socket of slow) socket.destroy();
});

describe("a client that reads", () => {
  /** A server with one response, and a client that has asked for it and reads nothing yet. */
  async function asking(fetch: () => Promise<Response>, reading: Partial<typeof READING>) {
    const world = await makeWorld({ listen: false });
    const { config } = world.context;
    const server = createHttpServer({ fetch }, world.context, LIMITS, { ...READING, ...reading });
    const connected = once(server, "connection");
    await once(server.listen(config.port, "127.0.0.1"), "listening");
    const socket = (await connection(world)).pause();
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

  const large = async () => new Response("x".repeat(40_000_000));

  test("nothing is cut off", async () => {
    await using site = await asking(large, { idleMs: 100 });
    await site.cut;
    expect(site.socket.bytesRead).toBeLessThan(40_000_000);
  });

  /** As `large`, but each part is made when the one before it was taken. */
  const inParts = async (type: string) => {
    let count = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      count += 1;
      if (count > 40) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    };
    return new Response(new ReadableStream({ pull }), { headers: { "content-type": type } });
  };

  test.for([
    ["whole", large],
    ["in parts", () => inParts("application/jsonl")],
    ["of events", () => inParts("text/event-stream")],
  ] as const)("a response %s too slowly is cut off", async ([, fetch]) => {
    await using site = await asking(fetch, { wholeMs: 300 });
    site.socket.on("readable", () => {});
    const reading = setInterval(() => site.socket.read(1000), 10);
    await site.cut.finally(() => clearInterval(reading));
    expect(site.socket.bytesRead).toBeLessThan(40_000_000);
  });

  test("all of an event stream that goes on is not cut off", async () => {
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sleep(50);
        controller.enqueue(new TextEncoder().encode("data: x\n\n"));
      },
    });
    const events = async () => new Response(stream, { headers: { "content-type": "text/event-stream" } });
    await using site = await asking(events, { wholeMs: 200 });
    site.socket.resume();
    const goesOn = sleep(1000, "goes on");
    expect(await Promise.race([site.cut, goesOn])).toBe("goes on");
  });

  test("the answer to a call that takes longer than that is not cut off, also before a quick one", async () => {
    let count = 0;
    const firstIsSlow = async () => {
      count += 1;
      if (count > 1) return new Response("quick");
      await sleep(400);
      return new Response("computed");
    };
    await using site = await asking(firstIsSlow, { idleMs: 100 });
    site.socket.write(`GET / HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`);
    expect(await allFrom(site.socket.resume())).toMatch(/^HTTP\/1\.1 200 .*computed.*quick$/s);
  });
});
