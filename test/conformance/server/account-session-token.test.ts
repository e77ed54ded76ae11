// The specification's §4 and §9 about the session cookie, and values that do not grant a session.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { getSession } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const SESSION_COOKIE = "fieldlocker.session_token";
const MAX_AGE_S = 400 * 24 * 60 * 60;

let world: World;
let visitor: Visitor;
let token: string;
beforeAll(async () => {
  world = await makeWorld();
  ({ visitor } = await signUpAndSignIn(world));
  token = (await getSession(visitor)).session.token;
});
afterAll(() => world[Symbol.asyncDispose]());

const getCookieValue = () => decodeURIComponent(visitor.cookies.get(SESSION_COOKIE) ?? "");
const fetchWithCookie = (cookie: string) => world.visitor().fetch("/api/auth/get-session", { headers: { cookie } });

describe("§4 without a signed session cookie", () => {
  test("rejects a cookie value with any single character altered", async () => {
    const value = getCookieValue();
    for (let index = 0; index < value.length; index += 1) {
      // "A" and "Q" differ in a significant bit also as the last character, whose two lowest bits are unused.
      const other = value[index] === "A" ? "Q" : "A";
      const altered = value.slice(0, index) + other + value.slice(index + 1);
      const response = await fetchWithCookie(`${SESSION_COOKIE}=${encodeURIComponent(altered)}`);
      expect([altered, await response.json()]).toEqual([altered, null]);
    }
  });

  test.for([
    ["the raw token", () => token],
    ["the token with an empty signature", () => `${token}.`],
    [
      "the token with another session's signature",
      async () => {
        const { visitor: other } = await signUpAndSignIn(world);
        return `${token}.${decodeURIComponent(other.cookies.get(SESSION_COOKIE) ?? "").split(".")[1]}`;
      },
    ],
  ] as const)("rejects %s", async ([, make]) => {
    const response = await fetchWithCookie(`${SESSION_COOKIE}=${encodeURIComponent(await make())}`);
    expect(await response.json()).toBeNull();
  });

  test.for([
    ["in the query", () => world.visitor().fetch(`/api/auth/get-session?token=${token}&sessionToken=${token}`)],
    [
      "as Authorization",
      () => world.visitor().fetch("/api/auth/get-session", { headers: { authorization: `Bearer ${token}` } }),
    ],
    [
      "signed, as Authorization",
      () =>
        world.visitor().fetch("/api/auth/get-session", { headers: { authorization: `Bearer ${getCookieValue()}` } }),
    ],
  ] as const)("rejects the token %s", async ([, sendToken]) => {
    expect(await (await sendToken()).json()).toBeNull();
  });

  test("rejects the token in the body", async () => {
    const response = await world.visitor().post("/api/auth/revoke-sessions", { token, sessionToken: token });
    expect(response.status).toBe(401);
    expect(await getSession(visitor)).not.toBeNull();
  });
});

describe("a session's token", () => {
  test("is unique and has 32 characters of an alphabet of 62, which are more than 128 bits", async () => {
    const tokens = [token];
    for (let count = 0; count < 20; count += 1) {
      tokens.push((await (await world.visitor().post("/api/auth/sign-in/anonymous")).json()).token);
    }
    for (const value of tokens) expect(value).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test("is in no response except those that the specification names", async () => {
    for (const path of ["list-accounts", "passkey/list-user-passkeys", "organization/list", "ok"]) {
      expect(await (await visitor.fetch(`/api/auth/${path}`)).text()).not.toContain(token);
    }
    const { visitor: other } = await signUpAndSignIn(world);
    expect(await (await other.fetch("/api/auth/list-sessions")).text()).not.toContain(token);
  });
});

describe("§9 a cookie's age", () => {
  test("does not exceed 400 days in any call that sets a cookie", async () => {
    const { account } = await signUpAndSignIn(world);
    const calls = [
      world.visitor().post("/api/auth/sign-in/email", account),
      world.visitor().post("/api/auth/sign-in/anonymous"),
      world.visitor().fetch("/api/auth/passkey/generate-authenticate-options"),
    ];
    for (const response of await Promise.all(calls)) {
      const ages = response.headers.getSetCookie().flatMap((cookie) => /Max-Age=(\d+)/.exec(cookie)?.[1] ?? []);
      expect(ages).not.toEqual([]);
      for (const age of ages) expect(Number(age)).toBeLessThanOrEqual(MAX_AGE_S);
    }
  });
});

describe("a cookie", () => {
  const CALLS = ["auth/get-session", "auth/list-accounts", "trpc/loadout.list?input={}"];
  const COOKIES = [
    ["that is empty", `${SESSION_COOKIE}=`],
    ["without a name", "=x"],
    ["with only separators", ";;;"],
    ["of 15 kB", `${SESSION_COOKIE}=${"x".repeat(15_000)}`],
    ["with an invalid encoding", `${SESSION_COOKIE}=%E0%A4%A`],
    ["with JSON as its value", `${SESSION_COOKIE}={"a":1}`],
    ["of only dots", `${SESSION_COOKIE}=....`],
    ["with invalid cached data", `fieldlocker.session_data=${Buffer.from("{}").toString("base64url")}`],
    ["named like a built-in property", "__proto__=x; constructor=y"],
  ] as const;

  test.for(COOKIES)("%s identifies no user and causes no server error", async ([, cookie]) => {
    for (const call of CALLS) {
      const response = await world.visitor().fetch(`/api/${call}`, { headers: { cookie } });
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).not.toContain("@example.com");
    }
  });

  test("never exposes another user beside a valid cookie", async () => {
    const { visitor: other } = await signUpAndSignIn(world);
    const [mine, theirs] = [visitor, other].map(({ cookies }) => `${SESSION_COOKIE}=${cookies.get(SESSION_COOKIE)}`);
    const userId = (await getSession(visitor)).user.id;
    for (const cookie of [
      `${mine}; ${SESSION_COOKIE}=x`,
      `${SESSION_COOKIE}=; ${mine}`,
      `${SESSION_COOKIE}=x; ${mine}`,
    ]) {
      const session = await (await fetchWithCookie(cookie)).json();
      expect([undefined, userId]).toContain(session?.user.id);
    }
    const session = await (await fetchWithCookie(`${mine}; ${theirs}`)).json();
    expect(session?.user.id).toBe(userId);
  });
});
