// LINKING_DIFFERENT_EMAILS=on: a person may connect an account of another address, by their own session alone (§5).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getClaims, signedBy } from "#test/harness/identity/made-up-providers.ts";
import {
  landing,
  linkBy,
  linkedTo,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInBy,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({ LINKING_DIFFERENT_EMAILS: "on" });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§5 different e-mails", () => {
  const freshly = async (place: ProviderWorld) => (await signUpAndIn(place)).visitor;

  test.for(PROVIDER_FIXTURES)("are linked where they are allowed: $id", async (fixture) => {
    const visitor = await freshly(world);
    expect(landing(await linkBy(world, visitor, fixture, aPerson({ verified: false })))).toBe(PAGES.callbackURL);
    expect(await linkedTo(visitor)).toEqual(["credential", fixture.id].toSorted());
  });

  test("are linked by an ID token where they are allowed", async () => {
    const visitor = await freshly(world);
    const token = await signedBy("google", getClaims(getFixture("google"), aPerson({ verified: false })));
    const answer = await visitor.post("/api/auth/link-social", { provider: "google", idToken: { token } });
    expect([answer.status, await linkedTo(visitor)]).toEqual([200, ["credential", "google"]]);
  });

  test("are no reason to link by signing in", async () => {
    const { account } = await signUpAndIn(world);
    const visitor = world.visitor();
    await signInBy(world, visitor, getFixture("google"), aPerson({ email: account.email, verified: false }));
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  });
});
