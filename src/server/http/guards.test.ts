import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createOutageResponse, jsonGuard, noSuchCall, originGuard } from "./guards.ts";
import type { AppEnvironment } from "./http-server.ts";

const ORIGIN = "https://locker.example";

const app = new Hono<AppEnvironment>();
app.use(originGuard(ORIGIN), jsonGuard);
app.all("/api/known/*", (c) => c.text("done"));
app.all("/api/auth/callback/*", (c) => c.text("done"));
app.notFound(noSuchCall);

type Call = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

const JSON_TYPE = { "content-type": "application/json" };

const send = ({ method = "POST", path = "/api/known/call", headers = {}, body }: Call) =>
  app.request(ORIGIN + path, { method, headers: { ...JSON_TYPE, ...headers }, ...(body !== undefined && { body }) });

describe("the origin guard", () => {
  test.for([
    [{}, 200],
    [{ origin: ORIGIN }, 200],
    [{ origin: ORIGIN, cookie: "a=b", "sec-fetch-site": "same-origin" }, 200],
    [{ origin: ORIGIN, "sec-fetch-site": "none" }, 200],
    [{ cookie: "a=b" }, 403],
    [{ origin: "https://other.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: `${ORIGIN}:444` }, 403],
    [{ origin: ORIGIN, "sec-fetch-site": "cross-site" }, 403],
    [{ origin: ORIGIN, "sec-fetch-site": "same-site" }, 403],
    [{ origin: ORIGIN, "sec-fetch-site": "" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
  ] as const)("a POST with headers %o gets status %i", async ([headers, status]) => {
    expect((await send({ headers })).status).toBe(status);
  });

  test("accepts POST only from the site's own pages and from programs without a session", async () => {
    const anyOrigin = fc.oneof(
      fc.constant(ORIGIN),
      fc.constantFrom("null", "", "https://", `${ORIGIN}/`, `${ORIGIN}.`, `${ORIGIN}:443`, ORIGIN.toUpperCase()),
      fc.webUrl(),
      fc.domain().map((name) => `${ORIGIN}.${name}`),
    );
    const anySite = fc.constantFrom("same-origin", "none", "same-site", "cross-site", "", "SAME-ORIGIN", "none, none");
    const anyHeaders = fc.record(
      { origin: anyOrigin, "sec-fetch-site": anySite, cookie: fc.constant("a=b") },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anyHeaders, async (headers) => {
        const { origin, "sec-fetch-site": site = "none", cookie } = headers;
        const isOwn = origin === undefined ? cookie === undefined : origin === ORIGIN;
        const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
        const isAllowed = isOwn && (site === "same-origin" || site === "none");
        expect((await send({ headers: sent })).status).toBe(isAllowed ? 200 : 403);
      }),
      { numRuns: 10_000 },
    );
  });

  test("responds with its reason, and accepts GET and a provider's callback", async () => {
    const headers = { origin: "https://other.example" };
    expect(await (await send({ headers })).json()).toEqual({
      code: "FORBIDDEN",
      message: expect.stringMatching(/\w+ \w+/),
    });
    expect((await send({ method: "GET", headers })).status).toBe(200);
    expect((await send({ path: "/api/auth/callback/apple", headers })).status).toBe(200);
    expect((await send({ path: "/api/known/auth/callback/apple", headers })).status).toBe(403);
  });
});

describe("the JSON guard", () => {
  const FORM = "application/x-www-form-urlencoded";

  test.for([
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ["Application/JSON ;a=b", 200],
    ["application/json-patch", 415],
    ["text/application/json", 415],
    [FORM, 415],
    ["text/plain", 415],
    ["", 415],
  ] as const)("a body of type %j gets status %i", async ([type, status]) => {
    const headers = { "content-type": type, "content-length": "2" };
    expect((await send({ headers, body: "{}" })).status).toBe(status);
  });

  test("responds with its reason, without caching", async () => {
    const refused = await send({ headers: { "content-type": FORM, "transfer-encoding": "chunked" }, body: "a=b" });
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([415, "no-store"]);
    expect(await refused.json()).toEqual({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: expect.stringMatching(/\w+ \w+/),
    });
  });

  test("accepts calls without a body, other methods and a provider's form", async () => {
    const headers = { "content-type": FORM, "content-length": "3" };
    const body = "a=b";
    expect((await send({ headers: { "content-type": FORM } })).status).toBe(200);
    expect((await send({ headers: { "content-type": FORM, "content-length": "0" } })).status).toBe(200);
    expect((await send({ method: "PUT", headers, body })).status).toBe(200);
    expect((await send({ path: "/api/auth/callback/apple", headers, body })).status).toBe(200);
    for (const path of ["/api/auth/callback/", "/api/auth/callback/apple/more", "/api/known/api/auth/callback/apple"])
      expect([path, (await send({ path, headers, body })).status]).toEqual([path, 415]);
  });
});

test("an unavailable database responds with Retry-After", async () => {
  const response = createOutageResponse(null);
  expect(response.status).toBe(503);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": "5",
  });
  expect(await response.json()).toEqual({ code: "SERVICE_UNAVAILABLE", message: expect.stringMatching(/\w+ \w+/) });
});

test("an unknown call responds with a JSON error", async () => {
  const response = await send({ path: "/api/unknown" });
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await response.json()).toEqual({ code: "NOT_FOUND", message: expect.stringMatching(/\w+ \w+/) });
});
