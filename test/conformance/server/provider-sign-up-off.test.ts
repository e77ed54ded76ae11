// The specification's §8, signup_disabled: with sign-up switched off, no provider makes an account.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import {
  failed,
  failure,
  makeProviderWorld,
  type ProviderWorld,
  signInBy,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({ ACCOUNT_FEATURES_OFF: "sign-up" });
});
afterAll(() => world[Symbol.asyncDispose]());

describe.for(PROVIDER_FIXTURES)("§8 a return from $id", (fixture) => {
  test("signup_disabled, when sign-up is switched off", async () => {
    const answer = await signInBy(world, world.visitor(), fixture, aPerson());
    expect(failure(answer)).toEqual(failed("signup_disabled"));
    expect(await world.context.db.selectFrom("user").select("id").execute()).toEqual([]);
  });
});
