// The protection of accounts against attackers: limited attempts, rejected common passwords, expiring links,
// notification mails.
import { describe, expect, test } from "vitest";
import { getLink, signUpAndSignIn } from "#test/harness/accounts.ts";
import { addPasskey } from "#test/harness/identity/passkeys.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const WRONG = "wrong horse battery";
const MINUTE_MS = 60_000;
const readRefusal = async (response: Response) => [response.status, (await response.json()).message];
const signIn = (visitor: Visitor, email: string, password: string) =>
  visitor.post("/api/auth/sign-in/email", { email, password });

/** Sends wrong passwords, each from another client. */
const guessPasswords = (world: World, email: string, times: number): Promise<Response[]> =>
  Promise.all(Array.from({ length: times }, () => signIn(world.visitor(), email, WRONG)));

const getStatuses = (responses: readonly Response[]) => responses.map(({ status }) => status).toSorted();

describe("password attempts", () => {
  test.for(["an existing", "an unknown"])("are limited to 20 in 15 minutes on %s account", async (whose) => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const email = whose === "an unknown" ? "unknown@example.com" : account.email;
    const responses = await guessPasswords(world, email, 30);
    expect(getStatuses(responses)).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    world.turnClock(15 * MINUTE_MS);
    expect((await signIn(world.visitor(), email, WRONG)).status).toBe(401);
  });

  test("from a browser that signed in before are not limited", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/sign-out");
    await guessPasswords(world, account.email, 21);
    expect((await signIn(world.visitor(), account.email, account.password)).status).toBe(429);
    expect((await signIn(visitor, account.email, account.password)).status).toBe(200);
  });

  test("are counted from zero after a success", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    await guessPasswords(world, account.email, 19);
    expect((await signIn(world.visitor(), account.email, account.password)).status).toBe(200);
    expect(getStatuses(await guessPasswords(world, account.email, 20))).toEqual(Array(20).fill(401));
  });

  test("lock the account after 100 failures in a row, until the password is reset", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    for (let round = 0; round < 5; round += 1) {
      await guessPasswords(world, account.email, 20);
      world.turnClock(15 * MINUTE_MS);
    }
    const [status, message] = await readRefusal(await signIn(world.visitor(), account.email, account.password));
    expect([status, message]).toEqual([
      403,
      "Too many wrong passwords were tried. Choose a new one with “Forgot password”.",
    ]);
    await resetPassword(world, account.email, "another horse battery");
    expect((await signIn(world.visitor(), account.email, "another horse battery")).status).toBe(200);
  });
});

async function requestReset(world: World, email: string): Promise<string> {
  await world.visitor().post("/api/auth/request-password-reset", { email, redirectTo: "/reset-password" });
  const mail = (await world.mails()).find(({ to, subject }) => to === email && subject === "Choose a new password");
  const response = await world.visitor().fetch(getLink(mail));
  return new URL(response.headers.get("location") ?? "", world.origin).searchParams.get("token") ?? "";
}

const sendReset = (world: World, token: string, newPassword: string) =>
  world.visitor().post("/api/auth/reset-password", { token, newPassword });

async function resetPassword(world: World, email: string, newPassword: string): Promise<void> {
  const response = await sendReset(world, await requestReset(world, email), newPassword);
  expect(response.status).toBe(200);
}

describe("a common password is refused", () => {
  const REFUSAL = [400, "This password is too easy to guess. Choose another one."];

  test.for(["password123", "PASSWORD123", "fieldlocker1", "someone@example.com"])(
    "at sign-up: %s",
    async (password) => {
      await using world = await makeWorld();
      const person = { name: "Someone", email: "someone@example.com", password };
      expect(await readRefusal(await world.visitor().post("/api/auth/sign-up/email", person))).toEqual(REFUSAL);
    },
  );

  test("when one is changed or reset", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const change = { currentPassword: account.password, newPassword: "password123" };
    expect(await readRefusal(await visitor.post("/api/auth/change-password", change))).toEqual(REFUSAL);
    const token = await requestReset(world, account.email);
    expect(await readRefusal(await sendReset(world, token, "password123"))).toEqual(REFUSAL);
    expect((await sendReset(world, token, "another horse battery")).status).toBe(200);
  });
});

