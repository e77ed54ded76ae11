// Signing in with a mailed code. The specification's client declares this method (§1), but no call for it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const SEND_CODE = "/api/auth/email-otp/send-verification-otp";
const readRefusal = async (response: Response) => [response.status, (await response.json()).message];
const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();
const signInByCode = (visitor: Visitor, email: string, otp: string) =>
  visitor.post("/api/auth/sign-in/email-otp", { email, otp });

/** Requests a code for the address, and returns the mailed code. */
async function requestCode(email: string): Promise<string> {
  await world.visitor().post(SEND_CODE, { email, type: "sign-in" });
  const mail = (await world.mails()).find(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

const getWrongCode = (code: string): string => (code === "000000" ? "000001" : "000000");

describe("§1 sign-in by e-mail one-time code", () => {
  test("creates a session for the account", async () => {
    const { account } = await signUpAndSignIn(world);
    const visitor = world.visitor();
    const response = await signInByCode(visitor, account.email, await requestCode(account.email));
    expect([response.status, (await response.json()).user.email]).toEqual([200, account.email]);
    expect((await getSession(visitor)).user.email).toBe(account.email);
  });

  test("creates an account with the name of the address if there is none", async () => {
    const visitor = world.visitor();
    await signInByCode(visitor, "newcomer@example.com", await requestCode("newcomer@example.com"));
    expect((await getSession(visitor)).user).toMatchObject({ name: "newcomer", emailVerified: true });
  });

  test("ends the browser's previous session", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const before = (await getSession(visitor)).session.id;
    await signInByCode(visitor, account.email, await requestCode(account.email));
    const sessions = await (await visitor.fetch("/api/auth/list-sessions")).json();
    expect([sessions.length, sessions[0].id === before]).toEqual([1, false]);
  });

  test("merges the guest into the account", async () => {
    const { account } = await signUpAndSignIn(world);
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    const { id } = (await getSession(guest)).user;
    await signInByCode(guest, account.email, await requestCode(account.email));
    expect(await world.context.db.selectFrom("user").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  test("accepts a code only once", async () => {
    const { account } = await signUpAndSignIn(world);
    const code = await requestCode(account.email);
    expect((await signInByCode(world.visitor(), account.email, code)).status).toBe(200);
    expect((await signInByCode(world.visitor(), account.email, code)).status).toBe(400);
  });

  test("accepts a code only once in parallel requests", async () => {
    const { account } = await signUpAndSignIn(world);
    for (let round = 0; round < 3; round += 1) {
      const code = await requestCode(account.email);
      const responses = await Promise.all([1, 2, 3].map(() => signInByCode(world.visitor(), account.email, code)));
      expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test("rejects the code of another address", async () => {
    const { account } = await signUpAndSignIn(world);
    const { account: other } = await signUpAndSignIn(world);
    expect((await signInByCode(world.visitor(), other.email, await requestCode(account.email))).status).toBe(400);
  });

  test("rejects an expired code", async () => {
    const { account } = await signUpAndSignIn(world);
    const code = await requestCode(account.email);
    const past = new Date(Date.now() - 1);
    await world.context.db.updateTable("verification").set({ expiresAt: past }).execute();
    expect(await readRefusal(await signInByCode(world.visitor(), account.email, code))).toEqual([400, "OTP expired"]);
  });

  test("rejects the code after three wrong attempts", async () => {
    const { account } = await signUpAndSignIn(world);
    const code = await requestCode(account.email);
    for (let count = 0; count < 3; count += 1) {
      expect((await signInByCode(world.visitor(), account.email, getWrongCode(code))).status).toBe(400);
    }
    expect((await signInByCode(world.visitor(), account.email, code)).status).toBe(403);
  });

  test("limits an address to ten attempts in 15 minutes over all codes and clients, also in parallel", async () => {
    const { account } = await signUpAndSignIn(world);
    await requestCode(account.email);
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => signInByCode(world.visitor(), account.email, "000000")),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signInByCode(world.visitor(), account.email, await requestCode(account.email))).status).toBe(429);
    world.turnClock(15 * 60_000);
    expect((await signInByCode(world.visitor(), account.email, await requestCode(account.email))).status).toBe(200);
  });

  test("removes the password and the sessions of an account with an unverified address", async () => {
    const attacker = world.visitor();
    const account = await signUp(attacker);
    await signInByCode(world.visitor(), account.email, await requestCode(account.email));
    const response = await attacker.post("/api/auth/sign-in/email", account);
    expect(await readRefusal(response)).toEqual([401, "Invalid email or password"]);
  });

  test("stores neither the code nor the address in plain text", async () => {
    const { account } = await signUpAndSignIn(world);
    const code = await requestCode(account.email);
    const rows = await world.context.db.selectFrom("verification").select(["identifier", "value"]).execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(account.email);
  });

  test("returns the same response with and without an account", async () => {
    const { account } = await signUpAndSignIn(world);
    const responses = await Promise.all(
      [account.email, "no-account@example.com"].map(async (email) => {
        const response = await world.visitor().post(SEND_CODE, { email, type: "sign-in" });
        return [response.status, await response.json()];
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]).toEqual([200, { success: true }]);
  });

  test("rejects a code for another purpose", async () => {
    const response = await world.visitor().post(SEND_CODE, { email: "person@example.com", type: "forget-password" });
    expect(await readRefusal(response)).toEqual([400, "Invalid body parameters"]);
  });
});
