import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { createRedirects } from "#test/fixtures/any-redirect.ts";
import { listInvalidRedirects, VALID_REDIRECTS } from "#test/fixtures/redirects.ts";
import type { AppEnvironment } from "./http-server.ts";
import { isOwnAddress, redirectGuard } from "./redirect-guard.ts";

const ORIGIN = "https://locker.example";
const CALL = `${ORIGIN}/api/auth/callback/discord`;

/** Creates the guard in front of a stub of the account system, with a log that can be inspected. */
function createGuardedApp(respond: () => Response) {
  const error = vi.fn();
  const app = new Hono<AppEnvironment>();
  app.use("/api/auth/*", redirectGuard(ORIGIN, { error }));
  app.get("/api/auth/*", respond);
  return { error, ask: () => app.request(CALL, {}, { clientAddress: "192.0.2.1", requestId: "r1" }) };
}

const redirectTo = (location: string) => (): Response => {
  const headers = new Headers({ Location: location });
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2");
  return new Response(null, { status: 302, headers });
};

describe("redirectGuard", () => {
  const emittable = listInvalidRedirects(ORIGIN).filter((address) => /^[\x21-\x7e]+$/.test(address));

  test.for(emittable)("replaces a redirect to %j with the home page and logs it", async (location) => {
    const { ask, error } = createGuardedApp(redirectTo(location));
    const response = await ask();
    expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(error).toHaveBeenCalledOnce();
  });

  test("logs only the host of the redirect", async () => {
    const { ask, error } = createGuardedApp(redirectTo("https://evil.example/?token=secret"));
    await ask();
    expect(error.mock.calls).toEqual([[{ requestId: "r1", host: "evil.example" }, expect.any(String)]]);
  });

  test.for([...VALID_REDIRECTS, ORIGIN, `${ORIGIN}/api/auth/error?error=state_not_found`])(
    "does not change a redirect to %s",
    async (location) => {
      const { ask, error } = createGuardedApp(redirectTo(location));
      expect((await ask()).headers.get("location")).toBe(location);
      expect(error).not.toHaveBeenCalled();
    },
  );

  test("does not add a Location to a response without one", async () => {
    const { ask } = createGuardedApp(() => new Response("{}"));
    expect((await ask()).headers.has("location")).toBe(false);
  });
});

test("isOwnAddress accepts none of 100,000 generated addresses that lead to another site", () => {
  let acceptedCount = 0;
  const checkAddress = (location: string) => {
    if (!isOwnAddress(location, ORIGIN)) return;
    acceptedCount += 1;
    expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
  };
  fc.assert(fc.property(createRedirects(ORIGIN), checkAddress), { seed: 4, numRuns: 100_000 });
  expect(acceptedCount).toBeGreaterThan(5000);
});

describe("a redirect to a provider", () => {
  const GOOGLE = "https://accounts.google.example";
  const getOrigin = async (provider: unknown) => (provider === "google" ? GOOGLE : null);

  /** Returns the Location of a call whose original response redirects to `location`. */
  async function getLocation(call: string, provider: string, location: string): Promise<string | null> {
    const app = new Hono<AppEnvironment>();
    app.use("/api/auth/*", redirectGuard(ORIGIN, { error: vi.fn() }, getOrigin));
    app.all("/api/auth/*", redirectTo(location));
    const request = { method: "POST", body: JSON.stringify({ provider }) };
    const response = await app.request(`${ORIGIN}/api/auth/${call}`, request, {
      clientAddress: "192.0.2.1",
      requestId: "r1",
    });
    return response.headers.get("location");
  }

  test.for(["sign-in/social", "link-social"])("is allowed for %s with that provider", async (call) => {
    const location = `${GOOGLE}/o/oauth2/auth?state=x`;
    expect(await getLocation(call, "google", location)).toBe(location);
  });

  test.for([
    ["another provider was requested", "sign-in/social", "github", `${GOOGLE}/auth`],
    ["the address is another site", "sign-in/social", "google", "https://evil.example/auth"],
    ["the host only begins with the provider's", "sign-in/social", "google", `${GOOGLE}.evil.example/auth`],
    [
      "the provider's host is the user name",
      "sign-in/social",
      "google",
      "https://accounts.google.example@evil.example/",
    ],
    ["the address is not https", "sign-in/social", "google", "http://accounts.google.example/auth"],
    ["the call is not for a provider", "sign-in/email", "google", `${GOOGLE}/auth`],
    ["the call is a provider's callback", "callback/google", "google", `${GOOGLE}/auth`],
  ] as const)("becomes the home page if %s", async ([, call, provider, location]) => {
    expect(await getLocation(call, provider, location)).toBe("/");
  });
});
