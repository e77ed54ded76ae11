// @shared
// Single-use tokens are used only once by parallel requests, on a database that two servers share.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { addPasskey } from "#test/harness/identity/passkeys.ts";
import {
  makeProviderWorld,
  type ProviderWorld,
  startSignIn,
  visitCallback,
} from "#test/harness/identity/provider-flow.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const ROUNDS = 20;
const PARALLEL_REQUESTS = 20;

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld({}, (options) => makeWorld({ ...options, isFleet: true }));
});
afterAll(() => world[Symbol.asyncDispose]());

type Use = (visitor: Visitor, index: number) => Promise<Response>;
/** A single-use token: `use` tries to use it, in a browser with the cookies of `by`. */
type SingleUse = { by: Visitor; use: Use };

/** Returns the newest mail to the account. */
const findMail = async ({ email }: Account) => (await world.mails()).find(({ to }) => to === email);

const hasSession = (response: Response): boolean =>
  response.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));

/** Returns the responses of parallel tries, each from another IP address. */
async function sendInParallel({ by, use }: SingleUse): Promise<Response[]> {
  const tries = Array.from({ length: PARALLEL_REQUESTS }, (_, index) => {
    return use(moveToNewAddress(by, world), index);
  });
  return Promise.all(tries);
}

const getPassword = (index: number): string => `horse battery number ${index}`;

async function createResetToken(): Promise<SingleUse> {
  const { account } = await signUpAndSignIn(world);
  await world.visitor().post("/api/auth/request-password-reset", { email: account.email });
  const token = new URL(getLink(await findMail(account))).pathname.split("/").at(-1);
  const use: Use = (visitor, index) =>
    visitor.post("/api/auth/reset-password", { token, newPassword: getPassword(index) });
  return { by: world.visitor(), use };
}

async function createCode(): Promise<SingleUse> {
  const { account } = await signUpAndSignIn(world);
  await world.visitor().post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
  const otp = /\b\d{6}\b/.exec((await findMail(account))?.text ?? "")?.[0];
  return {
    by: world.visitor(),
    use: (visitor) => visitor.post("/api/auth/sign-in/email-otp", { email: account.email, otp }),
  };
}

async function createVerificationLink(): Promise<SingleUse> {
  const by = world.visitor();
  const link = getLink(await findMail(await signUp(by)));
  return { by, use: (visitor) => visitor.fetch(link) };
}

async function createChangeLink(): Promise<SingleUse> {
  const { visitor: by, account } = await signUpAndSignIn(world);
  await by.post("/api/auth/change-email", { newEmail: `new-${account.email}` });
  const link = getLink(await findMail(account));
  return { by, use: (visitor) => visitor.fetch(link) };
}

async function createDeletionToken(): Promise<SingleUse> {
  const { visitor: by, account } = await signUpAndSignIn(world);
  await by.post("/api/auth/delete-user");
  const token = new URL(getLink(await findMail(account))).searchParams.get("token");
  return { by, use: (visitor) => visitor.fetch(`/api/auth/delete-user/callback?token=${token}`) };
}

async function createPasskeyChallenge(): Promise<SingleUse> {
  const { visitor } = await signUpAndSignIn(world);
  const { device } = await addPasskey(visitor, world.origin);
  const by = world.visitor();
  const options = await (await by.post("/api/auth/passkey/generate-authenticate-options")).json();
  const response = device.authenticate(options);
  return { by, use: (browser) => browser.post("/api/auth/passkey/verify-authentication", { response }) };
}

async function createProviderState(): Promise<SingleUse> {
  const by = world.visitor();
  const fields = world.providers.consent(await startSignIn(by, "google"), createPerson());
  return { by, use: (visitor) => visitCallback(visitor, "google", fields) };
}

const isOk = ({ status }: Response): boolean => status === 200;
const isRedirectedWithoutError = (response: Response): boolean => !response.headers.get("location")?.includes("error=");

/** Single-use tokens, each with a check whether the response accepted the token. */
const SINGLE_USES: Record<string, readonly [make: () => Promise<SingleUse>, won: (response: Response) => boolean]> = {
  "a reset token": [createResetToken, isOk],
  "a code": [createCode, hasSession],
  "a verification link, which signs in,": [createVerificationLink, hasSession],
  "a link that changes the address": [createChangeLink, isRedirectedWithoutError],
  "a deletion token": [createDeletionToken, ({ status }) => status < 400],
  "a passkey challenge": [createPasskeyChallenge, hasSession],
  "a provider's state": [createProviderState, hasSession],
};

describe.for(Object.entries(SINGLE_USES))("%s", ([, [make, isAccepted]]) => {
  test("is accepted once in 20 parallel requests, in 20 rounds", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const responses = await sendInParallel(await make());
      expect(responses.filter(isAccepted)).toHaveLength(1);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });
});

/** Returns 20 spellings of an address in upper and lower case. */
const getSpellings = (email: string): string[] =>
  Array.from({ length: PARALLEL_REQUESTS }, (_, index) =>
    [...email].map((letter, place) => ((index >> (place % 5)) & 1 ? letter.toUpperCase() : letter)).join(""),
  );

test("of 20 parallel sign-ups with spellings of one address, one creates an account, and all get the same response", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `race-${round}@example.com`;
    const spellings = getSpellings(email);
    const use: Use = (visitor, index) =>
      visitor.post("/api/auth/sign-up/email", { name: "Al", email: spellings[index], password: getPassword(index) });
    const responses = await sendInParallel({ by: world.visitor(), use });
    expect(responses.map(({ status }) => status)).toEqual(Array(PARALLEL_REQUESTS).fill(200));
    const bodies = await Promise.all(responses.map(async (response) => Object.keys((await response.json()).user)));
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
