// The specification's §5, §7, §8 and §9 about a provider's tokens and profile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { addStandIn, type StandIn } from "#test/harness/identity/stand-in-provider.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getUser, readRefusal, readStatusAndBody } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;

let world: World;
let provider: StandIn;
beforeAll(async () => {
  world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  provider = await addStandIn(world, "google");
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(provider, {
    refreshesTokens: true,
    person: { name: "Al", email: "al@example.com", emailVerified: true },
  });
});

/** Signs up a user, and stores a link to the provider with these tokens. */
async function createLink(tokens: object = {}) {
  const { visitor } = await signUpAndSignIn(world);
  const { internalAdapter } = await world.context.auth.$context;
  const { id, accountId } = await internalAdapter.createAccount({
    userId: (await getUser(visitor)).id,
    providerId: "google",
    accountId: crypto.randomUUID(),
    accessToken: "old access",
    refreshToken: "old refresh",
    accessTokenExpiresAt: new Date(Date.now() + HOUR_MS),
    scope: "a,b",
    ...tokens,
  });
  const ask = (call: string) => visitor.post(`/api/auth/${call}`, { accountId: id });
  // The official client sends this call by GET.
  const getInfo = () => visitor.fetch(`/api/auth/account-info?accountId=${id}`);
  return { visitor, id, accountId, ask, getInfo };
}

describe("§5 §7 §8 access-token and refresh-token calls: POST /get-access-token", () => {
  test("returns accessToken, accessTokenExpiresAt and scopes", async () => {
    const { ask } = await createLink();
    const accessTokenExpiresAt = expect.stringMatching(/Z$/);
    expect(await readStatusAndBody(await ask("get-access-token"))).toEqual([
      200,
      { accessToken: "old access", accessTokenExpiresAt, scopes: ["a", "b"] },
    ]);
  });

  test("returns Failed to get a valid access token if the provider issues none", async () => {
    const { ask } = await createLink({ accessTokenExpiresAt: new Date(Date.now() - 1000) });
    provider.refreshesTokens = false;
    expect(await readRefusal(await ask("get-access-token"))).toEqual([400, "Failed to get a valid access token"]);
  });
});

describe("§5 §7 §8 access-token and refresh-token calls: POST /refresh-token", () => {
  test("returns the new token and its account", async () => {
    const { ask, id } = await createLink();
    expect(await (await ask("refresh-token")).json()).toMatchObject({
      accessToken: "new access",
      refreshToken: "old refresh",
      providerId: "google",
      accountId: id,
    });
  });

  test("returns Failed to refresh access token if the provider issues none", async () => {
    const { ask } = await createLink();
    provider.refreshesTokens = false;
    expect(await readRefusal(await ask("refresh-token"))).toEqual([400, "Failed to refresh access token"]);
  });
});

describe("§9 an access token is refreshed when under 5 seconds remain", () => {
  test.for([
    [4, "new access"],
    [10, "old access"],
  ] as const)("%i seconds before expiry, the response is the %s token", async ([seconds, accessToken]) => {
    const { ask } = await createLink({ accessTokenExpiresAt: new Date(Date.now() + seconds * 1000) });
    expect(await (await ask("get-access-token")).json()).toMatchObject({ accessToken });
  });
});

test("§7 POST /account-info returns user, data and account", async () => {
  const { visitor, id, accountId } = await createLink();
  expect(await readStatusAndBody(await visitor.post("/api/auth/account-info", { accountId }))).toEqual([
    200,
    { user: provider.person, data: {}, account: { id, providerId: "google", accountId } },
  ]);
});

describe("§8 account info", () => {
  test("returns Access token not found when none is stored", async () => {
    const { getInfo } = await createLink({ accessToken: null, accessTokenExpiresAt: null });
    expect(await readRefusal(await getInfo())).toEqual([400, "Access token not found"]);
  });

  test("returns Failed to get user info when the provider returns no profile", async () => {
    const { getInfo } = await createLink();
    provider.person = null;
    expect(await readRefusal(await getInfo())).toEqual([401, "Failed to get user info"]);
  });
});
