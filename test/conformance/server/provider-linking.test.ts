// @shared
// Which account a provider's claim about an address signs in to: for every provider, and every combination of the
// provider's and our own verification of the address.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import {
  failed,
  failure,
  getRows,
  landing,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInBy,
} from "#test/harness/identity/provider-flow.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a user who signed up with a password. */
async function local(email: string, emailVerified: boolean) {
  const { internalAdapter } = await world.context.auth.$context;
  const user = await internalAdapter.createUser({ name: "Local", email, emailVerified }, { method: "email-password" });
  await internalAdapter.createAccount({ userId: user.id, providerId: "credential", accountId: user.id });
  return user;
}

/** Who the person is here. */
const getOwner = async (providerId: string, accountId: string) =>
  (await getRows(world, providerId, accountId).catch(() => null))?.user ?? null;

const getWaysIn = async (userId: string): Promise<string[]> => {
  const rows = world.context.db.selectFrom("account").select("providerId").where("userId", "=", userId);
  return (await rows.orderBy("createdAt").execute()).map(({ providerId }) => providerId);
};

const SAID = [
  ["verified", true],
  ["unverified", false],
  ["nothing of its verification", undefined],
] as const;

describe.for(PROVIDER_FIXTURES)("R8.3 $id", (fixture) => {
  const { id, verifiesEmail } = fixture;

  for (const [words, verified] of SAID) {
    for (const isOurs of [true, false]) {
      test(`links by address only if both sides verified it: provider reports ${words}, local address is ${isOurs ? "verified" : "unverified"}`, async () => {
        const person = aPerson({ verified });
        const user = await local(person.email ?? "", isOurs);
        const visitor = world.visitor();
        const answer = await signInBy(world, visitor, fixture, person);
        const owner = await getOwner(id, fixture.subject(person));
        const mayLink = verifiesEmail && verified === true && isOurs;
        if (fixture.email && fixture.email(person) !== person.email) {
          expect([landing(answer), owner?.email]).toEqual([PAGES.newUserCallbackURL, fixture.email(person)]);
        } else if (mayLink) {
          expect([landing(answer), owner?.id]).toEqual([PAGES.callbackURL, user.id]);
        } else {
          expect([failure(answer), owner]).toEqual([failed("account_not_linked"), null]);
          expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
        }
        const after = await getWaysIn(user.id);
        expect(after).toEqual(mayLink && owner?.id === user.id ? ["credential", id] : ["credential"]);
      });
    }
  }

  test("R8.2 identifies users by the provider's id, even when the address is new or belongs to another user", async () => {
    const person = aPerson();
    await signInBy(world, world.visitor(), fixture, person);
    const own = await getOwner(id, fixture.subject(person));
    const other = await local(`other-${person.email}`, true);
    for (const email of [`moved-${person.email}`, other.email]) {
      const visitor = world.visitor();
      expect(landing(await signInBy(world, visitor, fixture, { ...person, email }))).toBe(PAGES.callbackURL);
      const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
      expect([user.id, user.email]).toEqual([own?.id, own?.email]);
    }
    expect(await getWaysIn(other.id)).toEqual(["credential"]);
  });
});

test("R8.3 a tenant of one's own may verify addresses at Microsoft, as any tenant may not", async () => {
  await using single = await makeProviderWorld({ MICROSOFT_TENANT_ID: "11111111-2222-3333-4444-555555555555" });
  const { socialProviders } = await single.context.auth.$context;
  const microsoft = socialProviders.find(({ id }) => id === "microsoft");
  const url = await microsoft?.createAuthorizationURL({ state: "-", codeVerifier: "-", redirectURI: "-" });
  expect(url?.pathname).toBe("/11111111-2222-3333-4444-555555555555/oauth2/v2.0/authorize");
  expect(microsoft?.options).not.toHaveProperty("mapProfileToUser");
});

test("an address made up for want of one is sent no mail, and a real one a verification", async () => {
  const real = aPerson();
  for (const person of [aPerson(), real]) {
    const id = person === real ? "spotify" : "reddit";
    await signInBy(world, world.visitor(), getFixture(id), person);
  }
  const addresses = (await world.mails()).map(({ to }) => to);
  expect(addresses).toContain(real.email);
  expect(addresses.filter((to) => to.endsWith(".invalid"))).toEqual([]);
});

test("a guest who signs in by a provider brings the locker along", async () => {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const loadout = starterLoadout(world.context.arsenals.bf4, "assault");
  await visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "First", loadout, seenVersion: 0 });
  const guest = (await (await visitor.fetch("/api/auth/get-session")).json()).user;
  await signInBy(world, visitor, getFixture("google"), aPerson());
  const { items } = await visitor.trpc.loadout.list.query({});
  expect(items.map(({ name }) => name)).toEqual(["First"]);
  const { internalAdapter } = await world.context.auth.$context;
  expect(await internalAdapter.findUserById(guest.id)).toBeNull();
});
