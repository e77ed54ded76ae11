// The specification's §2, §4, §5, §7 and §8 about providers in general; providers.test.ts tests each provider.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { addStandIn, type StandIn } from "#test/harness/identity/stand-in-provider.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getSession, getStatusAndLocation, getUser, readRefusal, readStatusAndBody } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let provider: StandIn;
beforeAll(async () => {
  world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  provider = await addStandIn(world, "google");
});
afterAll(() => world[Symbol.asyncDispose]());

let personCount = 0;
beforeEach(() => {
  personCount += 1;
  const email = `person-at-provider-${personCount}@example.com`;
  Object.assign(provider, { acceptsIdTokens: true, refreshesTokens: true, id: `google-${personCount}` });
  provider.person = { name: "Al", email, emailVerified: true };
});

const PAGES = { callbackURL: "/account", errorCallbackURL: "/login", newUserCallbackURL: "/welcome" };
const startSignIn = (visitor: Visitor, body: object = {}, call = "sign-in/social") =>
  visitor.post(`/api/auth/${call}`, { provider: "google", disableRedirect: true, ...PAGES, ...body });
const sendIdToken = (visitor: Visitor, call: "sign-in/social" | "link-social", id = "google") =>
  visitor.post(`/api/auth/${call}`, { provider: id, idToken: { token: "t", accessToken: "access" } });

