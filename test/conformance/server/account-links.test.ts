// The specification's §4, §5, §7 and §8 about provider links, one test per sentence, with a fake provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;

let world: World;
beforeAll(async () => {
  world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { socialProviders } = await world.context.auth.$context;
  const tokens = { accessToken: "new access", refreshToken: "new refresh" };
  const user = { name: "Al", email: "elsewhere@example.com", emailVerified: true };
  const provider = {
    name: "Provider",
    accountSubject: () => "d-1",
    createAuthorizationURL: ({ state }: { state: string }) => new URL(`https://provider.example/?state=${state}`),
    validateAuthorizationCode: async () => tokens,
    getUserInfo: async () => ({ user, data: { id: "d-1" } }),
  };
  socialProviders.push({ ...provider, id: "discord", refreshAccessToken: async () => tokens });
  socialProviders.push({ ...provider, id: "vercel" });
});
afterAll(() => world[Symbol.asyncDispose]());

let linkCount = 0;

/** Links the visitor to a provider; returns the row. */
async function createLink(visitor: Visitor, providerId: string, refreshToken: string | null = "old refresh") {
  linkCount += 1;
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const { internalAdapter } = await world.context.auth.$context;
  return internalAdapter.createAccount({
    userId: user.id,
    providerId,
    accountId: `at-provider-${linkCount}`,
    accessToken: "old access",
    accessTokenExpiresAt: new Date(Date.now() + HOUR_MS),
    refreshToken,
    scope: "identify,email",
  });
}

const getProviders = async (visitor: Visitor): Promise<string[]> => {
  const accounts: { providerId: string }[] = await (await visitor.fetch("/api/auth/list-accounts")).json();
  return accounts.map(({ providerId }) => providerId).toSorted();
};

const readRefusal = async (response: Response) => [response.status, (await response.json()).message];

describe("§4 §7 §8 unlinking by POST /unlink-account", () => {
  test("accepts a providerId", async () => {
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "discord");
    const response = await visitor.post("/api/auth/unlink-account", { providerId: "discord" });
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    expect(await getProviders(visitor)).toEqual(["credential"]);
  });

  test("accepts an accountId to distinguish two links of one provider", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const stored = await createLink(visitor, "discord");
    const { providerId, accountId } = await createLink(visitor, "discord");
    expect((await visitor.post("/api/auth/unlink-account", { providerId, accountId })).status).toBe(200);
    const accounts: { id: string }[] = await (await visitor.fetch("/api/auth/list-accounts")).json();
    expect(accounts.map(({ id }) => id)).toContain(stored.id);
    expect(accounts).toHaveLength(2);
  });

  test("accepts only the row's id, which the library's client sends", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { id } = await createLink(visitor, "discord");
    expect((await visitor.post("/api/auth/unlink-account", { accountId: id })).status).toBe(200);
    expect(await getProviders(visitor)).toEqual(["credential"]);
  });

  test("removes one account, but never the last one: You can't unlink your last account", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/unlink-account", { providerId: "credential" });
    expect(await readRefusal(response)).toEqual([400, "You can't unlink your last account"]);
  });

  test.for([
    ["an unknown provider", { providerId: "github" }],
    ["an unknown id at a known provider", { providerId: "discord", accountId: "unknown" }],
    ["an unknown row", { accountId: "unknown" }],
  ] as const)("returns Account not found for %s", async ([, body]) => {
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "discord");
    expect(await readRefusal(await visitor.post("/api/auth/unlink-account", body))).toEqual([400, "Account not found"]);
  });

  test("rejects the id of another user's account", async () => {
    const { visitor: other } = await signUpAndSignIn(world);
    const { id } = await createLink(other, "discord");
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "vercel");
    const response = await visitor.post("/api/auth/unlink-account", { accountId: id });
    expect(await readRefusal(response)).toEqual([400, "Account not found"]);
  });

  test("needs a fresh session", async () => {
    const signedOutResponse = await world.visitor().post("/api/auth/unlink-account", { providerId: "discord" });
    expect(signedOutResponse.status).toBe(401);
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "discord");
    await makeStale(visitor);
    const response = await visitor.post("/api/auth/unlink-account", { providerId: "discord" });
    expect(await readRefusal(response)).toEqual([403, "Session is not fresh"]);
  });
});

async function makeStale(visitor: Visitor): Promise<void> {
  const { session } = await (await visitor.fetch("/api/auth/get-session")).json();
  const createdAt = new Date(Date.now() - HOUR_MS);
  const { adapter } = await world.context.auth.$context;
  await adapter.update({ model: "session", where: [{ field: "id", value: session.id }], update: { createdAt } });
}

