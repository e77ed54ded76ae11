// @postgres
// A session that is revoked during a call: the call started before the revocation, and must not write after it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { addPasskey, signInWithPasskey } from "#test/harness/identity/passkeys.ts";
import {
  getLandingPath,
  linkProvider,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";
import { getClaims, signIdToken } from "#test/harness/identity/simulated-providers.ts";
import { createAddress, createTakeoverHelpers, type Takeover } from "#test/harness/identity/takeovers.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, singleProcess: USES_INTERNALS }));
});
afterAll(() => world[Symbol.asyncDispose]());

const { takeOverAddress, verifyInOtherBrowser, signInByCode, resetPassword, signInByPassword, listWorkingCredentials } =
  createTakeoverHelpers(() => world);

/** Runs `change` just before the account library writes the session of a sign-in. */
async function withHookBeforeSession<Result>(
  change: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
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

type CreateMethod = (given: { model?: string }, ...rest: never[]) => Promise<unknown>;

/** Deletes every session just before the account library writes a row. */
async function withRevocationBefore<Result>(
  owner: object,
  name: "create" | "createAccount" | "linkAccount",
  work: () => Promise<Result>,
): Promise<Result> {
  const methods = owner as Record<string, CreateMethod>;
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

const getAccounts = async (userId: string) =>
  (await world.context.db.selectFrom("account").select("providerId").where("userId", "=", userId).execute()).map(
    ({ providerId }) => providerId,
  );

test("a revoked session cannot add a passkey", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const { adapter } = await world.context.auth.$context;
  const { response } = await withRevocationBefore(adapter, "create", () => addPasskey(visitor, world.origin));
  expect(response.status).toBe(401);
  expect(await world.context.db.selectFrom("passkey").select("id").execute()).toEqual([]);
});

test("a revoked session cannot link a provider by an ID token", async () => {
  const { visitor, account } = await signUpAndSignIn(world);
  const { id } = await getUser(visitor);
  const { internalAdapter } = await world.context.auth.$context;
  const token = await signIdToken("google", getClaims(getFixture("google"), createPerson({ email: account.email })));
  const response = await withRevocationBefore(internalAdapter, "createAccount", () =>
    visitor.post("/api/auth/link-social", { provider: "google", idToken: { token } }),
  );
  expect(response.status).toBe(401);
  expect(await getAccounts(id)).toEqual(["credential"]);
});

test("a revoked session cannot link a provider by its callback", async () => {
  const { visitor, account } = await signUpAndSignIn(world);
  const { id } = await getUser(visitor);
  const { internalAdapter } = await world.context.auth.$context;
  const response = await withRevocationBefore(internalAdapter, "createAccount", () =>
    linkProvider(world, visitor, getFixture("gitlab"), createPerson({ email: account.email })),
  );
  expect(getLandingPath(response)).toBe("/api/auth/error?error=unable_to_link_account");
  expect(await getAccounts(id)).toEqual(["credential"]);
});

test("a revoked session cannot set a first password", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const { id } = await getUser(visitor);
  await world.context.db.deleteFrom("account").where("userId", "=", id).execute();
  const { internalAdapter } = await world.context.auth.$context;
  const result = withRevocationBefore(internalAdapter, "linkAccount", () =>
    visitor.trpc.account.setPassword.mutate({ newPassword: "another horse battery" }),
  );
  await expect(result).rejects.toThrow();
  expect(await getAccounts(id)).toEqual([]);
});

