// @rest @alone
// Neither a response nor its duration reveals whether an address has an account.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswordHasher } from "#server/auth/credentials/password.ts";
import { type Account, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/**
 * A pair is one call for an address with an account and one for an address without. A run compares sixteen durations, two
 * per call. A single test of each at 0.01 would fail one of seven runs although nothing is revealed (1 - 0.99^16). Therefore a
 * first measurement only selects suspicious durations. A second measurement, of twice as many pairs with other addresses, has to
 * confirm the same direction: by chance, one of 600 runs fails (16 * 0.05 * 0.002). Two tests at 0.01 would fail as rarely but
 * detect less: when the account takes longer in 65 of 100 pairs, they find one of six cases instead of one of two.
 */
const PAIRS = 70;
const SUSPICIOUS_PROBABILITY = 0.05;
const CONFIRMING_PAIRS = 140;
/** One-sided. */
const CONFIRMING_PROBABILITY = 0.002;
const PASSWORD = "correct horse battery";

let world: World;
let addressCount = 0;
beforeAll(async () => {
  world = await makeWorld({ passwords: createPasswordHasher(), environment: { CALLS_PER_MINUTE: "1000000" } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** The calls about an address, and whether the address of the account is verified. */
const CALLS: Record<string, readonly [path: string, body: object, isVerified: boolean]> = {
  "a sign-in": ["sign-in/email", { password: "wrong horse battery" }, true],
  "a sign-in to an account that is not verified": ["sign-in/email", { password: "wrong horse battery" }, false],
  "a sign-up": ["sign-up/email", { name: "Al", password: PASSWORD }, true],
  "asking for a new password": ["request-password-reset", { redirectTo: "/reset-password" }, true],
  "asking for a new password by the older name": ["forget-password", { redirectTo: "/reset-password" }, true],
  "asking for a code": ["email-otp/send-verification-otp", { type: "sign-in" }, true],
  "asking for the mail that verifies": ["send-verification-email", {}, false],
  "a sign-in by passkey": ["passkey/generate-authenticate-options", {}, true],
};

type Answer = { content: string; ms: number; nextMs: number };

/** Makes the call from a new IP address, then requests the session; returns both durations. */
async function sendCall(path: string, body: object, email: string): Promise<Answer> {
  const visitor = world.visitor();
  const startedAt = performance.now();
  const response = await visitor.post(`/api/auth/${path}`, { ...body, email });
  const text = await response.text();
  const endedAt = performance.now();
  await (await visitor.fetch("/api/auth/get-session")).text();
  const nextMs = performance.now() - endedAt;
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "=…"));
  return {
    content: [response.status, normalizeResponse(text, email), ...cookies].join("\n"),
    ms: endedAt - startedAt,
    nextMs,
  };
}

/** Replaces the parts of a response that differ each time: the address, times, ids and challenges. */
const normalizeResponse = (text: string, email: string): string =>
  text
    .replaceAll(email, "ADDRESS")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
    .replace(/"(?:id|challenge)":"[\w-]{20,}"/g, "RANDOM");

/** Returns the two-sided probability of at least `more` heads, or at least `more` tails, among `count` fair coins. */
function getProbability(more: number, count: number): number {
  const uneven = Math.max(more, count - more);
  let [combinations, sum] = [1, 0];
  for (let heads = 0; heads <= count; heads += 1) {
    if (heads >= uneven) sum += combinations;
    combinations = (combinations * (count - heads)) / (heads + 1);
  }
  return Math.min(1, (2 * sum) / 2 ** count);
}

/**
 * Counts how often the call for an account took longer, and how often the session request after it did. The order is random over all
 * calls: in pairs one after the other, the call without an account would more often follow one whose deferred work still runs.
 */
async function measure(path: string, body: object, accounts: readonly Account[]) {
  const calls = accounts.flatMap(({ email }) => {
    addressCount += 1;
    return [
      { email, hasAccount: true, order: Math.random() },
      { email: `unknown-${addressCount}@example.com`, hasAccount: false, order: Math.random() },
    ];
  });
  const responses: (Answer & { hasAccount: boolean })[] = [];
  for (const { email, hasAccount } of calls.toSorted((a, b) => a.order - b.order)) {
    responses.push({ ...(await sendCall(path, body, email)), hasAccount });
  }
  const others = responses.filter(({ hasAccount }) => !hasAccount);
  const pairs = responses.filter(({ hasAccount }) => hasAccount).map((own, index) => [own, others[index]] as const);
  const counts = { call: 0, next: 0 };
  for (const [own, other] of pairs) {
    expect(own.content).toBe(other?.content);
    if (own.ms > (other?.ms ?? 0)) counts.call += 1;
    if (own.nextMs > (other?.nextMs ?? 0)) counts.next += 1;
  }
  return counts;
}

const DURATIONS = ["call", "next"] as const;

test.for(Object.entries(CALLS))(
  "%s gives the same response in the same time with an account and without",
  async ([, [path, body, isVerified]]) => {
    const measureWith = async (pairs: number) => {
      const accounts: Account[] = [];
      while (accounts.length < pairs) {
        accounts.push(isVerified ? (await signUpAndSignIn(world)).account : await signUp(world.visitor()));
      }
      await world.mails();
      return measure(path, body, accounts);
    };
    const first = await measureWith(PAIRS);
    const suspicious = DURATIONS.filter((duration) => getProbability(first[duration], PAIRS) <= SUSPICIOUS_PROBABILITY);
    if (suspicious.length === 0) return;
    const second = await measureWith(CONFIRMING_PAIRS);
    const revealing = suspicious.filter((of) => {
      const sameDirection = first[of] > PAIRS / 2 ? second[of] : CONFIRMING_PAIRS - second[of];
      const isMore = sameDirection > CONFIRMING_PAIRS / 2;
      return isMore && getProbability(sameDirection, CONFIRMING_PAIRS) / 2 <= CONFIRMING_PROBABILITY;
    });
    expect(revealing, `slower with an account in: ${JSON.stringify([first, second])}`).toEqual([]);
  },
);

describe("the sign test", () => {
  test.for([
    [35, 70, 1],
    [54, 70, 0.0000058],
    [53, 70, 0.0000192],
    [24, 30, 0.00143],
    [88, 140, 0.00296],
  ] as const)("%i of %i", ([more, count, expected]) => {
    expect(getProbability(more, count)).toBeCloseTo(expected, 4);
  });
});

test("a password is hashed with argon2id, 19 MiB and two passes", async () => {
  await signUp(world.visitor());
  const { password } = await world.context.db.selectFrom("account").select("password").executeTakeFirstOrThrow();
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
