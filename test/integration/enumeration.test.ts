// Neither a response nor its duration reveals whether an address has an account.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPasswordHasher } from "#server/auth/credentials/password.ts";
import { type Account, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const TIMES = 12;
const MEASUREMENTS = 3;

let world: World;
let people = 0;
beforeAll(async () => {
  world = await makeWorld({ passwords: createPasswordHasher() });
});
afterAll(() => world[Symbol.asyncDispose]());

const PASSWORD = "correct horse battery";

/** What is asked about an address, and whose it is where it has an account. */
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

type Answer = { said: string; ms: number };

async function ask(path: string, body: object, email: string): Promise<Answer> {
  const began = performance.now();
  const answer = await world.visitor().post(`/api/auth/${path}`, { ...body, email });
  const text = await answer.text();
  const ms = performance.now() - began;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "=…"));
  return { said: [answer.status, inGeneral(text, email), ...cookies].join("\n"), ms };
}

/** The answer without what is another one each time: the address, instants, ids, challenges. */
const inGeneral = (text: string, email: string): string =>
  text
    .replaceAll(email, "ADDRESS")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
    .replace(/"(?:id|challenge)":"[\w-]{20,}"/g, "RANDOM");

const getMedian = (answers: readonly Answer[]): number =>
  answers.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(answers.length / 2)] ?? 0;

/** Both medians of one measurement; what was said is compared at once. */
async function measured(path: string, body: object, known: Account): Promise<[number, number]> {
  const [about, withoutSubject]: [Answer[], Answer[]] = [[], []];
  for (let time = 0; time < TIMES; time += 1) {
    people += 1;
    about.push(await ask(path, body, known.email));
    withoutSubject.push(await ask(path, body, `unknown-${people}@example.com`));
  }
  expect(new Set([...about, ...withoutSubject].map(({ said }) => said)).size).toBe(1);
  return [getMedian(about), getMedian(withoutSubject)];
}

const areAlike = ([one, other]: [number, number]): boolean =>
  Math.abs(one - other) <= Math.max(15, 0.25 * Math.max(one, other));

test.for(Object.entries(ASKED))(
  "%s gives the same response in the same time for a known and for an unknown address",
  {
    timeout: 120_000,
  },
  async ([, [path, body, isVerified]]) => {
    const medians: [number, number][] = [];
    while (medians.length < MEASUREMENTS && !medians.some(areAlike)) {
      const known = isVerified ? (await signUpAndIn(world)).account : await signUp(world.visitor());
      medians.push(await measured(path, body, known));
    }
    expect(medians.filter(areAlike), JSON.stringify(medians)).toHaveLength(1);
  },
);

test("a password is hashed with argon2id, 19 MiB and two passes", async () => {
  await signUp(world.visitor());
  const { password } = await world.context.db.selectFrom("account").select("password").executeTakeFirstOrThrow();
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
