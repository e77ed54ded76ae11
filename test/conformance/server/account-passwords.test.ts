// The specification's §2, §4, §5, §7, §8 and §9 about choosing a new password, one test per sentence.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getSession, getStatusAndLocation, readRefusal, readStatusAndBody } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;
const MESSAGE = "If this email exists in our system, check your email for the reset link";
const newPassword = "another horse battery";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const requestReset = (email: string, redirectTo?: string) =>
  world.visitor().post("/api/auth/request-password-reset", { email, redirectTo });
const reset = (body: unknown, query = "") => world.visitor().post(`/api/auth/reset-password${query}`, body);
const change = (visitor: Visitor, body: unknown) => visitor.post("/api/auth/change-password", body);
const signIn = (email: string, password: string, visitor = world.visitor()) =>
  visitor.post("/api/auth/sign-in/email", { email, password });
const findResetMails = async (email: string) =>
  (await world.mails()).filter(({ to, subject }) => to === email && subject === "Choose a new password");

/** Signs up a user and requests a password reset; returns the mailed link and its token. */
async function createResetRequest(redirectTo = "/reset-password?a=b") {
  const { visitor, account } = await signUpAndSignIn(world);
  await requestReset(account.email, redirectTo);
  const link = getLink((await findResetMails(account.email))[0]);
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  return { visitor, account, link, token };
}

