import { describe, expect, test } from "vitest";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeWorld } from "#test/harness/world.ts";

describe("an account", () => {
  test("is created, verified by mail, and can sign in", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const account = await signUp(visitor);
    const earlySignIn = await visitor.post("/api/auth/sign-in/email", account);
    expect(earlySignIn.status).toBe(403);
    const mails = await world.mails();
    expect(mails[0]).toMatchObject({ to: account.email, subject: "Verify your e-mail address" });
    const verified = await visitor.fetch(getLink(mails[0]));
    expect([verified.status, verified.headers.get("location")]).toEqual([302, "/verify-email"]);
    const signedIn = await visitor.post("/api/auth/sign-in/email", account);
    expect(signedIn.status).toBe(200);
    const session = await (await visitor.fetch("/api/auth/get-session")).json();
    expect(session.user).toMatchObject({ email: account.email, emailVerified: true });
  });

  test("with an address that is taken gets the usual response, and the owner gets a mail", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const response = await world.visitor().post("/api/auth/sign-up/email", { ...account, name: "Other" });
    expect(response.status).toBe(200);
    expect((await world.mails())[0]).toMatchObject({ to: account.email, subject: "You already have an account" });
  });

  test("is not remembered after the browser closes when rememberMe is false", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const response = await world.visitor().post("/api/auth/sign-in/email", { ...account, rememberMe: false });
    const cookie = response.headers.getSetCookie().find((line) => line.includes("session_token")) ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).not.toMatch(/Max-Age|Expires/i);
  });

  test("gets a new password through the link of a mail, which ends its sessions", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/request-password-reset", { email: account.email, redirectTo: "/reset-password" });
    const landing = await visitor.fetch(getLink((await world.mails())[0]));
    const token = new URL(landing.headers.get("location") ?? "", world.origin).searchParams.get("token");
    const reset = await visitor.post("/api/auth/reset-password", { newPassword: "another pass phrase", token });
    expect(reset.status).toBe(200);
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
    const secondSignIn = await visitor.post("/api/auth/sign-in/email", { ...account, password: "another pass phrase" });
    expect(secondSignIn.status).toBe(200);
  });

  test("changes its password, and ends the other sessions on request", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const other = world.visitor();
    await other.post("/api/auth/sign-in/email", account);
    const change = { currentPassword: account.password, newPassword: "another pass phrase", revokeOtherSessions: true };
    expect((await visitor.post("/api/auth/change-password", change)).status).toBe(200);
    expect(await (await other.fetch("/api/auth/get-session")).json()).toBeNull();
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).not.toBeNull();
  });

  test("has its session renewed by visits, but only by a response that also renews the cookie", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const { visitor } = await signUpAndSignIn(world);
    const soon = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
    await db.updateTable("session").set({ expiresAt: soon }).execute();
    const getDaysLeft = async () => {
      const { expiresAt } = await db.selectFrom("session").select("expiresAt").executeTakeFirstOrThrow();
      return Math.round((new Date(expiresAt).getTime() - Date.now()) / (24 * 60 * 60 * 1000));
    };
    await visitor.trpc.loadout.list.query({});
    expect(await getDaysLeft()).toBe(3);
    const response = await visitor.fetch("/api/auth/get-session");
    expect(await getDaysLeft()).toBe(30);
    expect(response.headers.getSetCookie().join()).toContain("session_token");
  });

  test("can sign in from a browser that still has the cookie of an ended session", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await world.context.db.deleteFrom("session").execute();
    const response = await visitor.post("/api/auth/sign-in/email", { ...account, rememberMe: false });
    expect(response.headers.getSetCookie().at(-1)).not.toMatch(/Max-Age|Expires/i);
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toMatchObject({
      user: { email: account.email },
    });
  });

  test("cannot use an old cookie after signing out", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const stored = new Map(visitor.cookies);
    await visitor.post("/api/auth/sign-out");
    for (const [name, value] of stored) visitor.cookies.set(name, value);
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  });

  test("has no password and no reset token stored in plain text", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/request-password-reset", { email: account.email });
    const { password } = await world.context.db.selectFrom("account").select("password").executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$/);
    const rows = await world.context.db.selectFrom("verification").selectAll().execute();
    const token = /reset-password\/([^?\s]+)/.exec((await world.mails())[0]?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(24);
    expect(JSON.stringify(rows)).not.toContain(token);
    await visitor.fetch(getLink((await world.mails())[0]));
    expect(JSON.stringify(await world.context.db.selectFrom("budget").selectAll().execute())).not.toContain(token);
  });
});
