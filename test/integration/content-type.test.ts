// The API accepts only JSON bodies, because a form on another site cannot send them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a request body", () => {
  const CALLS = ["/api/auth/sign-in/email", "/api/auth/sign-out", "/api/auth/callback/a/b", "/api/trpc/loadout.remove"];

  test.for(CALLS)("to %s must be JSON", async (path) => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "",
      "text/json",
    ];
    for (const type of [...types, "application/jsonx", "application/json, text/plain", "application/problem+json"]) {
      const headers = { "content-type": type };
      const response = await world.visitor().fetch(path, { method: "POST", headers, body: '{"id":"x"}' });
      const refusal = { code: "UNSUPPORTED_MEDIA_TYPE", message: "Requests to this address must be JSON." };
      expect([type, response.status, await response.json()]).toEqual([type, 415, refusal]);
    }
  });

  test.for(["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;x=y"])(
    "of the type %s is accepted",
    async (type) => {
      const headers = { "content-type": type };
      const response = await world
        .visitor()
        .fetch("/api/auth/sign-in/anonymous", { method: "POST", headers, body: "{}" });
      expect(response.status).toBe(200);
    },
  );

  test("must be JSON also without a Content-Length", async () => {
    const body = new Blob(["{}"]).stream();
    const init = { method: "POST", headers: { "content-type": "text/plain" }, body, duplex: "half" };
    expect((await world.visitor().fetch("/api/nothing", init)).status).toBe(415);
  });

  test("may be empty, and then needs no type", async () => {
    const response = await world.visitor().fetch("/api/nothing", { method: "POST" });
    expect(response.status).toBe(404);
  });

  test("of a provider's callback may be a form", async () => {
    const body = new URLSearchParams({ state: "x", code: "x" });
    const response = await world.visitor().fetch("/api/auth/callback/discord", { method: "POST", body });
    expect(response.status).not.toBe(415);
  });
});