const findResetToken = async (token: string) =>
  (await world.context.auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`);
const expireToken = async (token: string) => {
  const expiresAt = new Date(Date.now() - 1000);
  const { internalAdapter } = await world.context.auth.$context;
  await internalAdapter.updateVerificationByIdentifier(`reset-password:${token}`, { expiresAt });
};

describe("§5 §7 §8 POST /request-password-reset", () => {
  test(`returns "${MESSAGE}" and mails a link`, async () => {
    const { account } = await signUpAndSignIn(world);
    expect(await readStatusAndBody(await requestReset(account.email))).toEqual([
      200,
      { status: true, message: MESSAGE },
    ]);
    expect(await findResetMails(account.email)).toHaveLength(1);
  });

  test(`returns "${MESSAGE}" for an unknown address and sends no mail`, async () => {
    expect(await readStatusAndBody(await requestReset("no-one@example.com"))).toEqual([
      200,
      { status: true, message: MESSAGE },
    ]);
    expect(await findResetMails("no-one@example.com")).toEqual([]);
  });

  test.for([{}, { email: "" }, { email: "al" }, { email: 1 }])("an e-mail is required: not %j", async (body) => {
    const response = await world.visitor().post("/api/auth/request-password-reset", body);
    expect(await readRefusal(response)).toEqual([400, "Invalid body parameters"]);
  });

  test("mails a link that redirects to redirectTo", async () => {
    const { link, token } = await createResetRequest("/reset-password?a=b");
    expect(getStatusAndLocation(await world.visitor().fetch(link))[1]).toBe(
      `${world.origin}/reset-password?a=b&token=${token}`,
    );
  });
});

describe("§2 §7 §8 GET /reset-password/{token}", () => {
  const follow = (token: string, query = "?callbackURL=/reset-password") =>
    world.visitor().fetch(`/api/auth/reset-password/${token}${query}`);
  const getRefusal = (): unknown => [302, `${world.origin}/reset-password?error=INVALID_TOKEN`];

  test("redirects to the callback with the token", async () => {
    const { token } = await createResetRequest();
    expect(getStatusAndLocation(await follow(token))).toEqual([302, `${world.origin}/reset-password?token=${token}`]);
  });

  test("does not use up the token", async () => {
    const { token } = await createResetRequest();
    await follow(token);
    expect(getStatusAndLocation(await follow(token))).toEqual([302, `${world.origin}/reset-password?token=${token}`]);
  });

  test("redirects to the callback with INVALID_TOKEN for an unknown token", async () => {
    expect(getStatusAndLocation(await follow("unknown"))).toEqual(getRefusal());
  });

  test("redirects to the callback with INVALID_TOKEN for an expired token", async () => {
    const { token } = await createResetRequest();
    await expireToken(token);
    expect(getStatusAndLocation(await follow(token))).toEqual(getRefusal());
  });

  test("callbackURL is required", async () => {
    const { token } = await createResetRequest();
    const response = await follow(token, "");
    const { message, details } = await response.json();
    expect([response.status, message]).toEqual([400, "Invalid query parameters"]);
    // The response names the parameter, and the token is still valid afterwards.
    expect(JSON.stringify(details)).toContain("callbackURL");
    expect(getStatusAndLocation(await follow(token))).toEqual([302, `${world.origin}/reset-password?token=${token}`]);
  });
});

describe("§4 §7 §8 POST /reset-password", () => {
  test("returns status, and replaces the password", async () => {
    const { account, token } = await createResetRequest();
    expect(await readStatusAndBody(await reset({ newPassword, token }))).toEqual([200, { status: true }]);
    expect((await signIn(account.email, newPassword)).status).toBe(200);
    expect((await signIn(account.email, account.password)).status).toBe(401);
  });

  test("also accepts the token in the query", async () => {
    const { account, token } = await createResetRequest();
    expect((await reset({ newPassword }, `?token=${token}`)).status).toBe(200);
    expect((await signIn(account.email, newPassword)).status).toBe(200);
  });

  test("a reset token is deleted after a successful reset", async () => {
    const { token } = await createResetRequest();
    expect(await findResetToken(token)).not.toBeNull();
    await reset({ newPassword, token });
    expect(await findResetToken(token)).toBeNull();
    expect(await readRefusal(await reset({ newPassword, token }))).toEqual([400, "Invalid token"]);
  });

  test("a reset token remains valid after a refused password", async () => {
    const { token } = await createResetRequest();
    expect((await reset({ newPassword: "short", token })).status).toBe(400);
    expect((await reset({ newPassword, token })).status).toBe(200);
  });

  test("a reset token is rejected with Invalid token after its expiry", async () => {
    const { account, token } = await createResetRequest();
    await expireToken(token);
    expect(await readRefusal(await reset({ newPassword, token }))).toEqual([400, "Invalid token"]);
    expect((await signIn(account.email, account.password)).status).toBe(200);
  });

  test("returns Invalid token without a token", async () => {
    expect(await readRefusal(await reset({ newPassword }))).toEqual([400, "Invalid token"]);
  });

  test("ends all sessions of the user", async () => {
    const { visitor, token } = await createResetRequest();
    await reset({ newPassword, token });
    expect(await getSession(visitor)).toBeNull();
  });
});

describe("§4 §7 §8 POST /change-password", () => {
  test("returns user and a null token, and does not end the other sessions", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const other = world.visitor();
    await signIn(account.email, account.password, other);
    const response = await change(visitor, { newPassword, currentPassword: account.password });
    expect(await readStatusAndBody(response)).toEqual([200, { token: null, user }]);
    expect(await getSession(other)).not.toBeNull();
    expect((await signIn(account.email, newPassword)).status).toBe(200);
  });

  test("change password with revokeOtherSessions deletes all sessions and creates a new one", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const other = world.visitor();
    await signIn(account.email, account.password, other);
    const body = { newPassword, currentPassword: account.password, revokeOtherSessions: true };
    const { token } = await (await change(visitor, body)).json();
    const rows = world.context.db.selectFrom("session").select("token").where("userId", "=", user.id);
    expect(await rows.execute()).toEqual([{ token }]);
    expect([(await getSession(visitor)).session.token, await getSession(other)]).toEqual([token, null]);
  });

  test("returns Invalid password for a wrong current password, and changes nothing", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await change(visitor, { newPassword, currentPassword: "not the password" });
    expect(await readRefusal(response)).toEqual([400, "Invalid password"]);
    expect((await signIn(account.email, account.password)).status).toBe(200);
  });

  test("returns Credential account not found for a guest", async () => {
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    const response = await change(guest, { newPassword, currentPassword: "any horse battery" });
    expect(await readRefusal(response)).toEqual([400, "Credential account not found"]);
  });
});

describe("§5 §8 the length of a new password", () => {
  const LENGTHS = [
    [7, [400, "Password too short"]],
    [8, [200, undefined]],
    [128, [200, undefined]],
    [129, [400, "Password too long"]],
  ] as const;
  const createPassword = (length: number) => "q7#Lw2!x".repeat(17).slice(0, length);

  test.for(LENGTHS)("a reset to %i characters returns %j", async ([length, expected]) => {
    const { token } = await createResetRequest();
    expect(await readRefusal(await reset({ newPassword: createPassword(length), token }))).toEqual(expected);
  });

  test.for(LENGTHS)("a change to %i characters returns %j", async ([length, expected]) => {
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await change(visitor, { newPassword: createPassword(length), currentPassword: account.password });
    expect(await readRefusal(response)).toEqual(expected);
  });

  test.for(LENGTHS)("a call of setPassword with %i characters returns %j", async ([length, expected]) => {
    const { visitor } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const { db, auth } = world.context;
    await db.updateTable("account").set({ password: null }).where("userId", "=", user.id).execute();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = { newPassword: createPassword(length) };
    const response = await auth.api.setPassword({ body, headers: new Headers({ cookie }), asResponse: true });
    expect(await readRefusal(response)).toEqual(expected);
  });
});

test("§8 account.setPassword returns user already has a password", async () => {
  const { visitor, account } = await signUpAndSignIn(world);
  await expect(visitor.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
    message: "user already has a password",
  });
  expect((await signIn(account.email, account.password)).status).toBe(200);
});

test("§3 §9 a verification value is reset-password:{token}: a reset token has 24 characters and expires after an hour", async () => {
  const { visitor, token } = await createResetRequest();
  const stored = await findResetToken(token);
  expect(token).toHaveLength(24);
  expect(stored?.value).toBe((await getSession(visitor)).user.id);
  const remainingMs = new Date(stored?.expiresAt ?? 0).getTime() - Date.now();
  expect(Math.abs(remainingMs - HOUR_MS)).toBeLessThan(HOUR_MS / 60);
});
