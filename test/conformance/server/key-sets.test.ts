// @alone
// The key sets of providers that sign ID tokens (§9): fetched within 5 s, at most every 30 s, and cached for 10
// minutes.
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson, type ProviderFixture, standardClaims } from "#test/fixtures/providers/provider.ts";
import { makeProviderWorld, type ProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { getClaims, signIdToken } from "#test/harness/identity/simulated-providers.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld } from "#test/harness/world.ts";

const FIXTURES_WITH_KEYS = PROVIDER_FIXTURES.filter(({ keys }) => keys !== undefined);

let world: ProviderWorld;
beforeAll(async () => {
  // Each process caches the keys separately, so one process serves these tests.
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, singleProcess: USES_INTERNALS }));
});
afterAll(() => world[Symbol.asyncDispose]());

const countFetches = ({ keys }: ProviderFixture) =>
  world.internet.calls.filter(({ url }) => url.origin + url.pathname === keys).length;

async function sendIdToken(id: string, token: string): Promise<number> {
  const body = { provider: id, idToken: { token } };
  return (await world.visitor().post("/api/auth/sign-in/social", body)).status;
}

/** Returns the claims of an ID token; Facebook's fixture has none of its own, because its code flow has no ID token. */
const createClaims = (fixture: ProviderFixture) => {
  const person = createPerson();
  return { ...standardClaims(person), ...getClaims(fixture, person) };
};

const signIn = async (fixture: ProviderFixture) =>
  sendIdToken(fixture.id, await signIdToken(fixture.id, createClaims(fixture)));

/** Signs in with an ID token whose key the provider does not publish. */
async function signInWithUnknownKey(fixture: ProviderFixture): Promise<number> {
  const { privateKey } = await generateKeyPair("RS256");
  const claims = createClaims(fixture);
  const header = { alg: "RS256", kid: crypto.randomUUID() };
  return sendIdToken(fixture.id, await new SignJWT(claims).setProtectedHeader(header).sign(privateKey));
}

test("five providers publish keys", () => {
  expect(FIXTURES_WITH_KEYS.map(({ id }) => id).toSorted()).toEqual([
    "apple",
    "cognito",
    "facebook",
    "google",
    "microsoft",
  ]);
});

describe.for(FIXTURES_WITH_KEYS)("§9 a provider's key set ($id)", (fixture) => {
  test("is fetched once for many tokens, and again after ten minutes", async () => {
    world.turnClock(11 * 60_000);
    const before = countFetches(fixture);
    for (let count = 0; count < 3; count += 1) expect(await signIn(fixture)).toBe(200);
    expect(countFetches(fixture)).toBe(before + 1);
    world.turnClock(9 * 60_000);
    expect(await signIn(fixture)).toBe(200);
    expect(countFetches(fixture)).toBe(before + 1);
    world.turnClock(61_000);
    expect(await signIn(fixture)).toBe(200);
    expect(countFetches(fixture)).toBe(before + 2);
  });

  test("is fetched for an unknown key at most once in thirty seconds", async () => {
    world.turnClock(11 * 60_000);
    expect(await signIn(fixture)).toBe(200);
    const before = countFetches(fixture);
    world.turnClock(15_000);
    for (let count = 0; count < 3; count += 1) expect(await signInWithUnknownKey(fixture)).toBe(401);
    expect(countFetches(fixture)).toBe(before);
    world.turnClock(16_000);
    for (let count = 0; count < 3; count += 1) expect(await signInWithUnknownKey(fixture)).toBe(401);
    expect(countFetches(fixture)).toBe(before + 1);
  });

  test("causes a refused sign-in if it does not arrive in time", async () => {
    world.turnClock(11 * 60_000);
    const address = `GET ${fixture.keys}`;
    world.internet.failures.set(address, () => {});
    expect(await signIn(fixture)).toBe(401);
    world.internet.failures.delete(address);
    expect(await signIn(fixture)).toBe(200);
  });
});
