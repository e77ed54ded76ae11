// The specification's §5, §6 and §8: the refusals when a part of the account system is switched off, one test per sentence.
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** One server per set of environment variables, shared by the tests. */
const worlds = new Map<string, Promise<World>>();
afterAll(async () => {
  for (const world of worlds.values()) await (await world)[Symbol.asyncDispose]();
});

function openWorld(environment: Record<string, string> = {}): Promise<World> {
  const key = JSON.stringify(environment);
  const world = worlds.get(key) ?? makeWorld({ environment, singleProcess: USES_INTERNALS });
  worlds.set(key, world);
  return world;
}
const openWithout = (feature: string, environment: Record<string, string> = {}) =>
  openWorld({ ACCOUNT_FEATURES_OFF: feature, ...environment });
const readRefusal = async (response: Response) => [response.status, (await response.json()).message];

const PERSON = { name: "Al", email: "al@example.com", password: "correct horse battery" };
const getUser = async (visitor: Visitor) => (await (await visitor.fetch("/api/auth/get-session")).json())?.user;

describe("§5 §8 sign-in while passwords are off", () => {
  test("a sign-in returns Email and password is not enabled", async () => {
    const visitor = (await openWithout("passwords")).visitor();
    const response = await visitor.post("/api/auth/sign-in/email", PERSON);
    expect(await readRefusal(response)).toEqual([400, "Email and password is not enabled"]);
  });

  test("a sign-up with a password is refused", async () => {
    const { visitor, context } = await openWithout("passwords");
    const response = await visitor().post("/api/auth/sign-up/email", PERSON);
    expect(await readRefusal(response)).toEqual([400, "Email and password sign up is not enabled"]);
    expect(await context.db.selectFrom("user").select("id").execute()).toEqual([]);
  });

  test("a guest can sign in", async () => {
    const visitor = (await openWithout("passwords")).visitor();
    expect((await visitor.post("/api/auth/sign-in/anonymous")).status).toBe(200);
  });
});

describe("without sign-up", () => {
  test("a sign-up is refused", async () => {
    const { visitor, context } = await openWithout("sign-up");
    const response = await visitor().post("/api/auth/sign-up/email", PERSON);
    expect(await readRefusal(response)).toEqual([400, "Email and password sign up is not enabled"]);
    expect(await context.db.selectFrom("user").select("id").execute()).toEqual([]);
  });

  test("an existing user can sign in", async () => {
    const { visitor, context } = await openWithout("sign-up");
    const { internalAdapter, password } = await context.auth.$context;
    const user = await internalAdapter.createUser({ ...PERSON, emailVerified: true }, { method: "email-password" });
    const account = { userId: user.id, providerId: "credential", accountId: user.id };
    await internalAdapter.linkAccount({ ...account, password: await password.hash(PERSON.password) });
    expect((await visitor().post("/api/auth/sign-in/email", PERSON)).status).toBe(200);
  });
});

describe("§8 without password-reset", () => {
  test.for(["request-password-reset", "forget-password"])("%s returns Reset password isn't enabled", async (call) => {
    const visitor = (await openWithout("password-reset")).visitor();
    const response = await visitor.post(`/api/auth/${call}`, { email: PERSON.email });
    expect(await readRefusal(response)).toEqual([400, "Reset password isn't enabled"]);
  });
});

describe("§8 without verification-mail", () => {
  const OPTIONAL = { EMAIL_VERIFICATION: "optional" };

  test("send-verification-email returns Verification email isn't enabled", async () => {
    const visitor = (await openWithout("verification-mail", OPTIONAL)).visitor();
    const response = await visitor.post("/api/auth/send-verification-email", { email: PERSON.email });
    expect(await readRefusal(response)).toEqual([400, "Verification email isn't enabled"]);
  });

  test("a sign-up sends no mail, and creates a session", async () => {
    const { visitor, mails } = await openWithout("verification-mail", OPTIONAL);
    const person = visitor();
    const { email } = await signUp(person);
    expect(await getUser(person)).toMatchObject({ email });
    expect(await mails()).toEqual([]);
  });

  test("an address is changed at once, and no mail is sent", async () => {
    const { visitor, mails } = await openWithout("verification-mail", OPTIONAL);
    const person = visitor();
    await signUp(person);
    expect((await person.post("/api/auth/change-email", { newEmail: "new@example.com" })).status).toBe(200);
    expect(await getUser(person)).toMatchObject({ email: "new@example.com", emailVerified: false });
    expect(await mails()).toEqual([]);
  });

  test("the configuration is refused if addresses have to be verified", () => {
    expect(() => readConfig({ ACCOUNT_FEATURES_OFF: "verification-mail" })).toThrow(
      "Without verification-mail no address can be verified",
    );
  });
});

describe("§8 without change-email", () => {
  test.for([
    ["another address", "new@example.com"],
    ["the same address", null],
  ] as const)("a request for %s returns Change email is disabled", async ([, requested]) => {
    const { visitor, account } = await signUpAndSignIn(await openWithout("change-email"));
    const response = await visitor.post("/api/auth/change-email", { newEmail: requested ?? account.email });
    expect(await readRefusal(response)).toEqual([400, "Change email is disabled"]);
    expect(await getUser(visitor)).toMatchObject({ email: account.email });
  });

  test("a request without a session returns 401", async () => {
    const visitor = (await openWithout("change-email")).visitor();
    expect((await visitor.post("/api/auth/change-email", { newEmail: "new@example.com" })).status).toBe(401);
  });
});

