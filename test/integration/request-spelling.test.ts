// Different spellings of a path do not bypass limits or reveal secrets in the log; and every refusal reaches the client.
import { describe, expect, test } from "vitest";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getHost, openConnection, readAll, sendRaw } from "#test/harness/processes/raw.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const sendGet = (world: World, path: string) =>
  sendRaw(world, `GET ${path} HTTP/1.1\r\nHost: ${getHost(world)}\r\nConnection: close\r\n\r\n`);
const getStatus = (response: string) => Number(response.split(" ", 2)[1]);

const createUploadHead = (world: World) =>
  `POST /api/trpc/loadout.save HTTP/1.1\r\nHost: ${getHost(world)}\r\nContent-Type: application/json\r\n`;

describe("the spelling of a path", () => {
  test.for([
    "/x/../api/trpc/arsenal.overview",
    "/./api/trpc/arsenal.overview",
    "/%2e%2e/api/trpc/arsenal.overview",
    "/x/.%2E/api/trpc/arsenal.overview",
    "/api%2ftrpc/arsenal.overview",
    "/api/trpc%2Farsenal.overview",
    "/api%5ctrpc/arsenal.overview",
    "/api\\trpc/arsenal.overview",
    "/api/trpc/%00",
    "/api/trpc/%ff",
    "/api/auth/..%2freset-password/token",
    "/api#/trpc/arsenal.overview",
  ])("is refused when it is ambiguous: %s", async (path) => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    expect(getStatus(await sendGet(world, path))).toBe(400);
  });

  test.for([
    ["commas", (calls: string[]) => `/api/trpc/${calls.join(",")}`],
    ["encoded commas", (calls: string[]) => `/api/trpc/${calls.join("%2C")}`],
    ["encoded letters", (calls: string[]) => `/%61pi/tr%70c/${calls.join("%2c")}`],
  ] as const)("does not change how the calls of a batch are counted: %s", async ([, spell]) => {
    await using world = await makeWorld({ environment: { CALLS_PER_MINUTE: "60" } });
    const path = spell(Array(10).fill("arsenal.overview"));
    const ask = async () => (await world.visitor().fetch(`${path}?batch=1&input=%7B%7D`)).status;
    const visitor = world.visitor();
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await visitor.fetch(`${path}?batch=1&input=%7B%7D`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await ask()).toBe(200);
  });

  test("does not reveal a reset token in the log", async () => {
    const logged: string[] = [];
    await using world = await makeWorld({ singleProcess: USES_INTERNALS, environment: { LOG_LEVEL: "info" } });
    const { logger } = world.context;
    logger.info = (details: object) => void logged.push(JSON.stringify(details));
    const spellings = [
      "/api/auth/reset-password/SECRET-TOKEN?callbackURL=/",
      "/api/auth/reset%2Dpassword/SECRET-TOKEN",
      "/api/auth/Reset-Password/SECRET-TOKEN",
      "/api/auth//reset-password//SECRET-TOKEN",
      "/%61pi/auth/%72eset-password/SECRET-TOKEN",
      "/x/../api/auth/reset-password/SECRET-TOKEN",
      "/api/auth/reset-password%2fSECRET-TOKEN",
      "/api/auth/reset-password/%53ECRET-TOKEN",
    ];
    for (const path of spellings) await sendGet(world, path);
    await expect.poll(() => logged.length).toBe(spellings.length);
    expect(logged.join("\n")).not.toMatch(/secret-token/i);
  });
});

describe("a refusal", () => {
  const tooLarge = 1024 * 1024;
  test.for([
    ["with a Content-Length", (world: World) => `${createUploadHead(world)}Content-Length: ${tooLarge}\r\n\r\n`],
    [
      "with a Content-Length on a connection that closes",
      (world: World) => `${createUploadHead(world)}Connection: close\r\nContent-Length: ${tooLarge}\r\n\r\n`,
    ],
    [
      "in chunks",
      (world: World) =>
        `${createUploadHead(world)}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${tooLarge.toString(16)}\r\n`,
    ],
  ] as const)("of a body that is too large reaches the client while it still sends, %s", async ([, head]) => {
    await using world = await makeWorld({ singleProcess: "the front of a fleet forwards bodies, and is none of ours" });
    for (let upload = 0; upload < 120; upload += 1) {
      const socket = await openConnection(world);
      let failure: unknown = null;
      socket.on("error", (error) => (failure = error));
      const response = readAll(socket);
      socket.write(head(world));
      for (let sent = 0; sent < tooLarge; sent += 64 * 1024) {
        socket.write("x".repeat(64 * 1024));
        await new Promise(setImmediate);
      }
      socket.write("\r\n0\r\n\r\n");
      expect([upload, getStatus(await response), failure]).toEqual([upload, 413, null]);
    }
  });

  test.for([
    ["400 without a host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["400 of invalid HTTP", "NONSENSE\r\n\r\n", 400],
    [
      "413 of endless chunk extensions",
      `POST /api/trpc/x HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`,
      413,
    ],
    [
      "417",
      "POST /api/trpc/x HTTP/1.1\r\nHost: HERE\r\nExpect: something\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      417,
    ],
    ["431", `GET / HTTP/1.1\r\nHost: HERE\r\nX-Padding: ${"x".repeat(17 * 1024)}\r\n\r\n`, 431],
  ] as const)("has the security headers: %s", async ([, request, status]) => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const response = await sendRaw(world, request.replace("HERE", getHost(world)));
    expect(getStatus(response)).toBe(status);
    expect(response).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(response).toMatch(/\r\nContent-Security-Policy: default-src 'none'/);
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(response).toMatch(/\r\nCache-Control: no-store\r\n/);
  });
});
