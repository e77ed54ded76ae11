// @alone
// The specification's §8: the error code of the redirect after each failure of a callback, for every provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  createFailure,
  getLandingPath,
  getStatusAndPath,
  linkProvider,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInWithProvider,
  startSignIn,
  visitCallback,
} from "#test/harness/identity/provider-flow.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld } from "#test/harness/world.ts";

const DEFAULT_PAGE = "/api/auth/error?error=";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, singleProcess: USES_INTERNALS }));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Starts a sign-in, and visits the callback with these parameters instead of a code. */
async function visitCallbackWith(id: string, fields: Record<string, string>): Promise<Response> {
  const visitor = world.visitor();
  const state = new URL(await startSignIn(visitor, id)).searchParams.get("state") ?? "";
  return visitCallback(visitor, id, new URLSearchParams({ state, ...fields }));
}

/** Runs `work` while requests to the address return 400. */
async function withRefusedRequests<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  world.internet.failures.set(address, (response) => response.writeHead(400).end("{}"));
  try {
    return await work();
  } finally {
    world.internet.failures.delete(address);
  }
}

const getUsers = (email: string) =>
  world.context.db.selectFrom("user").select("id").where("email", "=", email).execute();

describe.for(PROVIDER_FIXTURES)("§8 a callback from $id", (fixture) => {
  const { id } = fixture;

  test("passes on the provider's error and creates no session", async () => {
    const response = await visitCallbackWith(id, { error: "access_denied", error_description: "The user said no" });
    expect(getStatusAndPath(response)).toEqual([
      302,
      `${createFailure("access_denied")[1]}&error_description=The+user+said+no`,
    ]);
    expect(response.headers.getSetCookie().filter((cookie) => cookie.includes("session_token="))).toEqual([]);
  });

  test("redirects with no_code without a code", async () => {
    expect(getStatusAndPath(await visitCallbackWith(id, {}))).toEqual(createFailure("no_code"));
  });

  test("redirects with state_not_found without a state", async () => {
    const response = await visitCallback(world.visitor(), id, new URLSearchParams({ code: "x" }));
    expect(getStatusAndPath(response)).toEqual([302, `${DEFAULT_PAGE}state_not_found`]);
  });

  test("redirects with please_restart_the_process for an unknown state", async () => {
    const response = await visitCallback(world.visitor(), id, new URLSearchParams({ code: "x", state: "unknown" }));
    expect(getStatusAndPath(response)).toEqual([302, `${DEFAULT_PAGE}please_restart_the_process`]);
  });

  test("redirects with please_restart_the_process for another browser's state, which remains valid there", async () => {
    const owner = world.visitor();
    const fields = world.providers.consent(await startSignIn(owner, id), createPerson());
    expect(getStatusAndPath(await visitCallback(world.visitor(), id, fields))).toEqual(
      createFailure("please_restart_the_process"),
    );
    expect(getLandingPath(await visitCallback(owner, id, fields))).toBe(PAGES.newUserCallbackURL);
  });

  test("redirects with please_restart_the_process for a used state", async () => {
    const visitor = world.visitor();
    const fields = world.providers.consent(await startSignIn(visitor, id), createPerson());
    await visitCallback(visitor, id, fields);
    expect(getStatusAndPath(await visitCallback(visitor, id, fields))).toEqual([
      302,
      `${DEFAULT_PAGE}please_restart_the_process`,
    ]);
  });

  test("redirects with please_restart_the_process for another provider's state, and does not send the code", async () => {
    const other = id === "discord" ? "spotify" : "discord";
    const visitor = world.visitor();
    const fields = world.providers.consent(await startSignIn(visitor, id), createPerson());
    const callCount = world.internet.calls.length;
    const response = await visitCallback(visitor, other, fields);
    expect(getStatusAndPath(response)).toEqual([302, `${DEFAULT_PAGE}please_restart_the_process`]);
    expect(world.internet.calls).toHaveLength(callCount);
  });

  test("redirects with please_restart_the_process for an expired state", async () => {
    const visitor = world.visitor();
    const fields = world.providers.consent(await startSignIn(visitor, id), createPerson());
    const { internalAdapter } = await world.context.auth.$context;
    const identifier = `auth-state:${fields.get("state")}`;
    const stored = await internalAdapter.findVerificationValue(identifier);
    const value = JSON.stringify({ ...JSON.parse(stored?.value ?? ""), expiresAt: Date.now() - 1 });
    await internalAdapter.updateVerificationByIdentifier(identifier, { value });
    expect(getStatusAndPath(await visitCallback(visitor, id, fields))).toEqual(
      createFailure("please_restart_the_process"),
    );
  });

  test("redirects with invalid_code for an invalid code", async () => {
    expect(getStatusAndPath(await visitCallbackWith(id, { code: "made up" }))).toEqual(createFailure("invalid_code"));
  });

  test("redirects with email_not_found if the provider reports no address and the library generates none", async () => {
    const person = createPerson({ email: undefined });
    const response = await signInWithProvider(world, world.visitor(), fixture, person);
    if (fixture.email) return expect(getLandingPath(response)).toBe(PAGES.newUserCallbackURL);
    expect(getStatusAndPath(response)).toEqual(
      createFailure(id === "vk" ? "unable_to_get_user_info" : "email_not_found"),
    );
  });

  test("redirects with account_not_linked if the address of the existing user is unverified", async () => {
    const account = await signUp(world.visitor());
    const person = createPerson({ email: account.email });
    const response = await signInWithProvider(world, world.visitor(), fixture, person);
    const isOtherUser = fixture.email && fixture.email(person) !== person.email;
    if (isOtherUser) return expect(getLandingPath(response)).toBe(PAGES.newUserCallbackURL);
    expect(getStatusAndPath(response)).toEqual(createFailure("account_not_linked"));
  });

  test("redirects with email_doesn't_match if a user with another address links it", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const person = createPerson();
    const response = await linkProvider(world, visitor, fixture, person);
    // The address of a provider without addresses cannot differ.
    const hasNoAddress = fixture.email && fixture.email(person) !== person.email;
    if (hasNoAddress) return expect(getLandingPath(response)).toBe(PAGES.callbackURL);
    expect(decodeURIComponent(getLandingPath(response))).toBe(`${PAGES.errorCallbackURL}&error=email_doesn't_match`);
  });
});

