// A credential that a revoked session adds: the call was let in before the revocation, and writes after it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureOf } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndIn } from "#test/world/accounts.ts";
import { INSIDES } from "#test/world/alone.ts";
import { userOf } from "#test/world/answers.ts";
import { claimsOf, signedBy } from "#test/world/made-up-providers.ts";
import { addPasskey } from "#test/world/passkeys.ts";
import { landing, linkBy, makeProviderWorld, type ProviderWorld } from "#test/world/provider-flow.ts";
import { makeWorld } from "#test/world/world.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, alone: INSIDES }));
});
afterAll(() => world[Symbol.asyncDispose]());

type Making = (given: { model?: string }, ...rest: never[]) => Promise<unknown>;

/** Ends every session just before the account library writes a row. */
async function revokingBefore<Result>(
  owner: object,
  name: "create" | "createAccount" | "linkAccount",
  work: () => Promise<Result>,
): Promise<Result> {
  const methods = owner as Record<string, Making>;
  const original = methods[name];
  if (!original) throw new Error(`There is no ${name}.`);
  methods[name] = async (given, ...rest) => {
    if (given.model === undefined || given.model === "passkey") await world.context.db.deleteFrom("session").execute();
    return original(given, ...rest);
  };
  try {
    return await work();
  } finally {
    methods[name] = original;
  }
}

const accountsOf = async (userId: string) =>
  (await world.context.db.selectFrom("account").select("providerId").where("userId", "=", userId).execute()).map(
    ({ providerId }) => providerId,
  );

test("a passkey does not stay", async () => {
  const { visitor } = await signUpAndIn(world);
  const { adapter } = await world.context.auth.$context;
  const { answer } = await revokingBefore(adapter, "create", () => addPasskey(visitor, world.origin));
  expect(answer.status).toBe(401);
  expect(await world.context.db.selectFrom("passkey").select("id").execute()).toEqual([]);
});

test("a provider does not stay linked", async () => {
  const { visitor, account } = await signUpAndIn(world);
  const { id } = await userOf(visitor);
  const { internalAdapter } = await world.context.auth.$context;
  const token = await signedBy("google", claimsOf(fixtureOf("google"), aPerson({ email: account.email })));
  const answer = await revokingBefore(internalAdapter, "createAccount", () =>
    visitor.post("/api/auth/link-social", { provider: "google", idToken: { token } }),
  );
  expect(answer.status).toBe(401);
  expect(await accountsOf(id)).toEqual(["credential"]);
});

test("a provider does not stay linked by its return", async () => {
  const { visitor, account } = await signUpAndIn(world);
  const { id } = await userOf(visitor);
  const { internalAdapter } = await world.context.auth.$context;
  const answer = await revokingBefore(internalAdapter, "createAccount", () =>
    linkBy(world, visitor, fixtureOf("gitlab"), aPerson({ email: account.email })),
  );
  expect(landing(answer)).toBe("/api/auth/error?error=unable_to_link_account");
  expect(await accountsOf(id)).toEqual(["credential"]);
});

test("a first password does not stay", async () => {
  const { visitor } = await signUpAndIn(world);
  const { id } = await userOf(visitor);
  await world.context.db.deleteFrom("account").where("userId", "=", id).execute();
  const { internalAdapter } = await world.context.auth.$context;
  const setting = revokingBefore(internalAdapter, "linkAccount", () =>
    visitor.trpc.account.setPassword.mutate({ newPassword: "another horse battery" }),
  );
  await expect(setting).rejects.toThrow();
  expect(await accountsOf(id)).toEqual([]);
});