describe("a password reset link", () => {
  test("is invalid once another is requested", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const first = await requestReset(world, account.email);
    const second = await requestReset(world, account.email);
    expect((await sendReset(world, first, "another horse battery")).status).toBe(400);
    expect((await sendReset(world, second, "another horse battery")).status).toBe(200);
  });

  test("is invalid after a change of password", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const token = await requestReset(world, account.email);
    const change = { currentPassword: account.password, newPassword: "another horse battery" };
    expect((await visitor.post("/api/auth/change-password", change)).status).toBe(200);
    expect((await sendReset(world, token, "a third horse battery")).status).toBe(400);
  });

  test("is invalid after a change of address", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const token = await requestReset(world, account.email);
    await visitor.post("/api/auth/change-email", { newEmail: "other@example.com" });
    await visitor.fetch(
      getLink((await world.mails()).find(({ subject }) => subject === "Confirm your new e-mail address")),
    );
    expect((await sendReset(world, token, "another horse battery")).status).toBe(400);
  });
});

describe("the owner is notified by mail, at the previous address,", () => {
  const listSubjects = async (world: World, email: string) =>
    (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

  test("of a new password, changed or reset", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const change = {
      currentPassword: account.password,
      newPassword: "another horse battery",
      revokeOtherSessions: true,
    };
    await visitor.post("/api/auth/change-password", change);
    expect(await listSubjects(world, account.email)).toContain("Your password was changed");
    await resetPassword(world, account.email, "a third horse battery");
    expect((await listSubjects(world, account.email)).filter((it) => it === "Your password was changed")).toHaveLength(
      2,
    );
  });

  test("of a passkey added and removed", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { id } = await (await addPasskey(visitor, world.origin)).response.json();
    expect(await listSubjects(world, account.email)).toContain("A passkey was added");
    await visitor.post("/api/auth/passkey/delete-passkey", { id });
    expect(await listSubjects(world, account.email)).toContain("A passkey was removed");
  });

  test("of another address", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/change-email", { newEmail: "other@example.com" });
    await visitor.fetch(getLink((await world.mails())[0]));
    expect(await listSubjects(world, account.email)).toContain("Your e-mail address was changed");
    expect(await listSubjects(world, "other@example.com")).not.toContain("Your e-mail address was changed");
  });
});

