// @alone
// The specification's §8: the redirect code that each failure of a provider's return leads to, for every provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { signUp, signUpAndIn } from "#test/harness/accounts.ts";
import {
  comeBack,
  failed,
  failure,
  landing,
  leave,
  linkBy,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInBy,
} from "#test/harness/identity/provider-flow.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld } from "#test/harness/world.ts";

const DEFAULT_PAGE = "/api/auth/error?error=";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, singleProcess: USES_INTERNALS }));
});
afterAll(() => world[Symbol.asyncDispose]());

/** A return with these words, in the place of a code, to a sign-in that was begun. */
async function returned(id: string, fields: Record<string, string>): Promise<Response> {
  const visitor = world.visitor();
  const state = new URL(await leave(visitor, id)).searchParams.get("state") ?? "";
  return comeBack(visitor, id, new URLSearchParams({ state, ...fields }));
}

/** While `work` is done, the address answers 400. */
async function whileRefusing<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  world.internet.failures.set(address, (response) => response.writeHead(400).end("{}"));
  try {
    return await work();
  } finally {
    world.internet.failures.delete(address);
  }
}

const getUsers = (email: string) =>
  world.context.db.selectFrom("user").select("id").where("email", "=", email).execute();

describe.for(PROVIDER_FIXTURES)("§8 a return from $id", (fixture) => {
  const { id } = fixture;

  test("passes on the provider's error and creates no session", async () => {
    const answer = await returned(id, { error: "access_denied", error_description: "The user said no" });
    expect(failure(answer)).toEqual([302, `${failed("access_denied")[1]}&error_description=The+user+said+no`]);
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.includes("session_token="))).toEqual([]);
  });

  test("no_code", async () => {
    expect(failure(await returned(id, {}))).toEqual(failed("no_code"));
  });

  test("state_not_found", async () => {
    const answer = await comeBack(world.visitor(), id, new URLSearchParams({ code: "x" }));
    expect(failure(answer)).toEqual([302, `${DEFAULT_PAGE}state_not_found`]);
  });

  test("please_restart_the_process: an unknown state", async () => {
    const answer = await comeBack(world.visitor(), id, new URLSearchParams({ code: "x", state: "unknown" }));
    expect(failure(answer)).toEqual([302, `${DEFAULT_PAGE}please_restart_the_process`]);
  });

  test("please_restart_the_process: another browser's state, which its own can still use", async () => {
    const owner = world.visitor();
    const fields = world.providers.consent(await leave(owner, id), aPerson());
    expect(failure(await comeBack(world.visitor(), id, fields))).toEqual(failed("please_restart_the_process"));
    expect(landing(await comeBack(owner, id, fields))).toBe(PAGES.newUserCallbackURL);
  });

  test("please_restart_the_process: a state for the second time", async () => {
    const visitor = world.visitor();
    const fields = world.providers.consent(await leave(visitor, id), aPerson());
    await comeBack(visitor, id, fields);
    expect(failure(await comeBack(visitor, id, fields))).toEqual([302, `${DEFAULT_PAGE}please_restart_the_process`]);
  });

  test("please_restart_the_process: a state that went to another provider, and its code is sent to neither", async () => {
    const other = id === "discord" ? "spotify" : "discord";
    const visitor = world.visitor();
    const fields = world.providers.consent(await leave(visitor, id), aPerson());
    const sent = world.internet.calls.length;
    const answer = await comeBack(visitor, other, fields);
    expect(failure(answer)).toEqual([302, `${DEFAULT_PAGE}please_restart_the_process`]);
    expect(world.internet.calls).toHaveLength(sent);
  });

  test("please_restart_the_process: ten minutes later", async () => {
    const visitor = world.visitor();
    const fields = world.providers.consent(await leave(visitor, id), aPerson());
    const { internalAdapter } = await world.context.auth.$context;
    const identifier = `auth-state:${fields.get("state")}`;
    const stored = await internalAdapter.findVerificationValue(identifier);
    const value = JSON.stringify({ ...JSON.parse(stored?.value ?? ""), expiresAt: Date.now() - 1 });
    await internalAdapter.updateVerificationByIdentifier(identifier, { value });
    expect(failure(await comeBack(visitor, id, fields))).toEqual(failed("please_restart_the_process"));
  });

  test("invalid_code", async () => {
    expect(failure(await returned(id, { code: "made up" }))).toEqual(failed("invalid_code"));
  });

  test("email_not_found, where it has no address and the library makes none up", async () => {
    const person = aPerson({ email: undefined });
    const answer = await signInBy(world, world.visitor(), fixture, person);
    if (fixture.email) return expect(landing(answer)).toBe(PAGES.newUserCallbackURL);
    expect(failure(answer)).toEqual(failed(id === "vk" ? "unable_to_get_user_info" : "email_not_found"));
  });

  test("account_not_linked: the address belongs to a user who never verified it", async () => {
    const account = await signUp(world.visitor());
    const person = aPerson({ email: account.email });
    const answer = await signInBy(world, world.visitor(), fixture, person);
    const isOtherUser = fixture.email && fixture.email(person) !== person.email;
    if (isOtherUser) return expect(landing(answer)).toBe(PAGES.newUserCallbackURL);
    expect(failure(answer)).toEqual(failed("account_not_linked"));
  });

  test("email_doesn't_match: linked to an account of another address", async () => {
    const { visitor } = await signUpAndIn(world);
    const person = aPerson();
    const answer = await linkBy(world, visitor, fixture, person);
    // A provider without addresses has none that differs.
    const hasNoAddress = fixture.email && fixture.email(person) !== person.email;
    if (hasNoAddress) return expect(landing(answer)).toBe(PAGES.callbackURL);
    expect(decodeURIComponent(landing(answer))).toBe(`${PAGES.errorCallbackURL}&error=email_doesn't_match`);
  });
});

