// The specification's §7 with the related parts of §5, §6 and §8 (sessions, lists and messages), one test per sentence.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§6 §7 §8 revoking one session by POST /revoke-session", () => {
  test("returns status true, and ends the session", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const other = world.visitor();
    const { token } = await (await other.post("/api/auth/sign-in/email", account)).json();
    const response = await visitor.post("/api/auth/revoke-session", { token });
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    expect(await (await other.fetch("/api/auth/get-session")).json()).toBeNull();
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).not.toBeNull();
  });

  test("clears the cookie when the caller revokes the current session", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { session } = await (await visitor.fetch("/api/auth/get-session")).json();
    expect((await visitor.post("/api/auth/revoke-session", { token: session.token })).status).toBe(200);
    expect(visitor.cookies.has("fieldlocker.session_token")).toBe(false);
  });

  test("returns 400 Session not found for an unknown token", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/revoke-session", { token: "unknown" });
    expect([response.status, (await response.json()).message]).toEqual([400, "Session not found"]);
  });

  test("returns 401 UNAUTHORIZED for another user's token, and does not end that user's session", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { visitor: other } = await signUpAndSignIn(world);
    const { session } = await (await other.fetch("/api/auth/get-session")).json();
    const response = await visitor.post("/api/auth/revoke-session", { token: session.token });
    expect([response.status, (await response.json()).code]).toEqual([401, "UNAUTHORIZED"]);
    expect(await (await other.fetch("/api/auth/get-session")).json()).not.toBeNull();
  });

  test("returns 401 UNAUTHORIZED without a session", async () => {
    expect((await world.visitor().post("/api/auth/revoke-session", { token: "x" })).status).toBe(401);
  });
});

describe("§4 §6 §7 §8 signing out by POST /sign-out", () => {
  test("sign-out needs a session cookie, else Failed to get session", async () => {
    const response = await world.visitor().post("/api/auth/sign-out");
    expect([response.status, (await response.json()).message]).toEqual([400, "Failed to get session"]);
  });

  test("sign-out needs a session cookie that is signed", async () => {
    const visitor = world.visitor();
    visitor.cookies.set("fieldlocker.session_token", "forged.signature");
    expect((await visitor.post("/api/auth/sign-out")).status).toBe(400);
  });

  test("deletes the session and clears the cookies", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/sign-out");
    expect([response.status, (await response.json()).success]).toEqual([200, true]);
    expect(visitor.cookies.has("fieldlocker.session_token")).toBe(false);
  });

  test("also clears the cookies of a session that has ended", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const user = await world.context.db
      .selectFrom("user")
      .select("id")
      .where("email", "=", account.email)
      .executeTakeFirstOrThrow();
    await world.context.db.deleteFrom("session").where("userId", "=", user.id).execute();
    expect((await visitor.post("/api/auth/sign-out")).status).toBe(200);
  });
});

describe("§3 §7 GET /list-accounts", () => {
  test("exposes id, providerId, createdAt, updatedAt, accountId and scopes", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const [account] = await (await visitor.fetch("/api/auth/list-accounts")).json();
    const fields = ["accountId", "createdAt", "id", "providerId", "scopes", "updatedAt"];
    expect(Object.keys(account).toSorted()).toEqual(fields);
    expect(account).toMatchObject({ providerId: "credential", scopes: [] });
  });
});

describe("§5 §7 §8 POST /forget-password", () => {
  test("returns the same response as request-password-reset, and mails a valid link", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const request = { email: account.email, redirectTo: "/reset-password" };
    const response = await visitor.post("/api/auth/forget-password", request);
    const forgotPassword = [response.status, await response.json()];
    const mail = await getNewestMail(account, world);
    expect(mail).toMatchObject({ subject: "Choose a new password" });
    expect((await visitor.fetch(getLink(mail))).headers.get("location")).toMatch(/\/reset-password\?token=.{24}$/);
    const resetRequest = await visitor.post("/api/auth/request-password-reset", request);
    expect(forgotPassword).toEqual([resetRequest.status, await resetRequest.json()]);
  });

  test('returns "If this email exists in our system, check your email for the reset link" for an unknown address', async () => {
    const response = await world.visitor().post("/api/auth/forget-password", { email: "unknown@example.com" });
    const message = "If this email exists in our system, check your email for the reset link";
    expect([response.status, await response.json()]).toEqual([200, { status: true, message }]);
  });

  test("an e-mail is required", async () => {
    expect((await world.visitor().post("/api/auth/forget-password")).status).toBe(400);
  });

  test("rejects redirect targets of another origin with Invalid redirectURL", async () => {
    const request = { email: "al@example.com", redirectTo: "https://evil.example/" };
    const response = await world.visitor().post("/api/auth/forget-password", request);
    expect([response.status, (await response.json()).message]).toEqual([403, "Invalid redirectURL"]);
  });
});

describe("§5 §8 an invalid request", () => {
  test("returns Invalid body parameters, and names the parameter in the details", async () => {
    const response = await world.visitor().post("/api/auth/send-verification-email", { email: "al" });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "INVALID_BODY", message: "Invalid body parameters", details: expect.stringContaining("[body.email]") },
    ]);
  });

  test("returns Invalid query parameters, and names the parameter in the details", async () => {
    const response = await world.visitor().fetch("/api/auth/verify-email");
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "INVALID_QUERY", message: "Invalid query parameters", details: expect.stringContaining("[query.token]") },
    ]);
  });

  test("sign-in rejects an invalid e-mail with Invalid email", async () => {
    const response = await world.visitor().post("/api/auth/sign-in/email", { email: "al", password: "x" });
    expect([response.status, (await response.json()).message]).toEqual([400, "Invalid email"]);
  });
});

describe("§5 §7 §8 POST /send-verification-email for a signed-in user", () => {
  test("sends a mail to the user's own unverified address", async () => {
    await using otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
    const visitor = otherWorld.visitor();
    const { email } = await signUp(visitor);
    const response = await visitor.post("/api/auth/send-verification-email", { email });
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    expect(await otherWorld.mails()).toHaveLength(2);
  });

  test('rejects a verified address with "You can only send a verification email to an unverified email."', async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/send-verification-email", { email: account.email });
    const { message } = await response.json();
    expect([response.status, message]).toEqual([400, "You can only send a verification email to an unverified email."]);
  });

  test('rejects another address with "You can only send a verification email to your own email."', async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/send-verification-email", { email: "other@example.com" });
    const { message } = await response.json();
    expect([response.status, message]).toEqual([400, "You can only send a verification email to your own email."]);
  });
});

test('§8 a sign-up with a taken address returns "User already exists. Use another email." if verification is optional', async () => {
  await using otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
  const account = await signUp(otherWorld.visitor());
  const response = await otherWorld.visitor().post("/api/auth/sign-up/email", account);
  expect([response.status, (await response.json()).message]).toEqual([422, "User already exists. Use another email."]);
});
