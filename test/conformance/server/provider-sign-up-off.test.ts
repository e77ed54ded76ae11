// The specification's §8, signup_disabled: with sign-up switched off, no provider creates an account.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import {
  createFailure,
  getStatusAndPath,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({ ACCOUNT_FEATURES_OFF: "sign-up" });
});
afterAll(() => world[Symbol.asyncDispose]());

describe.for(PROVIDER_FIXTURES)("§8 a callback from $id", (fixture) => {
  test("redirects with signup_disabled when sign-up is switched off", async () => {
    const response = await signInWithProvider(world, world.visitor(), fixture, createPerson());
    expect(getStatusAndPath(response)).toEqual(createFailure("signup_disabled"));
    expect(await world.context.db.selectFrom("user").select("id").execute()).toEqual([]);
  });
});