const ASKED = PROVIDER_FIXTURES.flatMap((fixture) => {
  // A provider with an ID token sends the whole profile in it, so no profile request is made.
  const [address] = fixture.claims ? [] : Object.keys(fixture.responses ?? {});
  return address ? [{ ...fixture, address }] : [];
});

test.for(ASKED)("§8 unable_to_get_user_info: $id returns no profile", async (fixture) => {
  const person = aPerson();
  const answer = await whileRefusing(fixture.address, () => signInBy(world, world.visitor(), fixture, person));
  expect(failure(answer)).toEqual(failed("unable_to_get_user_info"));
  expect(await getUsers(person.email ?? "")).toEqual([]);
});

/** Those that give an address, in which a link may match. */
const LINKING = PROVIDER_FIXTURES.filter(({ email }) => {
  const person = aPerson();
  return email === undefined || email(person) === person.email;
});

test.for(LINKING)("§8 account_already_linked_to_different_user: at $id", async (fixture) => {
  const person = aPerson();
  await signInBy(world, world.visitor(), fixture, person);
  const { visitor, account } = await signUpAndIn(world);
  const answer = await linkBy(world, visitor, fixture, { ...person, email: account.email });
  expect(failure(answer)).toEqual(failed("account_already_linked_to_different_user"));
});

describe("§8 a return", () => {
  test("oauth_provider_not_found: the provider was switched off in the meantime", async () => {
    const { socialProviders } = await world.context.auth.$context;
    const visitor = world.visitor();
    const fields = world.providers.consent(await leave(visitor, "polar"), aPerson());
    const all = socialProviders.splice(0);
    const answer = await comeBack(visitor, "polar", fields);
    socialProviders.push(...all);
    expect(failure(answer)).toEqual(failed("oauth_provider_not_found"));
  });

  test("invalid_callback_request: what is sent twice", async () => {
    const answer = await world.visitor().fetch("/api/auth/callback/google?code=x&code=y&state=z");
    expect(failure(answer)).toEqual([302, `${DEFAULT_PAGE}invalid_callback_request`]);
  });

  test("keeps what the provider said on one line of the address", async () => {
    const description = "x\r\nSet-Cookie: a=b<script>";
    const answer = await returned("google", { error: description, error_description: description });
    expect(landing(answer)).toBe(
      `${PAGES.errorCallbackURL}&${new URLSearchParams({ error: description, error_description: description })}`,
    );
    expect(answer.headers.getSetCookie().join()).not.toContain("a=b");
  });
});
