import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRequestTarget } from "./request-target.ts";

const getPath = (url: string) => parseRequestTarget(url)?.path ?? null;

describe("parseRequestTarget", () => {
  test.for([
    ["/api/trpc/a.b,c.d?batch=1", "/api/trpc/a.b,c.d"],
    ["/api/trpc/a.b%2Cc.d", "/api/trpc/a.b,c.d"],
    ["/api/trpc/a.b%2cc.d", "/api/trpc/a.b,c.d"],
    ["/api/%61uth/sign-in/%65mail", "/api/auth/sign-in/email"],
    ["/api/auth/reset%2Dpassword/token", "/api/auth/reset-password/token"],
    ["/a%20b%3Fc%23d%25", "/a%20b%3Fc%23d%25"],
    ["/Gew%C3%A4chs", "/Gew%C3%A4chs"],
    ["/well-known/.hidden/a..b/...", "/well-known/.hidden/a..b/..."],
  ])("normalizes %s", ([url = "", path]) => {
    expect(getPath(url)).toBe(path);
  });

  test.for([
    "/x/../api/trpc/a.b",
    "/./api",
    "/api/..",
    "/api/%2e%2e/trpc",
    "/api/%2E./trpc",
    "/api%2ftrpc",
    "/api%2Ftrpc",
    "/api%5ctrpc",
    "/api\\trpc",
    "/api/%00",
    "/api/%0d%0a",
    "/api/%ff",
    "/api/%",
    "/api/%zz",
    "/api#/x",
    "/apí",
    "http://evil.example/",
    "*",
    "",
  ])("refuses %s", (url) => {
    expect(getPath(url)).toBeNull();
  });

  test("does not change the query", () => {
    expect(parseRequestTarget("/a?b=%2e%2e/?c")?.query).toBe("b=%2e%2e/?c");
  });

  test("is idempotent and agrees with the URL parser", () => {
    const characters = fc.constantFrom(..."aZ09-_.~,:@!$&'()*+;= %/?#é\u{1f480}");
    fc.assert(
      fc.property(fc.array(fc.string({ unit: characters, maxLength: 8 }), { maxLength: 5 }), (segments) => {
        const sent = `/${segments.map(encodeURIComponent).join("/")}`;
        const path = getPath(sent);
        const isAmbiguous = /%2F|(^|\/)\.{1,2}(\/|$)/i.test(sent);
        expect(path === null).toBe(isAmbiguous);
        if (path === null) return;
        expect(getPath(path)).toBe(path);
        expect(new URL(`http://localhost${path}`).pathname).toBe(path);
      }),
      { numRuns: 10_000 },
    );
  });
});
