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
const findMail = async ({ email }: Account, place = world) => (await place.mails()).find(({ to }) => to === email);
const getToken = (text = ""): string => new URL(text.split(LABEL)[1] ?? "").searchParams.get("disown") ?? "";
const disown = async (token: string) => {
  const answer = await world.visitor().post("/api/auth/disown-account", { token });
  return [answer.status, await answer.json()];
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

describe("I did not make this account", () => {
  test("stands in the mail of a sign-up, behind the link that verifies", async () => {
    const { mail } = await createUnverifiedAccount();
    expect(mail?.text.split(LABEL)[1]).toMatch(new RegExp(`^${world.origin}/verify-email\\?disown=[\\w.-]+$`));
    expect(mail?.html).toContain(">I did not make this account</a>");
  });

  test("stands there whatever query the sign-up is called with", async () => {
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

  test("leaves the address free for its owner", async () => {
    const { account, token } = await createUnverifiedAccount();
    await disown(token);
    await world.visitor().post("/api/auth/sign-up/email", { ...account, password: "the owner's own words" });
    expect(await getRows(account)).toHaveLength(1);
  });

  test("makes the link that verifies lead nowhere", async () => {
    const { visitor, mail, token } = await createUnverifiedAccount();
    await disown(token);
    const answer = await visitor.fetch(getLink(mail));
    expect(answer.headers.get("location")).toBe("/verify-email?error=user_not_found");
  });

  test("works once", async () => {
    const { token } = await createUnverifiedAccount();
    await disown(token);
    expect(await disown(token)).toEqual(REFUSED);
  });

  test("removes no verified account", async () => {
    const { visitor, account, mail, token } = await createUnverifiedAccount();
    await visitor.fetch(getLink(mail));
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("removes no account that was made again since", async () => {
    const { account, token } = await createUnverifiedAccount();
    await disown(token);
    await world.visitor().post("/api/auth/sign-up/email", account);
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("works for a week", async () => {
    await using own = await makeWorld();
    const account = await signUp(own.visitor());
    const token = getToken((await findMail(account, own))?.text);
    own.turnClock(7 * DAY_MS + 1000);
    expect((await own.visitor().post("/api/auth/disown-account", { token })).status).toBe(400);
    own.turnClock(-DAY_MS);
    expect((await own.visitor().post("/api/auth/disown-account", { token })).status).toBe(200);
  });

  test("is not offered to a new address, whose owner could remove an account that is worth something", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/change-email", { newEmail: `new-${account.email}` });
    await visitor.fetch(getLink(await findMail(account)));
    const text = (await findMail({ ...account, email: `new-${account.email}` }))?.text;
    expect(text).toContain("Verify my address");
    expect(text).not.toContain(LABEL);
  });

  test.for([
    ["the token that verifies", {}],
    ["one for something else", { requestType: "change-email-confirmation", updateTo: "new@example.com" }],
  ] as const)("refuses %s", async ([, purpose]) => {
    const { account } = await createUnverifiedAccount();
    const [row] = await getRows(account);
    const { secret } = await world.context.auth.$context;
    const claims = { userId: row?.id, ...purpose };
    const token = await createEmailVerificationToken(secret, account.email, undefined, 60, claims);
    expect(await disown(token)).toEqual(REFUSED);
    expect(await getRows(account)).toHaveLength(1);
  });

  test("refuses what is no token", async () => {
    expect(await disown("x")).toEqual(REFUSED);
  });

  test("is not done by following a link", async () => {
    const { account, token } = await createUnverifiedAccount();
    await world.visitor().fetch(`/api/auth/disown-account?token=${token}`);
    await world.visitor().fetch(`/verify-email?disown=${token}`);
    expect(await getRows(account)).toHaveLength(1);
  });
});

describe("the owner of an address who resets the password of an account that another person created with it", () => {
  /** Gives the attacker a session, a passkey and a linked provider; then the owner resets the password. */
  async function reset() {
    const open = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
    const attacker = open.visitor();
    const account = await signUp(attacker);
    const { user } = await (await attacker.fetch("/api/auth/get-session")).json();
    const { adapter, internalAdapter } = await open.context.auth.$context;
    const key = { publicKey: "key", credentialID: "id", counter: 0, deviceType: "singleDevice", backedUp: false };
    await adapter.create({ model: "passkey", data: { ...key, userId: user.id, createdAt: new Date() } });
    await internalAdapter.createAccount({ userId: user.id, providerId: "discord", accountId: "attacker" });
    await open
      .visitor()
      .post("/api/auth/request-password-reset", { email: account.email, redirectTo: "/reset-password" });
    // On a fleet, the second process may send the sign-up mail after the first sends this one.
    const mail = (await open.mails()).find(({ subject }) => subject === "Choose a new password");
    const landed = await open.visitor().fetch(getLink(mail));
    const token = new URL(landed.headers.get("location") ?? "", open.origin).searchParams.get("token");
    await open.visitor().post("/api/auth/reset-password", { token, newPassword: "the owner's own words" });
    return { open, attacker, account, userId: user.id };
  }

  test("ends the sessions there were", async () => {
    const { open, attacker } = await reset();
    await using _ = open;
    expect(await (await attacker.fetch("/api/auth/get-session")).json()).toBeNull();
  });

  test("ends the password there was", async () => {
    const { open, attacker, account } = await reset();
    await using _ = open;
    expect((await attacker.post("/api/auth/sign-in/email", account)).status).toBe(401);
  });

  test("ends the links to providers there were", async () => {
    const { open, userId } = await reset();
    await using _ = open;
    const links = open.context.db.selectFrom("account").select("providerId").where("userId", "=", userId);
    expect(await links.execute()).toEqual([{ providerId: "credential" }]);
  });

  test("ends the passkeys there were", async () => {
    const { open } = await reset();
    await using _ = open;
    expect(await open.context.db.selectFrom("passkey").select("id").execute()).toEqual([]);
  });

  test("signs in with the new password", async () => {
    const { open, account } = await reset();
    await using _ = open;
    const signIn = { email: account.email, password: "the owner's own words" };
    expect((await open.visitor().post("/api/auth/sign-in/email", signIn)).status).toBe(200);
  });
});
