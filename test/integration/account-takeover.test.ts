// @shared
// What an attacker keeps who holds an account with the victim's address: nothing, once the victim proves the address.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { linkIn, newestMailTo, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { getExport } from "#test/harness/data/exports.ts";
import { addPasskey, signInByPasskey } from "#test/harness/identity/passkeys.ts";
import { landing, makeProviderWorld, type ProviderWorld, signInBy } from "#test/harness/identity/provider-flow.ts";
import { newAddress, OWNER_PASSWORD, testTakeovers } from "#test/harness/identity/takeovers.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const takeovers = testTakeovers(() => world);
const { findMail, takeOverAddress, verifyInOtherBrowser, signInByCode, resetPassword, signInByPassword, openTo } =
  takeovers;

const ALL = ["password", "passkeys", "providers", "sessions"];

describe("an account moved to the victim's address is the victim's alone once the victim signs in", () => {
  test("by a code", async () => {
    const takeover = await takeOverAddress();
    const victim = world.visitor();
    expect((await signInByCode(victim, takeover.email)).revoked).toEqual(ALL);
    expect(await getUser(victim)).toMatchObject({ email: takeover.email, emailVerified: true });
    expect(await openTo(takeover)).toEqual([]);
  });

  test("by a code, in a browser that followed the verification link before", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    expect((await signInByCode(victim, takeover.email)).revoked).toEqual(ALL);
    expect(await openTo(takeover)).toEqual([]);
  });

  test("by a new password", async () => {
    const takeover = await takeOverAddress();
    const victim = world.visitor();
    expect((await resetPassword(victim, takeover.email)).revoked).toEqual(["passkeys", "providers"]);
    expect((await signInByPassword(victim, takeover.email, OWNER_PASSWORD)).status).toBe(200);
    expect(await openTo(takeover)).toEqual([]);
  });

  test("by a new password, in a browser that followed the verification link before", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    expect((await resetPassword(victim, takeover.email)).revoked).toEqual(["passkeys", "providers"]);
    expect((await signInByPassword(victim, takeover.email, OWNER_PASSWORD)).status).toBe(200);
    expect(await openTo(takeover)).toEqual([]);
  });

  test("by a provider that verified the address, after the link was followed", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    const person = aPerson({ email: takeover.email });
    const answer = await signInBy(world, victim, getFixture("google"), person);
    expect(landing(answer)).toBe(`/account?revoked=${ALL.join(".")}`);
    expect(await getUser(victim)).toMatchObject({ email: takeover.email });
    expect(await openTo(takeover)).toEqual([]);
    const again = await signInBy(world, world.visitor(), getFixture("google"), person);
    expect(landing(again)).toBe("/account");
  });

  test("and an earlier session of the attacker's adds no new way in", async () => {
    const takeover = await takeOverAddress();
    await signInByCode(world.visitor(), takeover.email);
    expect((await addPasskey(takeover.attacker, world.origin)).answer.status).toBe(401);
  });

  test("and hears of it by mail", async () => {
    const takeover = await takeOverAddress();
    await signInByCode(world.visitor(), takeover.email);
    await findMail(takeover.email, "Earlier ways to sign in were removed");
  });
});

describe("an account that was never verified is its owner's alone once the owner signs in", () => {
  /** Where a sign-up gives a session, which may register a passkey. */
  async function foreign(open: ProviderWorld) {
    const attacker = open.visitor();
    const account = await signUp(attacker);
    const { device, answer } = await addPasskey(attacker, open.origin);
    expect(answer.status).toBe(200);
    return { attacker, account, device };
  }

  test("by a code: the passkey goes, too", async () => {
    const before = world;
    await using open = await makeProviderWorld({ EMAIL_VERIFICATION: "optional" });
    world = open;
    try {
      const { attacker, account, device } = await foreign(open);
      const { revoked } = await signInByCode(open.visitor(), account.email);
      expect(revoked).toEqual(["password", "passkeys", "sessions"]);
      expect((await signInByPasskey(open.visitor(), device)).status).toBe(401);
      expect(await getUser(attacker)).toBeUndefined();
    } finally {
      world = before;
    }
  });
});