describe("§7 POST /get-access-token", () => {
  test("returns token data for a provider", async () => {
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "discord");
    const response = await visitor.post("/api/auth/get-access-token", { providerId: "discord" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ accessToken: "old access", scopes: ["identify", "email"] });
  });

  test("accepts a provider with its accountId, or the id of a row", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { id, providerId, accountId } = await createLink(visitor, "discord");
    for (const body of [{ providerId, accountId }, { accountId: id }]) {
      expect((await visitor.post("/api/auth/get-access-token", body)).status).toBe(200);
    }
  });

  test("returns only the session's own tokens, regardless of userId", async () => {
    const { visitor: other } = await signUpAndSignIn(world);
    const { userId } = await createLink(other, "discord");
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/get-access-token", { providerId: "discord", userId });
    expect(await readRefusal(response)).toEqual([400, "Account not found"]);
  });
});

describe("§7 §8 POST /refresh-token", () => {
  test("returns new token data for a provider", async () => {
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "discord");
    const response = await visitor.post("/api/auth/refresh-token", { providerId: "discord" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ accessToken: "new access", refreshToken: "new refresh" });
  });

  test("returns Provider {id} does not support token refreshing.", async () => {
    const { visitor } = await signUpAndSignIn(world);
    await createLink(visitor, "vercel");
    const response = await visitor.post("/api/auth/refresh-token", { providerId: "vercel" });
    expect(await readRefusal(response)).toEqual([400, "Provider vercel does not support token refreshing."]);
  });
});

describe.for(["get-access-token", "refresh-token"])("§5 §8 access-token and refresh-token calls: %s", (call) => {
  test("rejects a caller without a session, even with a userId", async () => {
    const response = await world.visitor().post(`/api/auth/${call}`, { providerId: "discord", userId: "x" });
    expect(response.status).toBe(401);
  });

  test("needs a known provider, else Provider {id} is not supported.", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post(`/api/auth/${call}`, { providerId: "github" });
    expect(await readRefusal(response)).toEqual([400, "Provider github is not supported."]);
  });

  test("needs an existing account, else Account not found", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post(`/api/auth/${call}`, { providerId: "discord" });
    expect(await readRefusal(response)).toEqual([400, "Account not found"]);
  });

  test("returns Invalid body parameters when no account is given", async () => {
    const { visitor } = await signUpAndSignIn(world);
    expect(await readRefusal(await visitor.post(`/api/auth/${call}`))).toEqual([400, "Invalid body parameters"]);
  });
});

test("§8 a call by the server without a user returns Either userId or session is required", async () => {
  const call = world.context.auth.api.getAccessToken({ body: { accountId: "x" } });
  await expect(call).rejects.toMatchObject({ body: { message: "Either userId or session is required" } });
});

describe("§7 §8 POST /account-info", () => {
  test("returns the provider's profile by the provider's account id or the row's id", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { id, accountId } = await createLink(visitor, "discord");
    for (const requestedId of [accountId, id]) {
      const response = await visitor.post("/api/auth/account-info", { accountId: requestedId });
      expect([response.status, await response.json()]).toMatchObject([200, { user: { name: "Al" }, account: { id } }]);
    }
    expect((await visitor.fetch(`/api/auth/account-info?accountId=${id}`)).status).toBe(200);
  });

  test("returns Account not found for an unknown id", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/account-info", { accountId: "unknown" });
    expect(await readRefusal(response)).toEqual([400, "Account not found"]);
  });

  test("requires a session", async () => {
    expect((await world.visitor().post("/api/auth/account-info", { accountId: "x" })).status).toBe(401);
  });
});

test("§4 §9 the flow state of a provider: the flow state expires after 10 minutes in the browser's cookie and in the database", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const response = await visitor.post("/api/auth/link-social", { provider: "discord", callbackURL: "/account" });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("fieldlocker.state="));
  expect(cookie).toMatch(/Max-Age=600(;|$)/);
  const rows = world.context.db.selectFrom("verification").select(["createdAt", "expiresAt"]);
  const { createdAt, expiresAt } = await rows.orderBy("createdAt", "desc").executeTakeFirstOrThrow();
  expect(new Date(expiresAt).getTime() - new Date(createdAt).getTime()).toBeCloseTo(600_000, -4);
});

describe("§8 redirect codes of a provider's callback", () => {
  test("email_doesn't_match is the error after linking a profile with another e-mail", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const startResponse = await visitor.post("/api/auth/link-social", { provider: "discord", callbackURL: "/account" });
    const state = new URL((await startResponse.json()).url).searchParams.get("state");
    const response = await visitor.fetch(`/api/auth/callback/discord?code=x&state=${state}`);
    const target = new URL(response.headers.get("location") ?? "", world.origin);
    expect([response.status, target.searchParams.get("error")]).toEqual([302, "email_doesn't_match"]);
  });
});
