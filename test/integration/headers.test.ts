// The headers of the responses of all parts of the server.
import type { Context } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const JSON_CALL = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

/** Requests to each part of the server: the HTTP server, the guards, the account library, tRPC, and generated pages. */
const REQUESTS: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
  ["/", { method: "PUT" }, 405],
  ["/", {}, 404],
  ["/api/trpc/loadout.remove", { ...JSON_CALL, headers: { origin: "https://evil.example" } }, 403],
  ["/api/trpc/loadout.remove", { ...JSON_CALL, headers: { "content-type": "text/plain" } }, 415],
  ["/api/trpc/loadout.remove", { ...JSON_CALL, body: "x".repeat(70_000) }, 413],
  ["/api/trpc/loadout.remove", JSON_CALL, 401],
  ["/api/trpc/arsenal.overview", {}, 200],
  ["/api/auth/ok", {}, 200],
  ["/api/auth/error?error=state_not_found", {}, 200],
  ["/api/auth/verify-email?token=x&callbackURL=/verify-email", {}, 302],
  ["/api/auth/verify-email?token=x&callbackURL=//evil.example", {}, 403],
  ["/api/auth/sign-in/email", JSON_CALL, 400],
  ["/api/nothing", {}, 404],
  ["/.well-known/change-password", {}, 302],
  ["/robots.txt", {}, 200],
];

describe("a response", () => {
  test.for(REQUESTS)("of %s %j (%i) has all security headers", async ([path, init, status]) => {
    const response = await world.visitor().fetch(path, init);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
      "permissions-policy": expect.stringContaining("camera=()"),
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });

  test.for(["/mailbox", "/api/auth/error?error=state_not_found"])("in HTML, as %s, runs no script", async (path) => {
    const response = await fetch(world.origin + path);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|script-src/);
  });
});

test("the error page escapes markup in its query parameters", async () => {
  const query = new URLSearchParams({ error: "<script>alert(1)</script>", error_description: "<img src=x onerror=1>" });
  const page = await (await world.visitor().fetch(`/api/auth/error?${query}`)).text();
  expect(page).not.toMatch(/<script>alert|<img src=x/);
});

describe("a response that depends on the user", () => {
  const CALLS = ["auth/get-session", "auth/list-accounts", "auth/list-sessions", "trpc/folder.list"];

  test.for(CALLS)("at /api/%s is not cached, signed in or out", async (path) => {
    const { visitor } = await signUpAndSignIn(world);
    for (const asker of [visitor, world.visitor()]) {
      expect((await asker.fetch(`/api/${path}`)).headers.get("cache-control")).toBe("no-store");
    }
  });

  test.for(["auth/sign-in/anonymous", "auth/sign-in/email", "auth/update-user", "trpc/loadout.remove"])(
    "to a POST at /api/%s is not cached",
    async (path) => {
      expect((await world.visitor().post(`/api/${path}`)).headers.get("cache-control")).toBe("no-store");
    },
  );
});

describe("an unknown path of the API", () => {
  const PATHS = ["/api", "/api/", "/api/nothing", "/api//auth/ok", "/api/auth", "/api/auth/", "/api/auth/nothing.js"];

  test.for([...PATHS, "/api/auth/admin/list-users", "/api/trpc", "/api/trpc/", "/api/trpc/nothing.at.all"])(
    "such as %s gets a JSON response with 404, never a page",
    async (path) => {
      const page = (c: Context) => c.html("<title>The shell</title>");
      const app = createApp(world.context, {
        respond: async (c) => page(c),
        findAddress: () => null,
        getLanguage: async () => "en",
        respondWithShell: page,
      });
      for (const init of [{}, JSON_CALL]) {
        const bindings = { clientAddress: "192.0.2.1", requestId: "r1" };
        const response = await app.request(world.origin + path, init, bindings);
        expect(response.status).toBe(404);
        expect(response.headers.get("content-type")).toMatch(/^application\/json/);
        expect(await response.json()).toBeTypeOf("object");
      }
      const bindings = { clientAddress: "192.0.2.1", requestId: "r1" };
      const head = await app.request(world.origin + path, { method: "HEAD" }, bindings);
      expect([head.status, head.headers.get("content-type")]).toEqual([404, "application/json"]);
    },
  );
});