describe("revocation", () => {
  test("happens once: what the owner adds afterwards stays", async () => {
    const takeover = await takeOverAddress();
    const victim = world.visitor();
    await signInByCode(victim, takeover.email);
    const { device, answer } = await addPasskey(victim, world.origin);
    expect(answer.status).toBe(200);
    expect(await signInByCode(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    world.turnClock(60_000);
    expect(await resetPassword(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    expect(await signInByCode(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    expect((await signInByPasskey(world.visitor(), device)).status).toBe(200);
    expect((await signInByPassword(world.visitor(), takeover.email, OWNER_PASSWORD)).status).toBe(200);
  });

  test("does not happen to those who followed the link where they signed up", async () => {
    const { account } = await signUpAndIn(world);
    expect(await signInByCode(world.visitor(), account.email)).not.toHaveProperty("revoked");
    expect((await signInByPassword(world.visitor(), account.email, account.password)).status).toBe(200);
  });

  test("does not happen to those who came by a provider or by a code", async () => {
    const person = aPerson();
    await signInBy(world, world.visitor(), getFixture("google"), person);
    expect(await signInByCode(world.visitor(), person.email ?? "")).not.toHaveProperty("revoked");
    const newcomer = newAddress();
    await signInByCode(world.visitor(), newcomer);
    expect(await signInByCode(world.visitor(), newcomer)).not.toHaveProperty("revoked");
  });
});

describe("a legitimate owner who opens the link on another device", () => {
  /** The owner's account with a passkey and a provider, at a new address. */
  async function owner() {
    const { attacker: visitor, ...rest } = await takeOverAddress();
    return { visitor, ...rest, takeover: { attacker: visitor, ...rest } };
  }
  const stored = ["session", "password", "passkey", "provider"];

  test.for(["password", "passkey", "provider"] as const)("and signs in there by %s keeps everything", async (way) => {
    const { email, account, device, atDiscord, takeover } = await owner();
    const phone = await verifyInOtherBrowser(takeover);
    if (way === "password") expect((await signInByPassword(phone, email, account.password)).status).toBe(200);
    if (way === "passkey") expect((await signInByPasskey(phone, device)).status).toBe(200);
    if (way === "provider") await signInBy(world, phone, getFixture("discord"), atDiscord);
    expect(await getUser(phone)).toMatchObject({ email });
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await openTo(takeover)).toEqual(stored);
  });

  test("keeps everything also when a mail scanner was there first", async () => {
    const { email, account, takeover } = await owner();
    await verifyInOtherBrowser(takeover);
    const phone = world.visitor();
    await phone.fetch(linkIn(await findMail(email, "Verify your e-mail address")));
    await signInByPassword(phone, email, account.password);
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await openTo(takeover)).toEqual(stored);
  });

  test("keeps everything when the link is opened in a session of the account", async () => {
    const { visitor, email, takeover } = await owner();
    await visitor.fetch(linkIn(await findMail(email, "Verify your e-mail address")));
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await openTo(takeover)).toEqual(stored);
  });

  test("has proven nothing by a sign-in in another browser than the link's", async () => {
    const { email, account, takeover } = await owner();
    await verifyInOtherBrowser(takeover);
    await signInByPassword(world.visitor(), email, account.password);
    expect((await signInByCode(world.visitor(), email)).revoked).toEqual(ALL);
  });

  test("has proven nothing of an address that was changed since", async () => {
    const { visitor, email, account, takeover } = await owner();
    const phone = await verifyInOtherBrowser(takeover);
    const next = `next-${email}`;
    await visitor.post("/api/auth/change-email", { newEmail: next });
    await visitor.fetch(linkIn(await findMail(email, "Confirm your new e-mail address")));
    expect((await signInByPassword(phone, next, account.password)).status).toBe(403);
    expect((await signInByCode(world.visitor(), next)).revoked).toEqual(ALL);
  });
});

test("the proof is no part of what a session, an account or an export shows", async () => {
  const { visitor } = await signUpAndIn(world);
  const session = await (await visitor.fetch("/api/auth/get-session")).text();
  const exported = JSON.stringify(await getExport(visitor));
  expect(session + exported).not.toMatch(/proven/i);
  const answer = await visitor.post("/api/auth/update-user", { name: "Al", addressProvenAt: "2026-01-01" });
  expect(answer.status).toBe(400);
});

test("a link opened by a scanner creates no session in the scanner's browser", async () => {
  const visitor = world.visitor();
  const account = await signUp(visitor);
  const scanner = world.visitor();
  await scanner.fetch(linkIn(await newestMailTo(account, world)));
  expect(await getUser(scanner)).toBeUndefined();
});
