// The specification's §4, §5, §7 and §8 about signing in and the session calls, one test per sentence.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getSession, readRefusal, readStatusAndBody } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const SESSION_COOKIE = "fieldlocker.session_token";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const signIn = (visitor: Visitor, body: unknown) => visitor.post("/api/auth/sign-in/email", body);
const getRows = (userId: string) =>
  world.context.db.selectFrom("session").select("token").where("userId", "=", userId).execute();

/** Signs up a user, and signs in on a second device. */
async function signInOnTwoDevices() {
  const { visitor, account } = await signUpAndSignIn(world);
  const otherVisitor = world.visitor();
  await signIn(otherVisitor, account);
  return { visitor, otherVisitor, account };
}

describe("§7 GET /get-session", () => {
  test("returns null without a session", async () => {
    expect(await readStatusAndBody(await world.visitor().fetch("/api/auth/get-session"))).toEqual([200, null]);
  });

  test("returns session and user", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { session, user } = await getSession(visitor);
    expect(user).toMatchObject({ name: account.name, email: account.email, emailVerified: true });
    expect(session).toMatchObject({ userId: user.id, token: expect.any(String), expiresAt: expect.any(String) });
  });

  test("rejects another method", async () => {
    const { visitor } = await signUpAndSignIn(world);
    expect((await visitor.post("/api/auth/get-session")).status).not.toBe(200);
  });
});

describe("§7 POST /revoke-sessions", () => {
  test("returns status true, and ends all sessions of the caller", async () => {
    const { visitor, otherVisitor } = await signInOnTwoDevices();
    const { user } = await getSession(visitor);
    expect(await readStatusAndBody(await visitor.post("/api/auth/revoke-sessions"))).toEqual([200, { status: true }]);
    expect([await getSession(visitor), await getSession(otherVisitor), await getRows(user.id)]).toEqual([
      null,
      null,
      [],
    ]);
  });

  test("does not end other users' sessions", async () => {
    const { visitor: otherVisitor } = await signUpAndSignIn(world);
    const { visitor } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/revoke-sessions");
    expect(await getSession(otherVisitor)).not.toBeNull();
  });
});

describe("§7 POST /revoke-other-sessions", () => {
  test("returns status true, and ends all sessions of the caller except the current one", async () => {
    const { visitor, otherVisitor } = await signInOnTwoDevices();
    const { user, session } = await getSession(visitor);
    expect(await readStatusAndBody(await visitor.post("/api/auth/revoke-other-sessions"))).toEqual([
      200,
      { status: true },
    ]);
    expect([await getSession(otherVisitor), await getRows(user.id)]).toEqual([null, [{ token: session.token }]]);
  });

  test("does not end other users' sessions", async () => {
    const { visitor: otherVisitor } = await signUpAndSignIn(world);
    const { visitor } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/revoke-other-sessions");
    expect(await getSession(otherVisitor)).not.toBeNull();
  });
});