async function startFlow(visitor: Visitor, body: object = {}, call = "sign-in/social") {
  const query = new URL((await (await startSignIn(visitor, body, call)).json()).url).searchParams;
  return { query, state: query.get("state") ?? "" };
}
const visitCallback = (visitor: Visitor, state: string) =>
  visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`);
const signIn = async (visitor: Visitor) => visitCallback(visitor, (await startFlow(visitor)).state);
const findState = async (state: string) =>
  (await world.context.auth.$context).internalAdapter.findVerificationValue(`auth-state:${state}`);
const changeState = async (state: string, change: object) => {
  const value = JSON.stringify({ ...JSON.parse((await findState(state))?.value ?? ""), ...change });
  const { internalAdapter } = await world.context.auth.$context;
  await internalAdapter.updateVerificationByIdentifier(`auth-state:${state}`, { value });
};

describe("§7 POST /sign-in/social", () => {
  test("returns url and redirect", async () => {
    const signIn = await startSignIn(world.visitor(), { disableRedirect: undefined });
    const url = expect.stringMatching(/^https:\/\/provider\.example\//);
    expect(await readStatusAndBody(signIn)).toEqual([200, { url, redirect: true }]);
  });

  test("returns redirect false and no Location with disableRedirect", async () => {
    const response = await startSignIn(world.visitor(), { disableRedirect: true });
    expect([(await response.json()).redirect, response.headers.get("location")]).toEqual([false, null]);
  });

  test("returns redirect, token and user for an ID token", async () => {
    const visitor = world.visitor();
    const response = await sendIdToken(visitor, "sign-in/social");
    const { session, user } = await getSession(visitor);
    expect(await readStatusAndBody(response)).toEqual([200, { redirect: false, token: session.token, user }]);
  });

  test("passes scopes and loginHint to the provider", async () => {
    const { query } = await startFlow(world.visitor(), { scopes: ["x", "y"], loginHint: "al@example.com" });
    expect([query.get("scopes"), query.get("loginHint")]).toEqual(["x y", "al@example.com"]);
  });

  test.for([
    ["callbackURL if the user is known", "/account", true],
    ["newUserCallbackURL if the user is new", "/welcome", false],
  ] as const)("redirects to %s", async ([, page, isKnown]) => {
    if (isKnown) await signIn(world.visitor());
    expect(getStatusAndLocation(await signIn(world.visitor()))).toEqual([302, page]);
  });

  test("redirects to errorCallbackURL after a failure", async () => {
    provider.person = null;
    expect((await signIn(world.visitor())).headers.get("location")).toMatch(/^\/login\?error=/);
  });

  test("returns Invalid body parameters without a provider", async () => {
    expect(await readRefusal(await startSignIn(world.visitor(), { provider: undefined }))).toEqual([
      400,
      "Invalid body parameters",
    ]);
  });

  test("creates a session of the user that the provider returns", async () => {
    const visitor = world.visitor();
    await signIn(visitor);
    expect(await getUser(visitor)).toMatchObject({ email: provider.person?.email, name: "Al", emailVerified: true });
  });
});

describe("§2 §7 GET or POST /callback/{id}", () => {
  test("GET signs in and redirects", async () => {
    const visitor = world.visitor();
    expect(getStatusAndLocation(await signIn(visitor))).toEqual([302, "/welcome"]);
    expect(await getUser(visitor)).toMatchObject({ email: provider.person?.email });
  });

  test.for([
    ["a form", "application/x-www-form-urlencoded", (fields: URLSearchParams) => fields.toString()],
    ["JSON", "application/json", (fields: URLSearchParams) => JSON.stringify(Object.fromEntries(fields))],
  ] as const)("POST accepts %s, and redirects to GET with the same parameters", async ([, type, write]) => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor);
    const fields = new URLSearchParams({ code: "x", state, device_id: "d", user: "{}" });
    const headers = { "content-type": type, origin: "https://provider.example" };
    // A browser sends none of this site's cookies with a POST from the provider's page.
    const posted = await world
      .visitor()
      .fetch("/api/auth/callback/google", { method: "POST", headers, body: write(fields) });
    const [status, location] = getStatusAndLocation(posted);
    expect(status).toBe(302);
    expect(Object.fromEntries(new URL(String(location)).searchParams)).toEqual(Object.fromEntries(fields));
    expect(getStatusAndLocation(await visitor.fetch(String(location)))).toEqual([302, "/welcome"]);
  });

  test("passes on error and error_description of the provider", async () => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor);
    const fields = new URLSearchParams({ error: "access_denied", error_description: "no", state });
    const response = await visitor.fetch(`/api/auth/callback/google?${fields}`);
    expect(getStatusAndLocation(response)).toEqual([302, "/login?error=access_denied&error_description=no"]);
  });
});

describe("§4 the flow state of a provider", () => {
  test("is deleted after its use", async () => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor);
    expect(await findState(state)).not.toBeNull();
    await visitCallback(visitor, state);
    expect(await findState(state)).toBeNull();
  });

  test("is deleted when it has expired", async () => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor);
    await changeState(state, { expiresAt: Date.now() - 1 });
    expect((await visitCallback(visitor, state)).headers.get("location")).toMatch(/^\/login\?error=/);
    expect(await findState(state)).toBeNull();
  });
});

test("§9 a code verifier has 128 characters, a state 32", async () => {
  const { query, state } = await startFlow(world.visitor());
  expect([query.get("codeVerifier")?.length, state.length]).toEqual([128, 32]);
});

describe("§8 a callback", () => {
  test("redirects with no_callback_url if the flow state has no callback URL", async () => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor);
    await changeState(state, { callbackURL: "" });
    expect(getStatusAndLocation(await visitCallback(visitor, state))).toEqual([302, "/login?error=no_callback_url"]);
    expect(await getSession(visitor)).toBeNull();
  });

  test("redirects to the site's root if callbackURL is required and missing", async () => {
    const visitor = world.visitor();
    const { state } = await startFlow(visitor, { callbackURL: undefined, newUserCallbackURL: undefined });
    expect(getStatusAndLocation(await visitCallback(visitor, state))).toEqual([302, world.origin]);
  });
});

describe("§5 §8 sign-in with an ID token", () => {
  const signIn = (id?: string) => sendIdToken(world.visitor(), "sign-in/social", id);

  test("needs a known provider, else Provider not found", async () => {
    expect(await readRefusal(await signIn("github"))).toEqual([404, "Provider not found"]);
  });

  test("needs a provider that supports it, else id_token not supported", async () => {
    await addStandIn(world, "reddit");
    const { socialProviders } = await world.context.auth.$context;
    Object.assign(socialProviders.find(({ id }) => id === "reddit") ?? {}, { idToken: undefined });
    expect(await readRefusal(await signIn("reddit"))).toEqual([404, "id_token not supported"]);
  });

  test("needs a valid token, else Invalid token", async () => {
    provider.acceptsIdTokens = false;
    expect(await readRefusal(await signIn())).toEqual([401, "Invalid token"]);
  });

  test("needs user info, else Failed to get user info", async () => {
    provider.person = null;
    expect(await readRefusal(await signIn())).toEqual([401, "Failed to get user info"]);
  });

  test("needs an e-mail, else User email not found", async () => {
    provider.person = { name: "Al", email: null, emailVerified: true };
    expect(await readRefusal(await signIn())).toEqual([401, "User email not found"]);
  });
});

describe("§5 §7 §8 account linking by POST /link-social", () => {
  test("returns url and redirect", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await startSignIn(visitor, { disableRedirect: undefined }, "link-social");
    expect(await response.json()).toEqual({
      url: expect.stringContaining("https://provider.example/"),
      redirect: true,
    });
  });

  test("is completed by the provider's callback, which redirects to callbackURL", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    provider.person = { name: "Al", email: account.email, emailVerified: true };
    const { state } = await startFlow(visitor, {}, "link-social");
    expect(getStatusAndLocation(await visitCallback(visitor, state))).toEqual([302, "/account"]);
    const accounts: { providerId: string }[] = await (await visitor.fetch("/api/auth/list-accounts")).json();
    expect(accounts.map(({ providerId }) => providerId).toSorted()).toEqual(["credential", "google"]);
  });

  test("accepts an unverified e-mail in a fresh session, in which the provider is trusted", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    provider.person = { name: "Al", email: account.email, emailVerified: false };
    const response = await sendIdToken(visitor, "link-social");
    expect([response.status, await response.json()]).toEqual([200, { url: "", status: true, redirect: false }]);
  });

  test("rejects another e-mail with Account not linked - different emails not allowed", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const message = "Account not linked - different emails not allowed";
    expect(await readRefusal(await sendIdToken(visitor, "link-social"))).toEqual([401, message]);
  });

  test("rejects an unknown provider with Provider not found, and an invalid ID token with Invalid token", async () => {
    const { visitor } = await signUpAndSignIn(world);
    provider.acceptsIdTokens = false;
    expect(await readRefusal(await sendIdToken(visitor, "link-social", "github"))).toEqual([404, "Provider not found"]);
    expect(await readRefusal(await sendIdToken(visitor, "link-social"))).toEqual([401, "Invalid token"]);
  });

  test("happens on a sign-in if both e-mails are verified", async () => {
    const { account } = await signUpAndSignIn(world);
    provider.person = { name: "Al", email: account.email, emailVerified: true };
    const visitor = world.visitor();
    expect(getStatusAndLocation(await signIn(visitor))).toEqual([302, "/account"]);
    expect(await getUser(visitor)).toMatchObject({ email: account.email, name: account.name });
  });

  test("does not happen on a sign-in if the account's own e-mail is not verified: account_not_linked", async () => {
    const account = await signUp(world.visitor());
    provider.person = { name: "Al", email: account.email, emailVerified: true };
    expect(getStatusAndLocation(await signIn(world.visitor()))).toEqual([302, "/login?error=account_not_linked"]);
  });
});
