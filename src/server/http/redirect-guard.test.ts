import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { anyRedirect } from "#test/fixtures/any-redirect.ts";
import { illegalRedirects, LEGAL_REDIRECTS } from "#test/fixtures/redirects.ts";
import type { AppEnvironment } from "./http-server.ts";
import { redirectGuard, staysHere } from "./redirect-guard.ts";

const ORIGIN = "https://locker.example";
const CALL = `${ORIGIN}/api/auth/callback/discord`;

/** The guard in front of a stub of the account system; collects what it logs. */
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

  test.for(emittable)("replaces a redirect to %j with home and logs it", async (location) => {
    const { ask, error } = guarded(sentTo(location));
    const answer = await ask();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(error).toHaveBeenCalledOnce();
  });

  test("logs only the host of the redirect", async () => {
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

describe("an answer that leads to a provider", () => {
  const GOOGLE = "https://accounts.google.example";
  const getOrigin = async (provider: unknown) => (provider === "google" ? GOOGLE : null);

  /** Where a call ends up whose answer leads to the address. */
  async function getEnd(call: string, provider: string, location: string): Promise<string | null> {
    const app = new Hono<AppEnvironment>();
    app.use("/api/auth/*", redirectGuard(ORIGIN, { error: vi.fn() }, getOrigin));
    app.all("/api/auth/*", sentTo(location));
    const request = { method: "POST", body: JSON.stringify({ provider }) };
    const answer = await app.request(`${ORIGIN}/api/auth/${call}`, request, {
      clientAddress: "192.0.2.1",
      requestId: "r1",
    });
    return answer.headers.get("location");
  }

  test.for(["sign-in/social", "link-social"])("leads there from %s, where that provider was chosen", async (call) => {
    const location = `${GOOGLE}/o/oauth2/auth?state=x`;
    expect(await getEnd(call, "google", location)).toBe(location);
  });

  test.for([
    ["another provider was chosen", "sign-in/social", "github", `${GOOGLE}/auth`],
    ["it is another site", "sign-in/social", "google", "https://evil.example/auth"],
    ["it only begins like the provider's", "sign-in/social", "google", `${GOOGLE}.evil.example/auth`],
    ["it has the provider for a user", "sign-in/social", "google", "https://accounts.google.example@evil.example/"],
    ["it is no encrypted one", "sign-in/social", "google", "http://accounts.google.example/auth"],
    ["the call leads to no provider", "sign-in/email", "google", `${GOOGLE}/auth`],
    ["a provider's return leads there", "callback/google", "google", `${GOOGLE}/auth`],
  ] as const)("leads home where %s", async ([, call, provider, location]) => {
    expect(await getEnd(call, provider, location)).toBe("/");
  });
});
