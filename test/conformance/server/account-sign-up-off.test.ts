// With ACCOUNT_FEATURES_OFF=sign-up, signing in by a code or through a provider creates no account either (§8).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ environment: { ACCOUNT_FEATURES_OFF: "sign-up" }, singleProcess: USES_INTERNALS });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§8 signup_disabled: without sign-up", () => {
  const NEWCOMER = "newcomer@example.com";
  const getUsers = async (testWorld: World) =>
    testWorld.context.db.selectFrom("user").select("email").where("email", "=", NEWCOMER).execute();

  /** Signs in with the code that was mailed to this address; returns the response. */
  async function signInByCode(testWorld: World, email: string) {
    await testWorld.visitor().post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    const mail = (await testWorld.mails()).find(({ to }) => to === email);
    const otp = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
    return testWorld.visitor().post("/api/auth/sign-in/email-otp", { email, otp });
  }

  /** Adds a fake provider that reports a person without an account here; returns a visitor. */
  async function addNewcomerProvider(testWorld: World) {
    const { socialProviders } = await testWorld.context.auth.$context;
    socialProviders.splice(0, 1, {
      id: "google",
      name: "Provider",
      accountSubject: () => NEWCOMER,
      createAuthorizationURL: ({ state }: { state: string }) => new URL(`https://provider.example/?state=${state}`),
      validateAuthorizationCode: async () => ({ accessToken: "access" }),
      idToken: { verify: async () => true },
      getUserInfo: async () => ({ user: { name: "Al", email: NEWCOMER, emailVerified: true }, data: {} }),
    });
    return testWorld.visitor();
  }

  test("a code creates no account", async () => {
    const response = await signInByCode(world, NEWCOMER);
    expect([response.status, (await response.json()).code]).toEqual([403, "signup_disabled"]);
    expect(await getUsers(world)).toEqual([]);
  });

  test("a callback creates no account", async () => {
    const visitor = await addNewcomerProvider(world);
    const body = { provider: "google", callbackURL: "/account", errorCallbackURL: "/login", requestSignUp: true };
    const startResponse = await visitor.post("/api/auth/sign-in/social", body);
    const state = new URL((await startResponse.json()).url).searchParams.get("state");
    const response = await visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`);
    expect(response.headers.get("location")).toBe("/login?error=signup_disabled");
    expect(await getUsers(world)).toEqual([]);
  });

  test("an ID token creates no account", async () => {
    const visitor = await addNewcomerProvider(world);
    const body = { provider: "google", idToken: { token: "t", accessToken: "a" } };
    const response = await visitor.post("/api/auth/sign-in/social", body);
    expect([response.status, (await response.json()).code]).toEqual([403, "signup_disabled"]);
    expect(await getUsers(world)).toEqual([]);
  });

  test("guests are created, and an existing user signs in by a code", async () => {
    const guest = world.visitor();
    expect((await guest.post("/api/auth/sign-in/anonymous")).status).toBe(200);
    const { internalAdapter } = await world.context.auth.$context;
    await internalAdapter.createUser({ name: "Al", email: NEWCOMER, emailVerified: true }, { method: "email-otp" });
    expect((await signInByCode(world, NEWCOMER)).status).toBe(200);
  });

  test("a code creates an account if sign-up is on", async () => {
    await using otherWorld = await makeWorld();
    expect((await signInByCode(otherWorld, NEWCOMER)).status).toBe(200);
  });
});