const FIXTURES_WITH_PROFILE_REQUEST = PROVIDER_FIXTURES.flatMap((fixture) => {
  // A provider with an ID token sends the whole profile in it, so no profile request is made.
  const [address] = fixture.claims ? [] : Object.keys(fixture.responses ?? {});
  return address ? [{ ...fixture, address }] : [];
});

test.for(FIXTURES_WITH_PROFILE_REQUEST)(
  "§8 a callback redirects with unable_to_get_user_info if $id returns no profile",
  async (fixture) => {
    const person = createPerson();
    const response = await withRefusedRequests(fixture.address, () =>
      signInWithProvider(world, world.visitor(), fixture, person),
    );
    expect(getStatusAndPath(response)).toEqual(createFailure("unable_to_get_user_info"));
    expect(await getUsers(person.email ?? "")).toEqual([]);
  },
);

/** The providers that report an address, which linking can compare. */
const FIXTURES_WITH_ADDRESS = PROVIDER_FIXTURES.filter(({ email }) => {
  const person = createPerson();
  return email === undefined || email(person) === person.email;
});

test.for(FIXTURES_WITH_ADDRESS)(
  "§8 a callback redirects with account_already_linked_to_different_user for another user's account at $id",
  async (fixture) => {
    const person = createPerson();
    await signInWithProvider(world, world.visitor(), fixture, person);
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await linkProvider(world, visitor, fixture, { ...person, email: account.email });
    expect(getStatusAndPath(response)).toEqual(createFailure("account_already_linked_to_different_user"));
  },
);

describe("§8 a callback", () => {
  test("redirects with oauth_provider_not_found if the provider was switched off after the start", async () => {
    const { socialProviders } = await world.context.auth.$context;
    const visitor = world.visitor();
    const fields = world.providers.consent(await startSignIn(visitor, "polar"), createPerson());
    const removedProviders = socialProviders.splice(0);
    const response = await visitCallback(visitor, "polar", fields);
    socialProviders.push(...removedProviders);
    expect(getStatusAndPath(response)).toEqual(createFailure("oauth_provider_not_found"));
  });

  test("redirects with invalid_callback_request for a repeated parameter", async () => {
    const response = await world.visitor().fetch("/api/auth/callback/google?code=x&code=y&state=z");
    expect(getStatusAndPath(response)).toEqual([302, `${DEFAULT_PAGE}invalid_callback_request`]);
  });

  test("encodes line breaks in the provider's message", async () => {
    const description = "x\r\nSet-Cookie: a=b<script>";
    const response = await visitCallbackWith("google", { error: description, error_description: description });
    expect(getLandingPath(response)).toBe(
      `${PAGES.errorCallbackURL}&${new URLSearchParams({ error: description, error_description: description })}`,
    );
    expect(response.headers.getSetCookie().join()).not.toContain("a=b");
  });
});
