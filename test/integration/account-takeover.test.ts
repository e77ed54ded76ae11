// @shared
// An attacker who has an account with the victim's address loses all access once the victim proves the address.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { exportAccount } from "#test/harness/data/exports.ts";
import { addPasskey, signInWithPasskey } from "#test/harness/identity/passkeys.ts";
import {
  getLandingPath,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";
import { createAddress, createTakeoverHelpers, OWNER_PASSWORD } from "#test/harness/identity/takeovers.ts";
import { getUser } from "#test/harness/responses.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const takeovers = createTakeoverHelpers(() => world);
const {
  findMail,
  takeOverAddress,
  verifyInOtherBrowser,
  signInByCode,
  resetPassword,
  signInByPassword,
  listWorkingCredentials,
} = takeovers;

const ALL_CREDENTIALS = ["password", "passkeys", "providers", "sessions"];

describe("when the victim signs in to an account that was moved to their address, the attacker loses access", () => {
  test("by a code", async () => {
    const takeover = await takeOverAddress();
    const victim = world.visitor();
    expect((await signInByCode(victim, takeover.email)).revoked).toEqual(ALL_CREDENTIALS);
    expect(await getUser(victim)).toMatchObject({ email: takeover.email, emailVerified: true });
    expect(await listWorkingCredentials(takeover)).toEqual([]);
  });

  test("by a code, in a browser that followed the verification link before", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    expect((await signInByCode(victim, takeover.email)).revoked).toEqual(ALL_CREDENTIALS);
    expect(await listWorkingCredentials(takeover)).toEqual([]);
  });

  test("by a new password", async () => {
    const takeover = await takeOverAddress();
    const victim = world.visitor();
    expect((await resetPassword(victim, takeover.email)).revoked).toEqual(["passkeys", "providers"]);
    expect((await signInByPassword(victim, takeover.email, OWNER_PASSWORD)).status).toBe(200);
    expect(await listWorkingCredentials(takeover)).toEqual([]);
  });

  test("by a new password, in a browser that followed the verification link before", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    expect((await resetPassword(victim, takeover.email)).revoked).toEqual(["passkeys", "providers"]);
    expect((await signInByPassword(victim, takeover.email, OWNER_PASSWORD)).status).toBe(200);
    expect(await listWorkingCredentials(takeover)).toEqual([]);
  });

  test("by a provider that verified the address, after the link was followed", async () => {
    const takeover = await takeOverAddress();
    const victim = await verifyInOtherBrowser(takeover);
    const person = createPerson({ email: takeover.email });
    const response = await signInWithProvider(world, victim, getFixture("google"), person);
    expect(getLandingPath(response)).toBe(`/account?revoked=${ALL_CREDENTIALS.join(".")}`);
    expect(await getUser(victim)).toMatchObject({ email: takeover.email });
    expect(await listWorkingCredentials(takeover)).toEqual([]);
    const again = await signInWithProvider(world, world.visitor(), getFixture("google"), person);
    expect(getLandingPath(again)).toBe("/account");
  });

  test("and an earlier session of the attacker cannot add a passkey", async () => {
    const takeover = await takeOverAddress();
    await signInByCode(world.visitor(), takeover.email);
    expect((await addPasskey(takeover.attacker, world.origin)).response.status).toBe(401);
  });

  test("and the victim is notified by mail", async () => {
    const takeover = await takeOverAddress();
    await signInByCode(world.visitor(), takeover.email);
    await findMail(takeover.email, "Earlier ways to sign in were removed");
  });
});