describe("§5 account deletion needs the feature enabled", () => {
  test("delete-user returns 404 without it, and deletes no account", async () => {
    const { visitor } = await signUpAndSignIn(await openWithout("deletion"));
    expect((await visitor.post("/api/auth/delete-user", { password: PERSON.password })).status).toBe(404);
    expect(await getUser(visitor)).not.toBeNull();
  });

  test("delete-user deletes no guest without it", async () => {
    const visitor = (await openWithout("deletion")).visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    expect((await visitor.post("/api/auth/delete-user")).status).toBe(404);
    expect(await getUser(visitor)).not.toBeNull();
  });

  test("a mailed link deletes no account without it", async () => {
    const testWorld = await openWithout("deletion");
    const { visitor } = await signUpAndSignIn(testWorld);
    const { internalAdapter } = await testWorld.context.auth.$context;
    const { id: value } = await getUser(visitor);
    const expiresAt = new Date(Date.now() + 60_000);
    await internalAdapter.createVerificationValue({ identifier: "delete-account-token", value, expiresAt });
    expect((await visitor.fetch("/api/auth/delete-user/callback?token=token")).status).toBe(404);
    expect(await getUser(visitor)).not.toBeNull();
  });
});

describe("§5 §8 account linking requires linking to be enabled", () => {
  /** Signs up a user, and adds a fake provider that reports the same verified address. */
  async function addProvider(testWorld: World) {
    const { visitor, account } = await signUpAndSignIn(testWorld);
    const { socialProviders } = await testWorld.context.auth.$context;
    const user = { name: "Al", email: account.email, emailVerified: true };
    socialProviders.splice(0, 1, {
      id: "google",
      name: "Provider",
      accountSubject: () => account.email,
      createAuthorizationURL: ({ state }: { state: string }) => new URL(`https://provider.example/?state=${state}`),
      validateAuthorizationCode: async () => ({ accessToken: "access" }),
      idToken: { verify: async () => true },
      getUserInfo: async () => ({ user, data: { id: account.email } }),
    });
    return visitor;
  }
  const linkByIdToken = (visitor: Visitor) =>
    visitor.post("/api/auth/link-social", { provider: "google", idToken: { token: "t", accessToken: "a" } });
  const linkByCallback = async (visitor: Visitor) => {
    const startResponse = await visitor.post("/api/auth/link-social", { provider: "google", callbackURL: "/account" });
    const state = new URL((await startResponse.json()).url).searchParams.get("state");
    return (await visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`)).headers.get("location");
  };

  test("an ID token returns Account not linked - linking not allowed without it", async () => {
    const visitor = await addProvider(await openWithout("linking"));
    expect(await readRefusal(await linkByIdToken(visitor))).toEqual([401, "Account not linked - linking not allowed"]);
  });

  test("a callback redirects with unable_to_link_account without it", async () => {
    const visitor = await addProvider(await openWithout("linking"));
    expect(await linkByCallback(visitor)).toContain("error=unable_to_link_account");
  });

  test("a sign-in with the address of an account redirects with account_not_linked without it", async () => {
    const testWorld = await openWithout("linking");
    await addProvider(testWorld);
    const visitor = testWorld.visitor();
    const startResponse = await visitor.post("/api/auth/sign-in/social", {
      provider: "google",
      callbackURL: "/account",
    });
    const state = new URL((await startResponse.json()).url).searchParams.get("state");
    const response = await visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`);
    expect(response.headers.get("location")).toContain("error=account_not_linked");
  });

  test("an account is linked with it", async () => {
    const visitor = await addProvider(await openWorld());
    expect((await linkByIdToken(visitor)).status).toBe(200);
    expect(await linkByCallback(visitor)).toBe("/account");
  });
});

describe("§8 optional verification", () => {
  test("a sign-up creates a session", async () => {
    const visitor = (await openWorld({ EMAIL_VERIFICATION: "optional" })).visitor();
    const response = await visitor.post("/api/auth/sign-up/email", PERSON);
    expect([response.status, typeof (await response.json()).token]).toEqual([200, "string"]);
    expect(await getUser(visitor)).toMatchObject({ email: PERSON.email, emailVerified: false });
  });

  test("a sign-up with a taken address returns User already exists. Use another email.", async () => {
    const { visitor } = await openWorld({ EMAIL_VERIFICATION: "optional" });
    await visitor().post("/api/auth/sign-up/email", PERSON);
    const response = await visitor().post("/api/auth/sign-up/email", { ...PERSON, email: "AL@example.com" });
    expect(await readRefusal(response)).toEqual([422, "User already exists. Use another email."]);
  });

  test("the mailed link verifies the address and does not change the session", async () => {
    const { visitor, mails } = await openWorld({ EMAIL_VERIFICATION: "optional" });
    const person = visitor();
    await signUp(person);
    const token = person.cookies.get("fieldlocker.session_token");
    await person.fetch(getLink((await mails())[0]));
    expect(await getUser(person)).toMatchObject({ emailVerified: true });
    expect(person.cookies.get("fieldlocker.session_token")).toBe(token);
  });
});

describe("the configuration of account features", () => {
  test("is refused if a feature is unknown", () => {
    expect(() => readConfig({ ACCOUNT_FEATURES_OFF: "passwords,linkin" })).toThrow("ACCOUNT_FEATURES_OFF");
  });

  test("accepts several features with any spacing", () => {
    const { accountFeaturesOff } = readConfig({ ACCOUNT_FEATURES_OFF: " linking, deletion,,sign-up" });
    expect([...accountFeaturesOff]).toEqual(["linking", "deletion", "sign-up"]);
  });

  test("enables every feature and caches no session by default", () => {
    const { accountFeaturesOff, sessionCache } = readConfig({});
    expect([accountFeaturesOff.size, sessionCache]).toEqual([0, false]);
  });
});
