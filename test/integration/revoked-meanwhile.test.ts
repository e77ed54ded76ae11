// A credential that a revoked session adds: the call was let in before the revocation, and writes after it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureOf } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndIn } from "#test/world/accounts.ts";
import { INSIDES } from "#test/world/alone.ts";
import { userOf } from "#test/world/answers.ts";
import { claimsOf, signedBy } from "#test/world/made-up-providers.ts";
import { addPasskey, signInByPasskey } from "#test/world/passkeys.ts";
import { landing, linkBy, makeProviderWorld, type ProviderWorld, signInBy } from "#test/world/provider-flow.ts";
import { type Taken, takeoversIn } from "#test/world/takeovers.ts";
import type { Visitor } from "#test/world/visitor.ts";
import { makeWorld } from "#test/world/world.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, alone: INSIDES }));
});
afterAll(() => world[Symbol.asyncDispose]());

const { moved, verifiedElsewhere, signInByCode, resetPassword } = takeoversIn(() => world);

/** Runs `change` just before the account library writes the session of a sign-in. */
async function beforeSession<Result>(change: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  const { internalAdapter } = await world.context.auth.$context;
  const { createSession } = internalAdapter;
  internalAdapter.createSession = async (...given) => {
    internalAdapter.createSession = createSession;
    await change();
    return createSession(...given);
  };
  try {
    return await work();
  } finally {
    internalAdapter.createSession = createSession;
  }
}

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

describe("a sign-in whose credential is revoked before its session is written opens nothing", () => {
  const signIns = {
    "by password": (visitor: Visitor, { email, account }: Taken) =>
      visitor.post("/api/auth/sign-in/email", { email, password: account.password }),
    "by passkey": (visitor: Visitor, { device }: Taken) => signInByPasskey(visitor, device),
    "by provider": (visitor: Visitor, { atDiscord }: Taken) =>
      signInBy(world, visitor, fixtureOf("discord"), atDiscord),
  };
  test.for(Object.entries(signIns))("%s", async ([, signIn]) => {
    const taken = await moved();
    const owner = await verifiedElsewhere(taken);
    const visitor = world.visitor();
    await beforeSession(
      () => signInByCode(owner, taken.email),
      () => signIn(visitor, taken),
    );
    expect(await userOf(visitor)).toBeUndefined();
    expect(await userOf(owner)).toMatchObject({ email: taken.email });
  });

  test("by a password that a reset replaces", async () => {
    const taken = await moved();
    const owner = await verifiedElsewhere(taken);
    const visitor = world.visitor();
    await beforeSession(
      () => resetPassword(owner, taken.email),
      () => signIns["by password"](visitor, taken),
    );
    expect(await userOf(visitor)).toBeUndefined();
  });
});
