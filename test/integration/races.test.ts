// @shared
// What may be used once is used once, however many try at the same moment, on a database that two servers share.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, linkIn, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { addPasskey } from "#test/harness/identity/passkeys.ts";
import { comeBack, leave, makeProviderWorld, type ProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const ROUNDS = 20;
const AT_ONCE = 20;

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, isFleet: true }));
});
afterAll(() => world[Symbol.asyncDispose]());

type Use = (visitor: Visitor, index: number) => Promise<Response>;
/** One try to use what may be used once, by a browser that has the cookies of `by`. */
type Chance = { by: Visitor; use: Use };

/** What was mailed to the address last. */
const mailTo = async ({ email }: Account) => (await world.mails()).find(({ to }) => to === email);

const hasSession = (answer: Response): boolean =>
  answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));

/** What 20 at once are answered; each comes from a client address of its own. */
async function together({ by, use }: Chance): Promise<Response[]> {
  const tries = Array.from({ length: AT_ONCE }, (_, index) => {
    return use(elsewhere(by, world), index);
  });
  return Promise.all(tries);
}

const getPassword = (index: number): string => `horse battery number ${index}`;

async function resetToken(): Promise<Chance> {
  const { account } = await signUpAndIn(world);
  await world.visitor().post("/api/auth/request-password-reset", { email: account.email });
  const token = new URL(linkIn(await mailTo(account))).pathname.split("/").at(-1);
  const use: Use = (visitor, index) =>
    visitor.post("/api/auth/reset-password", { token, newPassword: getPassword(index) });
  return { by: world.visitor(), use };
}

async function code(): Promise<Chance> {
  const { account } = await signUpAndIn(world);
  await world.visitor().post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
  const otp = /\b\d{6}\b/.exec((await mailTo(account))?.text ?? "")?.[0];
  return {
    by: world.visitor(),
    use: (visitor) => visitor.post("/api/auth/sign-in/email-otp", { email: account.email, otp }),
  };
}

async function verificationLink(): Promise<Chance> {
  const by = world.visitor();
  const link = linkIn(await mailTo(await signUp(by)));
  return { by, use: (visitor) => visitor.fetch(link) };
}

async function changeLink(): Promise<Chance> {
  const { visitor: by, account } = await signUpAndIn(world);
  await by.post("/api/auth/change-email", { newEmail: `new-${account.email}` });
  const link = linkIn(await mailTo(account));
  return { by, use: (visitor) => visitor.fetch(link) };
}

async function deletionToken(): Promise<Chance> {
  const { visitor: by, account } = await signUpAndIn(world);
  await by.post("/api/auth/delete-user");
  const token = new URL(linkIn(await mailTo(account))).searchParams.get("token");
  return { by, use: (visitor) => visitor.fetch(`/api/auth/delete-user/callback?token=${token}`) };
}

async function passkeyChallenge(): Promise<Chance> {
  const { visitor } = await signUpAndIn(world);
  const { device } = await addPasskey(visitor, world.origin);
  const by = world.visitor();
  const options = await (await by.post("/api/auth/passkey/generate-authenticate-options")).json();
  const response = device.authenticate(options);
  return { by, use: (browser) => browser.post("/api/auth/passkey/verify-authentication", { response }) };
}

async function providerState(): Promise<Chance> {
  const by = world.visitor();
  const fields = world.providers.consent(await leave(by, "google"), aPerson());
  return { by, use: (visitor) => comeBack(visitor, "google", fields) };
}

const isOk = ({ status }: Response): boolean => status === 200;
const leadsOn = (answer: Response): boolean => !answer.headers.get("location")?.includes("error=");

/** Single-use tokens, each with a check of whether a response shows that it was used. */
const CHANCES: Record<string, readonly [make: () => Promise<Chance>, won: (answer: Response) => boolean]> = {
  "a reset token": [resetToken, isOk],
  "a code": [code, hasSession],
  "a verification link, which signs in,": [verificationLink, hasSession],
  "a link that changes the address": [changeLink, leadsOn],
  "a deletion token": [deletionToken, ({ status }) => status < 400],
  "a passkey challenge": [passkeyChallenge, hasSession],
  "a provider's state": [providerState, hasSession],
};

describe.for(Object.entries(CHANCES))("%s", ([, [make, won]]) => {
  test("is used once by 20 at once, 20 times over", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await together(await make());
      expect(answers.filter(won)).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });
});

/** The same address in 20 spellings of its case. */
const getSpellings = (email: string): string[] =>
  Array.from({ length: AT_ONCE }, (_, index) =>
    [...email].map((letter, place) => ((index >> (place % 5)) & 1 ? letter.toUpperCase() : letter)).join(""),
  );

test("a new address, however it is spelt, goes to one of 20 users at once, and all get the same response, 20 times over", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `race-${round}@example.com`;
    const spellings = getSpellings(email);
    const use: Use = (visitor, index) =>
      visitor.post("/api/auth/sign-up/email", { name: "Al", email: spellings[index], password: getPassword(index) });
    const answers = await together({ by: world.visitor(), use });
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const bodies = await Promise.all(answers.map(async (answer) => Object.keys((await answer.json()).user)));
    expect(new Set(bodies.map(String)).size).toBe(1);
    const users = await db.selectFrom("user").select("id").where("email", "=", email).execute();
    expect(users).toHaveLength(1);
    const accounts = await db
      .selectFrom("account")
      .select("id")
      .where("userId", "=", users[0]?.id ?? "")
      .execute();
    expect(accounts).toHaveLength(1);
  }
});