describe("when the owner of the address signs in to an unverified account, the attacker loses access", () => {
  /** Signs up an attacker, who gets a session here, and registers a passkey. */
  async function createUnverifiedAccount(open: ProviderWorld) {
    const attacker = open.visitor();
    const account = await signUp(attacker);
    const { device, response } = await addPasskey(attacker, open.origin);
    expect(response.status).toBe(200);
    return { attacker, account, device };
  }

  test("by a code, and the passkey is deleted as well", async () => {
    const before = world;
    await using open = await makeProviderWorld({ EMAIL_VERIFICATION: "optional" });
    world = open;
    try {
      const { attacker, account, device } = await createUnverifiedAccount(open);
      const { revoked } = await signInByCode(open.visitor(), account.email);
      expect(revoked).toEqual(["password", "passkeys", "sessions"]);
      expect((await signInWithPasskey(open.visitor(), device)).status).toBe(401);
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
    const { device, response } = await addPasskey(victim, world.origin);
    expect(response.status).toBe(200);
    expect(await signInByCode(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    world.turnClock(60_000);
    expect(await resetPassword(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    expect(await signInByCode(world.visitor(), takeover.email)).not.toHaveProperty("revoked");
    expect((await signInWithPasskey(world.visitor(), device)).status).toBe(200);
    expect((await signInByPassword(world.visitor(), takeover.email, OWNER_PASSWORD)).status).toBe(200);
  });

  test("does not happen when the link was opened in the browser that signed up", async () => {
    const { account } = await signUpAndSignIn(world);
    expect(await signInByCode(world.visitor(), account.email)).not.toHaveProperty("revoked");
    expect((await signInByPassword(world.visitor(), account.email, account.password)).status).toBe(200);
  });

  test("does not happen after a sign-up through a provider or by a code", async () => {
    const person = createPerson();
    await signInWithProvider(world, world.visitor(), getFixture("google"), person);
    expect(await signInByCode(world.visitor(), person.email ?? "")).not.toHaveProperty("revoked");
    const newcomer = createAddress();
    await signInByCode(world.visitor(), newcomer);
    expect(await signInByCode(world.visitor(), newcomer)).not.toHaveProperty("revoked");
  });
});

describe("a legitimate owner who opens the link on another device", () => {
  /** Creates the owner's account with a passkey and a provider, and moves it to a new address. */
  async function createOwner() {
    const { attacker: visitor, ...rest } = await takeOverAddress();
    return { visitor, ...rest, takeover: { attacker: visitor, ...rest } };
  }
  const allCredentials = ["session", "password", "passkey", "provider"];

  test.for(["password", "passkey", "provider"] as const)("and signs in there by %s keeps everything", async (way) => {
    const { email, account, device, atDiscord, takeover } = await createOwner();
    const phone = await verifyInOtherBrowser(takeover);
    if (way === "password") expect((await signInByPassword(phone, email, account.password)).status).toBe(200);
    if (way === "passkey") expect((await signInWithPasskey(phone, device)).status).toBe(200);
    if (way === "provider") await signInWithProvider(world, phone, getFixture("discord"), atDiscord);
    expect(await getUser(phone)).toMatchObject({ email });
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await listWorkingCredentials(takeover)).toEqual(allCredentials);
  });

  test("keeps everything also when a mail scanner opened the link first", async () => {
    const { email, account, takeover } = await createOwner();
    await verifyInOtherBrowser(takeover);
    const phone = world.visitor();
    await phone.fetch(getLink(await findMail(email, "Verify your e-mail address")));
    await signInByPassword(phone, email, account.password);
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await listWorkingCredentials(takeover)).toEqual(allCredentials);
  });

  test("keeps everything when the link is opened in a session of the account", async () => {
    const { visitor, email, takeover } = await createOwner();
    await visitor.fetch(getLink(await findMail(email, "Verify your e-mail address")));
    expect(await signInByCode(world.visitor(), email)).not.toHaveProperty("revoked");
    expect(await listWorkingCredentials(takeover)).toEqual(allCredentials);
  });

  test("proves nothing by a sign-in in another browser than that of the link", async () => {
    const { email, account, takeover } = await createOwner();
    await verifyInOtherBrowser(takeover);
    await signInByPassword(world.visitor(), email, account.password);
    expect((await signInByCode(world.visitor(), email)).revoked).toEqual(ALL_CREDENTIALS);
  });

  test("proves nothing about an address that was changed since", async () => {
    const { visitor, email, account, takeover } = await createOwner();
    const phone = await verifyInOtherBrowser(takeover);
    const next = `next-${email}`;
    await visitor.post("/api/auth/change-email", { newEmail: next });
    await visitor.fetch(getLink(await findMail(email, "Confirm your new e-mail address")));
    expect((await signInByPassword(phone, next, account.password)).status).toBe(403);
    expect((await signInByCode(world.visitor(), next)).revoked).toEqual(ALL_CREDENTIALS);
  });
});

test("the time of the proof is not part of a session, an account or an export, and cannot be set", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const session = await (await visitor.fetch("/api/auth/get-session")).text();
  const exported = JSON.stringify(await exportAccount(visitor));
  expect(session + exported).not.toMatch(/proven/i);
  const response = await visitor.post("/api/auth/update-user", { name: "Al", addressProvenAt: "2026-01-01" });
  expect(response.status).toBe(400);
});

test("a link opened by a scanner creates no session in the scanner's browser", async () => {
  const visitor = world.visitor();
  const account = await signUp(visitor);
  const scanner = world.visitor();
  await scanner.fetch(getLink(await getNewestMail(account, world)));
  expect(await getUser(scanner)).toBeUndefined();
});
