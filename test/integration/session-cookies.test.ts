// A session cookie signs in only when it is complete, signed and in its own place.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { linkBy, makeProviderWorld, type ProviderWorld, signInBy } from "#test/harness/identity/provider-flow.ts";
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

/** What a request that brings these headers and no other cookie hears of its session, and by which status. */
async function heard(headers: Record<string, string>, query = ""): Promise<[status: number, user: string | undefined]> {
  const answer = await fetch(`${world.origin}/api/auth/get-session${query}`, {
    headers: { "x-forwarded-for": world.visitor().address, ...headers },
  });
  const text = await answer.text();
  return [answer.status, answer.ok ? JSON.parse(text)?.user?.email : undefined];
}

async function someone() {
  const { visitor, account } = await signUpAndIn(world);
  const cookie = visitor.cookies.get(NAME) ?? "";
  const [token = ""] = decodeURIComponent(cookie).split(".");
  return { visitor, account, cookie, token };
}

describe("a session's cookie", () => {
  test("signs in whole, and with no character of it changed", async () => {
    const { account, cookie } = await someone();
    expect(await heard({ cookie: `${NAME}=${cookie}` })).toEqual([200, account.email]);
    for (let place = 0; place < cookie.length; place += 1) {
      // Two letters that differ in a bit which counts also in the signature's last one.
      const changed = cookie[place] === "A" ? "Q" : "A";
      const [status, user] = await heard({
        cookie: `${NAME}=${cookie.slice(0, place)}${changed}${cookie.slice(place + 1)}`,
      });
      expect([place, status < 500, user]).toEqual([place, true, undefined]);
    }
  });

  test("signs in with no signature but the site's", async () => {
    const { token, cookie } = await someone();
    const { cookie: other } = await someone();
    const foreign = createHmac("sha256", "another secret").update(token).digest("base64");
    const signature = decodeURIComponent(other).split(".")[1];
    const forged = [token, `${token}.`, `${token}.${foreign}`, `${token}.${signature}`, cookie.split(".")[1] ?? ""];
    for (const value of forged) {
      expect(await heard({ cookie: `${NAME}=${encodeURIComponent(value)}` })).toEqual([200, undefined]);
    }
  });

  test("is the only place of its token: in a query, a body or another header it is no credential", async () => {
    const { token, cookie } = await someone();
    for (const value of [token, decodeURIComponent(cookie)]) {
      expect(await heard({ authorization: `Bearer ${value}` })).toEqual([200, undefined]);
      expect(await heard({ "x-session-token": value, "set-auth-token": value })).toEqual([200, undefined]);
      expect(await heard({}, `?token=${encodeURIComponent(value)}&sessionToken=${token}`)).toEqual([200, undefined]);
      const answer = await world.visitor().post("/api/auth/update-user", { name: "Al", token: value });
      expect(answer.status).toBe(401);
    }
  });

  test("holds a token of 128 bits or more, another one each time", async () => {
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

  test("that is duplicated, empty, long or malformed signs in no other user, and breaks nothing", async () => {
    const { account, cookie } = await someone();
    const good = `${NAME}=${cookie}`;
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
      `${good}; ${good}`,
      `${good}; ${NAME}=other`,
      `${NAME}=other; ${good}`,
      `${good}; ${"padding=x; ".repeat(1200)}`,
      `__proto__=x; constructor=y; ${good}`,
      `${NAME.toUpperCase()}=${cookie}`,
      `fieldlocker.session_data=${"a".repeat(100)}; ${good}`,
      `fieldlocker.dont_remember=x; ${good}`,
    ];
    for (const each of cookies) {
      const [status, user] = await heard({ cookie: each });
      expect([each.slice(0, 80), status < 500, [undefined, account.email].includes(user)]).toEqual([
        each.slice(0, 80),
        true,
        true,
      ]);
    }
  });
});

describe("a new session, and the end of the one before, comes with", () => {
  test.for([
    ["a sign-in", (visitor: Visitor, account: object) => visitor.post("/api/auth/sign-in/email", account)],
    ["a return from a provider", (visitor: Visitor) => signInBy(world, visitor, GOOGLE, aPerson())],
  ] as const)("%s", async ([, signIn]) => {
    const { visitor, account } = await someone();
    const [before, stored] = [await getSession(visitor), new Map(visitor.cookies)];
    await signIn(visitor, account);
    const after = await getSession(visitor);
    expect(after.session.token).not.toBe(before.session.token);
    expect(await heard({ cookie: `${NAME}=${stored.get(NAME)}` })).toEqual([200, undefined]);
  });

  test("a sign-up, for a guest", async () => {
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    const stored = guest.cookies.get(NAME);
    const { account } = await signUpAndIn(world, guest);
    expect((await getSession(guest)).user.email).toBe(account.email);
    expect(await heard({ cookie: `${NAME}=${stored}` })).toEqual([200, undefined]);
  });
});

test("the owner hears by mail of a provider that was linked or unlinked", async () => {
  const { visitor, account } = await someone();
  // The ways in of an account's first minute are no news.
  world.turnClock(MINUTE_MS);
  const getHeard = async () =>
    (await world.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject);
  await linkBy(world, visitor, GOOGLE, { ...aPerson(), email: account.email, verified: true });
  expect((await getHeard())[0]).toBe("A way to sign in was added");
  expect((await visitor.post("/api/auth/unlink-account", { providerId: GOOGLE.id })).status).toBe(200);
  expect((await getHeard())[0]).toBe("A way to sign in was removed");
});

test.for([
  "unlink-account",
  "passkey/generate-register-options",
  "passkey/verify-registration",
  "passkey/delete-passkey",
])("ten minutes after signing in, %s asks to sign in again", async (path) => {
  const { visitor } = await someone();
  world.turnClock(10 * MINUTE_MS);
  const answer = path.endsWith("options")
    ? await visitor.fetch(`/api/auth/${path}`)
    : await visitor.post(`/api/auth/${path}`, { providerId: "google", id: "x", response: {} });
  expect([answer.status, (await answer.json()).message]).toEqual([403, "Session is not fresh"]);
});
