// @shared
// Which account a sign-in through a provider leads to: for every provider, and for every combination of the provider's and
// this site's verification of the address.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import {
  createFailure,
  getAccountOwner,
  getLandingPath,
  getStatusAndPath,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a user who signed up with a password. */
async function createLocalUser(email: string, emailVerified: boolean) {
  const { internalAdapter } = await world.context.auth.$context;
  const user = await internalAdapter.createUser({ name: "Local", email, emailVerified }, { method: "email-password" });
  await internalAdapter.createAccount({ userId: user.id, providerId: "credential", accountId: user.id });
  return user;
}

/** Returns the user with this account at the provider, or null. */
const getOwner = async (providerId: string, accountId: string) =>
  (await getAccountOwner(world, providerId, accountId).catch(() => null))?.user ?? null;

const listProviders = async (userId: string): Promise<string[]> => {
  const rows = world.context.db.selectFrom("account").select("providerId").where("userId", "=", userId);
  return (await rows.orderBy("createdAt").execute()).map(({ providerId }) => providerId);
};

const PROVIDER_REPORTS = [
  ["verified", true],
  ["unverified", false],
  ["nothing of its verification", undefined],
] as const;

describe.for(PROVIDER_FIXTURES)("R8.3 $id", (fixture) => {
  const { id, verifiesEmail } = fixture;

  for (const [description, verified] of PROVIDER_REPORTS) {
    for (const isVerifiedHere of [true, false]) {
      test(`links by address only if both sides verified it: provider reports ${description}, local address is ${isVerifiedHere ? "verified" : "unverified"}`, async () => {
        const person = createPerson({ verified });
        const user = await createLocalUser(person.email ?? "", isVerifiedHere);
        const visitor = world.visitor();
        const response = await signInWithProvider(world, visitor, fixture, person);
        const owner = await getOwner(id, fixture.subject(person));
        const mayLink = verifiesEmail && verified === true && isVerifiedHere;
        if (fixture.email && fixture.email(person) !== person.email) {
          expect([getLandingPath(response), owner?.email]).toEqual([PAGES.newUserCallbackURL, fixture.email(person)]);
        } else if (mayLink) {
          expect([getLandingPath(response), owner?.id]).toEqual([PAGES.callbackURL, user.id]);
        } else {
          expect([getStatusAndPath(response), owner]).toEqual([createFailure("account_not_linked"), null]);
          expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
        }
        const after = await listProviders(user.id);
        expect(after).toEqual(mayLink && owner?.id === user.id ? ["credential", id] : ["credential"]);
      });
    }
  }

  test("R8.2 identifies users by the provider's id, even when the address is new or belongs to another user", async () => {
    const person = createPerson();
    await signInWithProvider(world, world.visitor(), fixture, person);
    const owner = await getOwner(id, fixture.subject(person));
    const other = await createLocalUser(`other-${person.email}`, true);
    for (const email of [`moved-${person.email}`, other.email]) {
      const visitor = world.visitor();
      expect(getLandingPath(await signInWithProvider(world, visitor, fixture, { ...person, email }))).toBe(
        PAGES.callbackURL,
      );
      const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
      expect([user.id, user.email]).toEqual([owner?.id, owner?.email]);
    }
    expect(await listProviders(other.id)).toEqual(["credential"]);
  });
});

test("R8.3 only a configured Microsoft tenant may verify addresses", async () => {
  await using single = await makeProviderWorld({ MICROSOFT_TENANT_ID: "11111111-2222-3333-4444-555555555555" });
  const { socialProviders } = await single.context.auth.$context;
  const microsoft = socialProviders.find(({ id }) => id === "microsoft");
  const url = await microsoft?.createAuthorizationURL({ state: "-", codeVerifier: "-", redirectURI: "-" });
  expect(url?.pathname).toBe("/11111111-2222-3333-4444-555555555555/oauth2/v2.0/authorize");
  expect(microsoft?.options).not.toHaveProperty("mapProfileToUser");
});

test("a verification mail is sent to a real address, and none to a generated address", async () => {
  const real = createPerson();
  for (const person of [createPerson(), real]) {
    const id = person === real ? "spotify" : "reddit";
    await signInWithProvider(world, world.visitor(), getFixture(id), person);
  }
  const addresses = (await world.mails()).map(({ to }) => to);
  expect(addresses).toContain(real.email);
  expect(addresses.filter((to) => to.endsWith(".invalid"))).toEqual([]);
});

test("a guest who signs in by a provider is merged into the account with the locker", async () => {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
  await visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "First", loadout, seenVersion: 0 });
  const guest = (await (await visitor.fetch("/api/auth/get-session")).json()).user;
  await signInWithProvider(world, visitor, getFixture("google"), createPerson());
  const { items } = await visitor.trpc.loadout.list.query({});
  expect(items.map(({ name }) => name)).toEqual(["First"]);
  const { internalAdapter } = await world.context.auth.$context;
  expect(await internalAdapter.findUserById(guest.id)).toBeNull();
});
