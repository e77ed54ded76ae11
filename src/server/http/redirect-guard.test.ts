import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { anyRedirect } from "#test/fixtures/any-redirect.ts";
import { illegalRedirects, LEGAL_REDIRECTS } from "#test/fixtures/redirects.ts";
import type { AppEnvironment } from "./door.ts";
import { redirectGuard, staysHere } from "./redirect-guard.ts";

const ORIGIN = "https://locker.example";
const CALL = `${ORIGIN}/api/auth/callback/discord`;

/** The guard before an account system that answers as told; what it logs is kept. */
function guarded(answer: () => Response) {
  const error = vi.fn();
  const app = new Hono<AppEnvironment>();
  app.use("/api/auth/*", redirectGuard(ORIGIN, { error }));
  app.get("/api/auth/*", answer);
  return { error, ask: () => app.request(CALL, {}, { clientAddress: "192.0.2.1", requestId: "r1" }) };
}

const sentTo = (location: string) => (): Response => {
  const headers = new Headers({ Location: location });
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2");
  return new Response(null, { status: 302, headers });
};

describe("an answer of the account system", () => {
  const emittable = illegalRedirects(ORIGIN).filter((address) => /^[\x21-\x7e]+$/.test(address));

  test.for(emittable)("that leads to %j leads home, and the log says so", async (location) => {
    const { ask, error } = guarded(sentTo(location));
    const answer = await ask();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(error).toHaveBeenCalledOnce();
  });

  test("tells the log the host it led to, and no more of the address", async () => {
    const { ask, error } = guarded(sentTo("https://evil.example/?token=secret"));
    await ask();
    expect(error.mock.calls).toEqual([[{ requestId: "r1", host: "evil.example" }, expect.any(String)]]);
  });

  test.for([...LEGAL_REDIRECTS, ORIGIN, `${ORIGIN}/api/auth/error?error=state_not_found`])(
    "that leads to %s is left alone",
    async (location) => {
      const { ask, error } = guarded(sentTo(location));
      expect((await ask()).headers.get("location")).toBe(location);
      expect(error).not.toHaveBeenCalled();
    },
  );

  test("is left alone where it leads nowhere", async () => {
    const { ask } = guarded(() => new Response("{}"));
    expect((await ask()).headers.has("location")).toBe(false);
  });
});

test("of 100,000 addresses to lead to, none that is let out leaves the site", () => {
  let left = 0;
  const isOurs = (location: string) => {
    if (!staysHere(location, ORIGIN)) return;
    left += 1;
    expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
  };
  fc.assert(fc.property(anyRedirect(ORIGIN), isOurs), { seed: 4, numRuns: 100_000 });
  expect(left).toBeGreaterThan(5000);
});