describe("a mailbox", () => {
  /** Uses up the number of mails a minute that anyone can request for the address. */
  async function exhaustQuota(world: World, email: string): Promise<void> {
    for (let count = 0; count < 8; count += 1) {
      await world.visitor().post("/api/auth/request-password-reset", { email });
    }
  }
  const getSubjects = async (world: World, email: string) =>
    (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  const countSubject = (subjects: readonly string[], subject: string) => subjects.filter((it) => it === subject).length;

  test("gets every security notice, however many mails others requested for it", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    for (let day = 0; day < 5; day += 1) {
      await exhaustQuota(world, account.email);
      world.turnClock(MINUTE_MS);
    }
    await visitor.post("/api/auth/sign-in/email", account);
    const changes = 7;
    for (let count = 0; count < changes; count += 1) {
      const { id } = await (await addPasskey(visitor, world.origin)).response.json();
      await visitor.post("/api/auth/passkey/delete-passkey", { id });
    }
    const subjects = await getSubjects(world, account.email);
    expect(countSubject(subjects, "A passkey was added")).toBe(changes);
    expect(countSubject(subjects, "A passkey was removed")).toBe(changes);
  });

  test("gets one notice when a reset sets a first password", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    await world.context.db.deleteFrom("account").execute();
    world.turnClock(2 * MINUTE_MS);
    await resetPassword(world, account.email, "another horse battery");
    const subjects = await getSubjects(world, account.email);
    expect(subjects.slice(0, 1)).toEqual(["Your password was changed"]);
    expect(subjects).not.toContain("A password was set");
  });

  test("has a second quota of the same size for mails that its signed-in owner requests", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await exhaustQuota(world, account.email);
    const ask = () => visitor.post("/api/auth/delete-user");
    for (let count = 0; count < 8; count += 1) expect((await ask()).status).toBe(200);
    expect(countSubject(await getSubjects(world, account.email), "Delete your account")).toBe(5);
    const others = ["/api/auth/change-email", "/api/auth/request-password-reset"];
    world.turnClock(MINUTE_MS);
    await exhaustQuota(world, account.email);
    // Mails are sent after the response. The verification mail was one of the five in the first minute.
    await expect
      .poll(async () => countSubject(await getSubjects(world, account.email), "Choose a new password"))
      .toBe(9);
    const before = (await getSubjects(world, account.email)).length;
    for (const path of others) await visitor.post(path, { email: account.email, newEmail: "other@example.com" });
    expect((await getSubjects(world, account.email)).length).toBe(before + others.length);
    for (let minute = 0; minute < 6; minute += 1) {
      world.turnClock(MINUTE_MS);
      await visitor.post("/api/auth/sign-in/email", account);
      for (let count = 0; count < 5; count += 1) await ask();
    }
    expect(countSubject(await getSubjects(world, account.email), "Delete your account")).toBe(20 - others.length);
  });

  test("that a user changes to counts the requests of that user in the public quota", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await exhaustQuota(world, "victim@example.com");
    for (let count = 0; count < 5; count += 1) {
      await world
        .visitor()
        .post("/api/auth/email-otp/send-verification-otp", { email: "victim@example.com", type: "sign-in" });
    }
    const before = (await getSubjects(world, "victim@example.com")).length;
    await visitor.post("/api/auth/change-email", { newEmail: "victim@example.com" });
    await visitor.fetch(getLink((await world.mails()).find(({ to }) => to === account.email)));
    expect((await getSubjects(world, "victim@example.com")).length).toBe(before);
  });

  test("whose address is unproven counts the requests of the session in the public quota", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { email } = account;
    // Simulates a change of the address whose link was opened in another browser.
    await world.context.db.updateTable("user").set({ addressProvenAt: null }).execute();
    await exhaustQuota(world, email);
    const before = (await getSubjects(world, email)).length;
    const ask = (path: string, type?: string) => visitor.post(`/api/auth/${path}`, { email, type });
    await ask("request-password-reset");
    await ask("email-otp/send-verification-otp", "sign-in");
    expect((await visitor.post("/api/auth/delete-user")).status).toBe(200);
    expect((await getSubjects(world, email)).length).toBe(before);
  });

  test("gets at most five mails a minute and twenty a day of all kinds that anyone can request", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const ask = (kind: number) =>
      kind % 2
        ? world.visitor().post("/api/auth/request-password-reset", { email: account.email })
        : world.visitor().post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
    const count = async () => (await world.mails()).filter(({ to }) => to === account.email).length;
    for (let round = 0; round < 6; round += 1) {
      const responses = await Promise.all(Array.from({ length: 8 }, (_, kind) => ask(kind)));
      expect(getStatuses(responses)).toEqual(Array(8).fill(200));
      expect(await count()).toBe(Math.min(20, 5 * (round + 1)));
      world.turnClock(MINUTE_MS);
    }
    world.turnClock(24 * 60 * MINUTE_MS);
    await ask(0);
    expect(await count()).toBe(21);
  });
});

test("under https each cookie is bound to this host and to secure connections", async () => {
  const origin = "https://locker.example";
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "locker@locker.example" };
  const environment = { ORIGIN: origin, SECRET: "Zx81-uT5g-Qm0r-7Lw2-eK9d-Vb4n-Ys6a", ...mail };
  await using world = await makeWorld({ environment, listen: false });
  const headers = { origin, "content-type": "application/json" };
  const request = new Request(`${origin}/api/auth/sign-in/anonymous`, { method: "POST", headers, body: "{}" });
  const [cookie = ""] = (await world.context.auth.handler(request)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-fieldlocker\.session_token=/);
  const attributes = cookie.toLowerCase().split("; ").slice(1);
  expect(attributes).toEqual(expect.arrayContaining(["path=/", "httponly", "secure", "samesite=lax"]));
  expect(attributes.filter((part) => part.startsWith("domain="))).toEqual([]);
});