describe("a sign-in whose credential is revoked before its session is written fails", () => {
  const signIns = {
    "by password": (visitor: Visitor, { email, account }: Takeover) =>
      visitor.post("/api/auth/sign-in/email", { email, password: account.password }),
    "by passkey": (visitor: Visitor, { device }: Takeover) => signInWithPasskey(visitor, device),
    "by provider": (visitor: Visitor, { atDiscord }: Takeover) =>
      signInWithProvider(world, visitor, getFixture("discord"), atDiscord),
  };
  test.for(Object.entries(signIns))("%s", async ([, signIn]) => {
    const takeover = await takeOverAddress();
    const owner = await verifyInOtherBrowser(takeover);
    const visitor = world.visitor();
    await withHookBeforeSession(
      () => signInByCode(owner, takeover.email),
      () => signIn(visitor, takeover),
    );
    expect(await getUser(visitor)).toBeUndefined();
    expect(await getUser(owner)).toMatchObject({ email: takeover.email });
  });

  test("by a password that a reset replaces", async () => {
    const takeover = await takeOverAddress();
    const owner = await verifyInOtherBrowser(takeover);
    const visitor = world.visitor();
    await withHookBeforeSession(
      () => resetPassword(owner, takeover.email),
      () => signIns["by password"](visitor, takeover),
    );
    expect(await getUser(visitor)).toBeUndefined();
  });
});

describe("a running change of a revoked session is refused", () => {
  const NEW_PASSWORD = "the attacker's newest words";

  /** Runs `change` just before the account library starts the transaction of a call. */
  async function withHookBeforeTransaction<Result>(
    change: () => Promise<unknown>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { adapter } = await world.context.auth.$context;
    const { transaction } = adapter;
    adapter.transaction = async (given) => {
      adapter.transaction = transaction;
      await change();
      return transaction(given);
    };
    try {
      return await work();
    } finally {
      adapter.transaction = transaction;
    }
  }

  /** Runs `change` after a call has read its session, just before it checks whether the new address is taken. */
  async function withHookBeforeMove<Result>(
    change: () => Promise<unknown>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { internalAdapter } = await world.context.auth.$context;
    const { findUserByEmail } = internalAdapter;
    internalAdapter.findUserByEmail = async (...given) => {
      internalAdapter.findUserByEmail = findUserByEmail;
      await change();
      return findUserByEmail(...given);
    };
    try {
      return await work();
    } finally {
      internalAdapter.findUserByEmail = findUserByEmail;
    }
  }

  const proofs = {
    "a sign-in by code": (visitor: Visitor, email: string) => signInByCode(visitor, email),
    "a reset": (visitor: Visitor, email: string) => resetPassword(visitor, email),
  };
  const cases = Object.entries(proofs).flatMap(([name, prove]) =>
    [true, false].map((revokeOtherSessions) => [name, revokeOtherSessions, prove] as const),
  );

  test.for(cases)("of the password, during %s; revokeOtherSessions: %s", async ([, revokeOtherSessions, prove]) => {
    const takeover = await takeOverAddress();
    const { email, attacker, account } = takeover;
    const owner = world.visitor();
    const body = { currentPassword: account.password, newPassword: NEW_PASSWORD, revokeOtherSessions };
    const response = await withHookBeforeTransaction(
      () => prove(owner, email),
      () => attacker.post("/api/auth/change-password", body),
    );
    expect(response.status).toBe(401);
    expect(await listWorkingCredentials(takeover)).toEqual([]);
    expect((await signInByPassword(world.visitor(), email, NEW_PASSWORD)).ok).toBe(false);
  });

  test("of the password, when another call changes it in the meantime", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const change = (newPassword: string) =>
      visitor.post("/api/auth/change-password", { currentPassword: account.password, newPassword });
    const response = await withHookBeforeTransaction(
      () => change("the first of two words"),
      () => change("the second of two words"),
    );
    expect(response.status).toBe(400);
    expect((await signInByPassword(world.visitor(), account.email, "the first of two words")).ok).toBe(true);
  });

  test.for(Object.entries(proofs))("of the address, during %s", async ([, prove]) => {
    const { email, attacker } = await takeOverAddress();
    const owner = world.visitor();
    const response = await withHookBeforeMove(
      () => prove(owner, email),
      () => attacker.post("/api/auth/change-email", { newEmail: createAddress() }),
    );
    expect(response.status).toBe(401);
    const users = world.context.db.selectFrom("user").select("emailVerified").where("email", "=", email);
    expect(Boolean((await users.executeTakeFirst())?.emailVerified)).toBe(true);
  });
});
