// An attacker who signs up with another person's address loses all access when the owner disowns or recovers the account.
import { createEmailVerificationToken } from "better-auth/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const LABEL = "I did not make this account: ";
const findMail = async ({ email }: Account, testWorld = world) =>
  (await testWorld.mails()).find(({ to }) => to === email);
const getToken = (text = ""): string => new URL(text.split(LABEL)[1] ?? "").searchParams.get("disown") ?? "";
const disown = async (token: string) => {
  const response = await world.visitor().post("/api/auth/disown-account", { token });
  return [response.status, await response.json()];
};
const REFUSED = [400, { code: "INVALID_TOKEN", message: "Invalid token" }];
const getRows = ({ email }: Account) =>
  world.context.db.selectFrom("user").select("id").where("email", "=", email).execute();

/** Creates an unverified account; returns the token of the mail's second link, which disowns the account. */
async function createUnverifiedAccount() {
  const visitor = world.visitor();
  const account = await signUp(visitor);
  const mail = await findMail(account);
  return { visitor, account, mail, token: getToken(mail?.text) };
}

describe('the link "I did not make this account"', () => {
  test("is in the sign-up mail after the verification link", async () => {
    const { mail } = await createUnverifiedAccount();
    expect(mail?.text.split(LABEL)[1]).toMatch(new RegExp(`^${world.origin}/verify-email\\?disown=[\\w.-]+$`));
    expect(mail?.html).toContain(">I did not make this account</a>");
  });

  test("is in the sign-up mail even if the sign-up request has a query", async () => {
    const account = { name: "Robin", email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery" };
    await world.visitor().post("/api/auth/sign-up/email?more=1", account);
    expect((await findMail(account))?.text).toContain(LABEL);
  });

  test("removes the account with its password", async () => {
    const { account, token } = await createUnverifiedAccount();
    expect(await disown(token)).toEqual([200, { status: true }]);
    expect(await getRows(account)).toEqual([]);
    const { db } = world.context;
    const orphans = db.selectFrom("account").leftJoin("user", "user.id", "account.userId").where("user.id", "is", null);
    expect(await orphans.select("account.id").execute()).toEqual([]);
  });

  test("allows the owner to sign up with the address", async () => {
    const { account, token } = await createUnverifiedAccount();
    await disown(token);
    await world.visitor().post("/api/auth/sign-up/email", { ...account, password: "the owner's own words" });
    expect(await getRows(account)).toHaveLength(1);
  });

  test("invalidates the verification link", async () => {
    const { visitor, mail, token } = await createUnverifiedAccount();
    await disown(token);
    const response = await visitor.fetch(getLink(mail));
    expect(response.headers.get("location")).toBe("/verify-email?error=user_not_found");
  });

  test("works only once", async () => {
    const { token } = await createUnverifiedAccount();
    await disown(token);
    expect(await disown(token)).toEqual(REFUSED);
  });

  test("does not remove a verified account", async () => {
    const { visitor, account, mail, token } = await createUnverifiedAccount();
    await visitor.fetch(getLink(mail));
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("does not remove an account that was created later with the same address", async () => {
    const { account, token } = await createUnverifiedAccount();
    await disown(token);
    await world.visitor().post("/api/auth/sign-up/email", account);
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("expires after a week", async () => {
    await using otherWorld = await makeWorld();
    const account = await signUp(otherWorld.visitor());
    const token = getToken((await findMail(account, otherWorld))?.text);
    otherWorld.turnClock(7 * DAY_MS + 1000);
    expect((await otherWorld.visitor().post("/api/auth/disown-account", { token })).status).toBe(400);
    otherWorld.turnClock(-DAY_MS);
    expect((await otherWorld.visitor().post("/api/auth/disown-account", { token })).status).toBe(200);
  });

  test("is not in the mail to a new address, because its owner could remove an existing account", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/change-email", { newEmail: `new-${account.email}` });
    await visitor.fetch(getLink(await findMail(account)));
    const text = (await findMail({ ...account, email: `new-${account.email}` }))?.text;
    expect(text).toContain("Verify my address");
    expect(text).not.toContain(LABEL);
  });

  test.for([
    ["a verification token", {}],
    ["a token for another purpose", { requestType: "change-email-confirmation", updateTo: "new@example.com" }],
  ] as const)("refuses %s", async ([, purpose]) => {
    const { account } = await createUnverifiedAccount();
    const [row] = await getRows(account);
    const { secret } = await world.context.auth.$context;
    const claims = { userId: row?.id, ...purpose };
    const token = await createEmailVerificationToken(secret, account.email, undefined, 60, claims);
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("refuses a malformed token", async () => {
    expect(await disown("x")).toEqual(REFUSED);
  });

  test("does not remove the account by a GET request", async () => {
    const { account, token } = await createUnverifiedAccount();
    await world.visitor().fetch(`/api/auth/disown-account?token=${token}`);
    await world.visitor().fetch(`/verify-email?disown=${token}`);
    expect(await getRows(account)).toHaveLength(1);
  });
});

describe("a password reset by the owner of an address with which another person signed up", () => {
  /** Gives the attacker a session, a passkey and a linked provider; then the owner resets the password. */
  async function resetAsOwner() {
    const otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
    const attacker = otherWorld.visitor();
    const account = await signUp(attacker);
    const { user } = await (await attacker.fetch("/api/auth/get-session")).json();
    const { adapter, internalAdapter } = await otherWorld.context.auth.$context;
    const key = { publicKey: "key", credentialID: "id", counter: 0, deviceType: "singleDevice", backedUp: false };
    await adapter.create({ model: "passkey", data: { ...key, userId: user.id, createdAt: new Date() } });
    await internalAdapter.createAccount({ userId: user.id, providerId: "discord", accountId: "attacker" });
    await otherWorld
      .visitor()
      .post("/api/auth/request-password-reset", { email: account.email, redirectTo: "/reset-password" });
    // On a fleet, the second process may send the sign-up mail after the first sends this one.
    const mail = (await otherWorld.mails()).find(({ subject }) => subject === "Choose a new password");
    const redirect = await otherWorld.visitor().fetch(getLink(mail));
    const token = new URL(redirect.headers.get("location") ?? "", otherWorld.origin).searchParams.get("token");
    await otherWorld.visitor().post("/api/auth/reset-password", { token, newPassword: "the owner's own words" });
    return { otherWorld, attacker, account, userId: user.id };
  }

  test("ends the other person's sessions", async () => {
    const { otherWorld, attacker } = await resetAsOwner();
    await using _ = otherWorld;
    expect(await (await attacker.fetch("/api/auth/get-session")).json()).toBeNull();
  });

  test("invalidates the other person's password", async () => {
    const { otherWorld, attacker, account } = await resetAsOwner();
    await using _ = otherWorld;
    expect((await attacker.post("/api/auth/sign-in/email", account)).status).toBe(401);
  });

  test("removes the linked providers", async () => {
    const { otherWorld, userId } = await resetAsOwner();
    await using _ = otherWorld;
    const links = otherWorld.context.db.selectFrom("account").select("providerId").where("userId", "=", userId);
    expect(await links.execute()).toEqual([{ providerId: "credential" }]);
  });

  test("removes the passkeys", async () => {
    const { otherWorld } = await resetAsOwner();
    await using _ = otherWorld;
    expect(await otherWorld.context.db.selectFrom("passkey").select("id").execute()).toEqual([]);
  });

  test("allows a sign-in with the new password", async () => {
    const { otherWorld, account } = await resetAsOwner();
    await using _ = otherWorld;
    const signIn = { email: account.email, password: "the owner's own words" };
    expect((await otherWorld.visitor().post("/api/auth/sign-in/email", signIn)).status).toBe(200);
  });
});
