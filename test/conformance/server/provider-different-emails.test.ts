// With LINKING_DIFFERENT_EMAILS=on, a signed-in user may link an account with another address (§5).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getLandingPath,
  linkProvider,
  listLinkedProviders,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";
import { getClaims, signIdToken } from "#test/harness/identity/simulated-providers.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({ LINKING_DIFFERENT_EMAILS: "on" });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§5 different e-mails", () => {
  const signInFreshly = async (testWorld: ProviderWorld) => (await signUpAndSignIn(testWorld)).visitor;

  test.for(PROVIDER_FIXTURES)("are linked if they are allowed: $id", async (fixture) => {
    const visitor = await signInFreshly(world);
    expect(getLandingPath(await linkProvider(world, visitor, fixture, createPerson({ verified: false })))).toBe(
      PAGES.callbackURL,
    );
    expect(await listLinkedProviders(visitor)).toEqual(["credential", fixture.id].toSorted());
  });

  test("are linked by an ID token if they are allowed", async () => {
    const visitor = await signInFreshly(world);
    const token = await signIdToken("google", getClaims(getFixture("google"), createPerson({ verified: false })));
    const response = await visitor.post("/api/auth/link-social", { provider: "google", idToken: { token } });
    expect([response.status, await listLinkedProviders(visitor)]).toEqual([200, ["credential", "google"]]);
  });

  test("are not linked by a sign-in", async () => {
    const { account } = await signUpAndSignIn(world);
    const visitor = world.visitor();
    await signInWithProvider(
      world,
      visitor,
      getFixture("google"),
      createPerson({ email: account.email, verified: false }),
    );
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  });
});
