// @alone
// The specification's §7 about provider accounts: tokens, account info, linking and unlinking, for every provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getAccountOwner,
  getLandingPath,
  getLastCall,
  linkProvider,
  listLinkedProviders,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInWithProvider,
  signUpWithProvider,
  startSignIn,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe.for(PROVIDER_FIXTURES)("§7 an account at $id", (fixture) => {
  const { id, authorization, token } = fixture;

  test("returns its access token to its owner", async () => {
    const { visitor } = await signUpWithProvider(world, fixture);
    const response = await visitor.post("/api/auth/get-access-token", { providerId: id });
    const { scope = authorization.scope ?? "" } = token;
    expect(await response.json()).toMatchObject({
      accessToken: expect.stringMatching(new RegExp(`^${id}-access-`)),
      scopes: scope.split(/[ ,]/).filter(Boolean),
    });
  });

  test("refreshes tokens, or reports that it does not support it", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const { account: before } = await getAccountOwner(world, id, fixture.subject(person));
    const response = await visitor.post("/api/auth/refresh-token", { providerId: id });
    if (token.refresh === null) {
      expect([response.status, (await response.json()).message]).toEqual([
        400,
        `Provider ${id} does not support token refreshing.`,
      ]);
      return;
    }
    const reported = await response.json();
    expect(reported).toMatchObject({
      accessToken: expect.stringMatching(new RegExp(`^${id}-access-`)),
      refreshToken: expect.stringMatching(new RegExp(`^${id}-refresh-`)),
      providerId: id,
    });
    expect(getLastCall(world, token.refresh ?? token.endpoint).fields).toMatchObject({ grant_type: "refresh_token" });
    const { account: after } = await getAccountOwner(world, id, fixture.subject(person));
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.scope).toBe(before.scope);
  });

  test("refreshes the access token when less than 5 seconds of it remain", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const getAccess = async () =>
      (await (await visitor.post("/api/auth/get-access-token", { providerId: id })).json()).accessToken;
    const { account } = await getAccountOwner(world, id, fixture.subject(person));
    const { internalAdapter } = await world.context.auth.$context;
    const setExpiry = (ms: number) =>
      internalAdapter.updateAccount(account.id, { accessTokenExpiresAt: new Date(Date.now() + ms) });
    const isUnchanged = async () => {
      const before = await getAccess();
      await setExpiry(6000);
      return (await getAccess()) === before;
    };
    // Retried, because on a busy machine less than five seconds may remain when the call arrives.
    await expect.poll(isUnchanged, { timeout: 15_000 }).toBe(true);
    const first = await getAccess();
    await setExpiry(4000);
    expect((await getAccess()) === first).toBe(token.refresh === null);
  });

  test("returns the profile again when the owner requests the account's info", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const response = await visitor.post("/api/auth/account-info", { accountId: fixture.subject(person) });
    // WeChat returns no profile without the id that accompanies the tokens of a sign-in.
    if (id === "wechat")
      return expect([response.status, (await response.json()).message]).toEqual([401, "Failed to get user info"]);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        user: { name: person.name, email: fixture.email ? fixture.email(person) : person.email },
        account: { providerId: id },
      },
    ]);
  });

  test.for([
    ["verified", true],
    ["unverified", false],
    ["nothing of its verification", undefined],
  ] as const)(
    "is linked from a fresh session by the same address when the provider reports %s",
    async ([, verified]) => {
      const { visitor, account } = await signUpAndSignIn(world);
      const person = createPerson({ email: account.email, verified });
      const response = await linkProvider(world, visitor, fixture, person);
      expect(getLandingPath(response)).toBe(PAGES.callbackURL);
      expect(await listLinkedProviders(visitor)).toEqual(["credential", id].toSorted());
      const unlinked = await visitor.post("/api/auth/unlink-account", { providerId: id });
      expect([unlinked.status, await listLinkedProviders(visitor)]).toEqual([200, ["credential"]]);
    },
  );

  test("is unlinked, but never as the last sign-in method", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const last = await visitor.post("/api/auth/unlink-account", { providerId: id });
    expect([last.status, (await last.json()).message]).toEqual([400, "You can't unlink your last account"]);
    const { user } = await getAccountOwner(world, id, fixture.subject(person));
    const { internalAdapter } = await world.context.auth.$context;
    await internalAdapter.createAccount({ userId: user.id, providerId: "credential", accountId: user.id });
    const response = await visitor.post("/api/auth/unlink-account", { providerId: id });
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    await expect(getAccountOwner(world, id, fixture.subject(person))).rejects.toThrow();
  });
});

test("§5 a link to a provider without addresses does not change or verify the user's address", async () => {
  const { visitor, account } = await signUpAndSignIn(world);
  const readUser = () =>
    world.context.db.selectFrom("user").selectAll().where("email", "=", account.email).executeTakeFirstOrThrow();
  const before = await readUser();
  expect(getLandingPath(await linkProvider(world, visitor, getFixture("reddit"), createPerson()))).toBe(
    PAGES.callbackURL,
  );
  expect(await readUser()).toMatchObject({
    email: before.email,
    emailVerified: before.emailVerified,
    name: before.name,
  });
  const response = await linkProvider(world, visitor, getFixture("spotify"), createPerson());
  expect(decodeURIComponent(getLandingPath(response))).toBe(`${PAGES.errorCallbackURL}&error=email_doesn't_match`);
});

test("R8.3 a started link does not allow another browser to link the provider", async () => {
  const { visitor, account } = await signUpAndSignIn(world);
  await startSignIn(visitor, "gitlab", "link-social");
  const stranger = world.visitor();
  const person = createPerson({ email: account.email, verified: true });
  expect(getLandingPath(await signInWithProvider(world, stranger, getFixture("gitlab"), person))).toContain(
    "error=account_not_linked",
  );
  expect(await listLinkedProviders(visitor)).toEqual(["credential"]);
});

test("R4.8 a session that is older than ten minutes cannot start a link", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const past = new Date(Date.now() - 11 * 60_000);
  await world.context.db.updateTable("session").set({ createdAt: past }).execute();
  const response = await visitor.post("/api/auth/link-social", { provider: "gitlab", ...PAGES });
  expect([response.status, (await response.json()).message]).toEqual([403, "Session is not fresh"]);
});
