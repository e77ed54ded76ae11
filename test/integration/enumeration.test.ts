// @rest @alone
// Neither a response nor its duration reveals whether an address has an account.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswordHasher } from "#server/auth/credentials/password.ts";
import { type Account, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/**
 * Each pair asks about two addresses once: one with an account, and one without. A run compares sixteen durations, two of each call: a
 * single test of each at 0.01 would fail in one of seven runs where nothing is revealed (1 - 0.99^16). So a first measurement only
 * selects what is suspicious, and a second one of twice as many pairs with other addresses must show the same direction with a
 * probability that chance alone rarely has: 16 * 0.05 * 0.002 fails one of 600 runs. Two tests at 0.01 would fail as rarely, and miss
 * more: where the account takes longer in 65 of 100 pairs, these find one of two cases, and those one of six.
 */
const PAIRS = 70;
const SUSPICIOUS_PROBABILITY = 0.05;
const CONFIRMING_PAIRS = 140;
/** Of one direction. */
const CONFIRMING_PROBABILITY = 0.002;
const PASSWORD = "correct horse battery";
const SEED = Math.trunc(Math.random() * 2 ** 31);

let world: World;
let people = 0;
beforeAll(async () => {
  world = await makeWorld({ passwords: createPasswordHasher(), environment: { CALLS_PER_MINUTE: "1000000" } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** What is asked about an address, and whether the account that has it is verified. */
const ASKED: Record<string, readonly [path: string, body: object, isVerified: boolean]> = {
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

/** Asks from an address of its own, and for its session right after. */
async function ask(path: string, body: object, email: string): Promise<Answer> {
  const visitor = world.visitor();
  const began = performance.now();
  const answer = await visitor.post(`/api/auth/${path}`, { ...body, email });
  const text = await answer.text();
  const ended = performance.now();
  await (await visitor.fetch("/api/auth/get-session")).text();
  const nextMs = performance.now() - ended;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "=…"));
  return { content: [answer.status, inGeneral(text, email), ...cookies].join("\n"), ms: ended - began, nextMs };
}

/** The answer without what is another one each time: the address, instants, ids, challenges. */
const inGeneral = (text: string, email: string): string =>
  text
    .replaceAll(email, "ADDRESS")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
    .replace(/"(?:id|challenge)":"[\w-]{20,}"/g, "RANDOM");

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The probability of a result as uneven as `more` of `count` fair coins, in either direction. */
function getProbability(more: number, count: number): number {
  const uneven = Math.max(more, count - more);
  let [ways, sum] = [1, 0];
  for (let heads = 0; heads <= count; heads += 1) {
    if (heads >= uneven) sum += ways;
    ways = (ways * (count - heads)) / (heads + 1);
  }
  return Math.min(1, (2 * sum) / 2 ** count);
}

const random = createRandom(SEED);

/** How often the call about an account took longer, and how often the one after it did. */
async function measure(path: string, body: object, accounts: readonly Account[]) {
  let [slower, nextSlower] = [0, 0];
  for (const { email } of accounts) {
    people += 1;
    const other = `unknown-${people}@example.com`;
    const isFirst = random() < 0.5;
    const one = await ask(path, body, isFirst ? email : other);
    const two = await ask(path, body, isFirst ? other : email);
    expect(one.content).toBe(two.content);
    if (isFirst ? one.ms > two.ms : two.ms > one.ms) slower += 1;
    if (isFirst ? one.nextMs > two.nextMs : two.nextMs > one.nextMs) nextSlower += 1;
  }
  return { call: slower, next: nextSlower };
}

const DURATIONS = ["call", "next"] as const;

test.for(Object.entries(ASKED))(
  "%s gives the same response in the same time with an account and without",
  async ([, [path, body, isVerified]]) => {
    const measureWith = async (pairs: number) => {
      const accounts: Account[] = [];
      while (accounts.length < pairs) {
        accounts.push(isVerified ? (await signUpAndIn(world)).account : await signUp(world.visitor()));
      }
      await world.mails();
      return measure(path, body, accounts);
    };
    const first = await measureWith(PAIRS);
    const suspicious = DURATIONS.filter((of) => getProbability(first[of], PAIRS) <= SUSPICIOUS_PROBABILITY);
    if (suspicious.length === 0) return;
    const second = await measureWith(CONFIRMING_PAIRS);
    const revealing = suspicious.filter((of) => {
      const sameDirection = first[of] > PAIRS / 2 ? second[of] : CONFIRMING_PAIRS - second[of];
      const isMore = sameDirection > CONFIRMING_PAIRS / 2;
      return isMore && getProbability(sameDirection, CONFIRMING_PAIRS) / 2 <= CONFIRMING_PROBABILITY;
    });
    expect(revealing, `seed ${SEED}, slower with an account in: ${JSON.stringify([first, second])}`).toEqual([]);
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