describe("§4 §7 a sign-in by POST /sign-in/email", () => {
  test("returns redirect, token and user, and no url without a callbackURL", async () => {
    const { account } = await signUpAndSignIn(world);
    const visitor = world.visitor();
    const [status, { user, ...rest }] = await readStatusAndBody(await signIn(visitor, account));
    const { session, user: own } = await getSession(visitor);
    expect([status, rest, user]).toEqual([200, { redirect: false, token: session.token }, own]);
  });

  test("returns redirect true and the url with a callbackURL", async () => {
    const { account } = await signUpAndSignIn(world);
    const response = await signIn(world.visitor(), { ...account, callbackURL: "/bf4?tab=loadouts" });
    expect(response.headers.get("location")).toBe("/bf4?tab=loadouts");
    expect(await response.json()).toMatchObject({ redirect: true, url: "/bf4?tab=loadouts" });
  });

  test("creates a session", async () => {
    const { account, visitor } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const before = (await getRows(user.id)).length;
    const { token } = await (await signIn(world.visitor(), account)).json();
    const rows = await getRows(user.id);
    expect(rows).toHaveLength(before + 1);
    expect(rows).toContainEqual({ token });
  });

  test("accepts an e-mail in upper case", async () => {
    const { account } = await signUpAndSignIn(world);
    const response = await signIn(world.visitor(), { ...account, email: account.email.toUpperCase() });
    expect((await response.json()).user.email).toBe(account.email);
  });

  test.for([
    [undefined, true],
    [true, true],
    [false, false],
  ] as const)("a sign-in is remembered unless rememberMe is false: %j", async ([rememberMe, isRemembered]) => {
    const { account } = await signUpAndSignIn(world);
    const response = await signIn(world.visitor(), { ...account, rememberMe });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`));
    expect(cookie?.includes("Max-Age=")).toBe(isRemembered);
  });
});

describe("§8 Invalid email or password", () => {
  test("is returned for a wrong password", async () => {
    const { account } = await signUpAndSignIn(world);
    const response = await signIn(world.visitor(), { ...account, password: "another horse battery" });
    expect(await readRefusal(response)).toEqual([401, "Invalid email or password"]);
  });

  test("is returned for an unknown address", async () => {
    const response = await signIn(world.visitor(), { email: "unknown@example.com", password: "any horse battery" });
    expect(await readRefusal(response)).toEqual([401, "Invalid email or password"]);
  });

  test("is returned for a user without a password", async () => {
    const { account, visitor } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    await world.context.db.updateTable("account").set({ password: null }).where("userId", "=", user.id).execute();
    expect(await readRefusal(await signIn(world.visitor(), account))).toEqual([401, "Invalid email or password"]);
  });
});

describe("§5 §8 sign-in with an unverified e-mail", () => {
  test("is refused with Email not verified, and creates no session", async () => {
    const account = await signUp(world.visitor());
    const visitor = world.visitor();
    expect(await readRefusal(await signIn(visitor, account))).toEqual([403, "Email not verified"]);
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("sends the verification e-mail again", async () => {
    const account = await signUp(world.visitor());
    const getMailSubjects = async () =>
      (await world.mails()).filter(({ to }) => to === account.email).map((mail) => mail.subject);
    expect(await getMailSubjects()).toHaveLength(1);
    await signIn(world.visitor(), account);
    expect(await getMailSubjects()).toEqual(["Verify your e-mail address", "Verify your e-mail address"]);
  });

  test("returns Invalid email or password for a wrong password, and sends no mail", async () => {
    const account = await signUp(world.visitor());
    const response = await signIn(world.visitor(), { ...account, password: "another horse battery" });
    expect(await readRefusal(response)).toEqual([401, "Invalid email or password"]);
    expect((await world.mails()).filter(({ to }) => to === account.email)).toHaveLength(1);
  });

  test("succeeds if verification is optional", async () => {
    await using otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
    const account = await signUp(otherWorld.visitor());
    expect((await signIn(otherWorld.visitor(), account)).status).toBe(200);
  });
});

describe("§7 POST /sign-in/anonymous", () => {
  test("returns token and user of a new guest, and signs the guest in", async () => {
    const visitor = world.visitor();
    const [status, { token, user }] = await readStatusAndBody(await visitor.post("/api/auth/sign-in/anonymous"));
    const session = await getSession(visitor);
    expect([status, token, user.id]).toEqual([200, session.session.token, session.user.id]);
    expect(session.user).toMatchObject({ name: "Guest", isAnonymous: true, emailVerified: false });
  });

  test("creates a different guest for each caller", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await (await world.visitor().post("/api/auth/sign-in/anonymous")).json()).user.id),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("is refused for a user who is signed in to an account", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const before = await getSession(visitor);
    expect(await readRefusal(await visitor.post("/api/auth/sign-in/anonymous"))).toEqual([
      400,
      "You are signed in already.",
    ]);
    expect(await getSession(visitor)).toEqual(before);
  });
});
