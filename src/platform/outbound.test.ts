import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { createOutbound } from "./outbound.ts";

const MEGABYTE = 1024 * 1024;
/** A call ends after five seconds; the rest allows for a busy machine. */
const SOON_MS = 9000;
const never = () => {};

const pages: Record<string, (response: ServerResponse) => void> = {
  "/short": (response) => response.end("short"),
  "/largest": (response) => response.end("x".repeat(MEGABYTE)),
  "/too-large": (response) => response.end("x".repeat(MEGABYTE + 1)),
  "/endless": (response) => {
    const more = setInterval(() => response.write("x".repeat(MEGABYTE / 8)), 5);
    response.once("close", () => clearInterval(more));
  },
  "/no-head": never,
  "/slow-body": (response) => {
    const more = setInterval(() => response.write("x"), 200);
    response.once("close", () => clearInterval(more));
  },
  "/elsewhere": (response) => response.writeHead(302, { location: "/short" }).end(),
  "/packed": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
  "/broken": (response) => response.destroy(),
  "/refused": (response) => response.writeHead(400).end("no"),
};

const requests: Parameters<RequestListener>[0][] = [];
const server = createServer((request, response) => {
  requests.push(request);
  pages[request.url ?? ""]?.(response);
});
const before = getGlobalDispatcher();
const outbound = createOutbound();
let origin = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  setGlobalDispatcher(outbound);
});
afterAll(async () => {
  setGlobalDispatcher(before);
  await outbound.destroy();
  server.close();
  server.closeAllConnections();
});

const call = async (path: string): Promise<string> => (await fetch(origin + path)).text();

describe("an outbound call", () => {
  test("of the built-in fetch uses the dispatcher, and accepts no compression", async () => {
    expect(getGlobalDispatcher()).toBe(outbound);
    expect(await call("/short")).toBe("short");
    expect(requests.at(-1)?.headers["accept-encoding"]).toBe("identity");
  });

  test("accepts a response of one megabyte", async () => {
    expect(await call("/largest")).toHaveLength(MEGABYTE);
  });

  test("returns an error status with its body", async () => {
    const response = await fetch(`${origin}/refused`);
    expect([response.status, await response.text()]).toEqual([400, "no"]);
  });

  test.for([
    ["a response larger than a megabyte", "/too-large"],
    ["an endless response", "/endless"],
    ["a redirect", "/elsewhere"],
    ["a compressed response", "/packed"],
    ["a closed connection", "/broken"],
  ] as const)("fails on %s", async ([, path]) => {
    await expect(call(path)).rejects.toThrow();
  });

  test("does not follow a redirect even if the caller asks for it", async () => {
    const before = requests.length;
    await expect(fetch(`${origin}/elsewhere`, { redirect: "follow" })).rejects.toThrow();
    await expect(fetch(`${origin}/elsewhere`, { redirect: "manual" })).rejects.toThrow();
    expect(requests.slice(before).map(({ url }) => url)).toEqual(["/elsewhere", "/elsewhere"]);
  });

  test.for([
    ["a response head that never arrives", "/no-head"],
    ["a slow response body", "/slow-body"],
  ] as const)("fails after five seconds on %s", { concurrent: true }, async ([, path], { expect }) => {
    const began = performance.now();
    const getElapsedMs = startStopwatch();
    await expect(call(path)).rejects.toThrow();
    expect(performance.now() - began).toBeGreaterThan(4500);
    expect(getElapsedMs()).toBeLessThan(SOON_MS);
  });
});
