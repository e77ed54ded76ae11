// A session cookie is accepted only when it is complete, signed, and sent as a cookie.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  linkProvider,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";
import type { Visitor } from "#test/harness/visitor.ts";

const NAME = "fieldlocker.session_token";
const MINUTE_MS = 60_000;
const GOOGLE = { id: "google" } as const;

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();

/** Requests the session with these headers only; returns the status and the user's address. */
async function fetchSession(
  headers: Record<string, string>,
  query = "",
): Promise<[status: number, user: string | undefined]> {
  const response = await fetch(`${world.origin}/api/auth/get-session${query}`, {
    headers: { "x-forwarded-for": world.visitor().address, ...headers },
  });
  const text = await response.text();
  return [response.status, response.ok ? JSON.parse(text)?.user?.email : undefined];
}

async function signUpWithCookie() {
  const { visitor, account } = await signUpAndSignIn(world);
  const cookie = visitor.cookies.get(NAME) ?? "";
  const [token = ""] = decodeURIComponent(cookie).split(".");
  return { visitor, account, cookie, token };
}

describe("a session's cookie", () => {
  test("is accepted unchanged, and refused with any character changed", async () => {
    const { account, cookie } = await signUpWithCookie();
    expect(await fetchSession({ cookie: `${NAME}=${cookie}` })).toEqual([200, account.email]);
    for (let place = 0; place < cookie.length; place += 1) {
      // "A" and "Q" differ in a significant bit also as the last character of the signature.
      const changed = cookie[place] === "A" ? "Q" : "A";
      const [status, user] = await fetchSession({
        cookie: `${NAME}=${cookie.slice(0, place)}${changed}${cookie.slice(place + 1)}`,
      });
      expect([place, status < 500, user]).toEqual([place, true, undefined]);
    }
  });

  test("is refused with any signature but the site's", async () => {
    const { token, cookie } = await signUpWithCookie();
    const { cookie: other } = await signUpWithCookie();
    const foreign = createHmac("sha256", "another secret").update(token).digest("base64");
    const signature = decodeURIComponent(other).split(".")[1];
    const forged = [token, `${token}.`, `${token}.${foreign}`, `${token}.${signature}`, cookie.split(".")[1] ?? ""];
    for (const value of forged) {
      expect(await fetchSession({ cookie: `${NAME}=${encodeURIComponent(value)}` })).toEqual([200, undefined]);
    }
  });

  test("is the only accepted place of its token: a query, a body or another header is ignored", async () => {
    const { token, cookie } = await signUpWithCookie();
    for (const value of [token, decodeURIComponent(cookie)]) {
      expect(await fetchSession({ authorization: `Bearer ${value}` })).toEqual([200, undefined]);
      expect(await fetchSession({ "x-session-token": value, "set-auth-token": value })).toEqual([200, undefined]);
      expect(await fetchSession({}, `?token=${encodeURIComponent(value)}&sessionToken=${token}`)).toEqual([
        200,
        undefined,
      ]);
      const response = await world.visitor().post("/api/auth/update-user", { name: "Al", token: value });
      expect(response.status).toBe(401);
    }
  });

  test("contains a random token of at least 128 bits", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = world.visitor();
        await visitor.post("/api/auth/sign-in/anonymous");
        return decodeURIComponent(visitor.cookies.get(NAME) ?? "").split(".")[0] ?? "";
      }),
    );
    expect(new Set(tokens).size).toBe(20);
    // 22 of 62 characters are 130 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{22,}$/);
  });

  test("never signs in another user or causes a server error, even if duplicated, empty, long or malformed", async () => {
    const { account, cookie } = await signUpWithCookie();
    const validCookie = `${NAME}=${cookie}`;
    const cookies = [
      "",
      ";",
      "=",
      "===;;;",
      NAME,
      `${NAME}=`,
      `${NAME}=""`,
      `${NAME}=%`,
      `${NAME}=%ff%fe`,
      `${NAME}=%00`,
      `${NAME}=${"a".repeat(15_000)}`,
      `${validCookie}; ${validCookie}`,
      `${validCookie}; ${NAME}=other`,
      `${NAME}=other; ${validCookie}`,
      `${validCookie}; ${"padding=x; ".repeat(1200)}`,
      `__proto__=x; constructor=y; ${validCookie}`,
      `${NAME.toUpperCase()}=${cookie}`,
      `fieldlocker.session_data=${"a".repeat(100)}; ${validCookie}`,
      `fieldlocker.dont_remember=x; ${validCookie}`,
    ];
    for (const header of cookies) {
      const [status, user] = await fetchSession({ cookie: header });
      expect([header.slice(0, 80), status < 500, [undefined, account.email].includes(user)]).toEqual([
        header.slice(0, 80),
        true,
        true,
      ]);
    }
  });
});

describe("the session", () => {
  test.for([
    ["a sign-in", (visitor: Visitor, account: object) => visitor.post("/api/auth/sign-in/email", account)],
    ["a return from a provider", (visitor: Visitor) => signInWithProvider(world, visitor, GOOGLE, createPerson())],
  ] as const)("is replaced by %s", async ([, signIn]) => {
    const { visitor, account } = await signUpWithCookie();
    const [before, oldCookies] = [await getSession(visitor), new Map(visitor.cookies)];
    await signIn(visitor, account);
    const after = await getSession(visitor);
    expect(after.session.token).not.toBe(before.session.token);
    expect(await fetchSession({ cookie: `${NAME}=${oldCookies.get(NAME)}` })).toEqual([200, undefined]);
  });

  test("of a guest is replaced by a sign-up", async () => {
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    const oldCookie = guest.cookies.get(NAME);
    const { account } = await signUpAndSignIn(world, guest);
    expect((await getSession(guest)).user.email).toBe(account.email);
    expect(await fetchSession({ cookie: `${NAME}=${oldCookie}` })).toEqual([200, undefined]);
  });
});

test("the owner is notified by mail when a provider is linked or unlinked", async () => {
  const { visitor, account } = await signUpWithCookie();
  // Credentials added in the first minute of an account cause no notification.
  world.turnClock(MINUTE_MS);
  const listSubjects = async () =>
    (await world.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject);
  await linkProvider(world, visitor, GOOGLE, { ...createPerson(), email: account.email, verified: true });
  expect((await listSubjects())[0]).toBe("A way to sign in was added");
  expect((await visitor.post("/api/auth/unlink-account", { providerId: GOOGLE.id })).status).toBe(200);
  expect((await listSubjects())[0]).toBe("A way to sign in was removed");
});

test.for([
  "unlink-account",
  "passkey/generate-register-options",
  "passkey/verify-registration",
  "passkey/delete-passkey",
])("ten minutes after signing in, %s requires a new sign-in", async (path) => {
  const { visitor } = await signUpWithCookie();
  world.turnClock(10 * MINUTE_MS);
  const response = path.endsWith("options")
    ? await visitor.fetch(`/api/auth/${path}`)
    : await visitor.post(`/api/auth/${path}`, { providerId: "google", id: "x", response: {} });
  expect([response.status, (await response.json()).message]).toEqual([403, "Session is not fresh"]);
});
