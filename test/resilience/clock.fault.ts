// The machine's clock is moved under the program: by ten minutes and two hours, on and back.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkIn } from "#test/harness/accounts.ts";
import { getSession } from "#test/harness/answers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure } from "./figure.ts";
import { startMailServer } from "./mail-server.ts";
import { newPerson, PASSWORD, save, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_MS = MINUTE_MS;
const STEPS = [
  ["ten minutes on", 10 * MINUTE_MS],
  ["ten minutes back", -10 * MINUTE_MS],
  ["two hours on", 2 * HOUR_MS],
  ["two hours back", -2 * HOUR_MS],
] as const;

let site: Site;
let person: Visitor;
let email: string;

beforeAll(async () => {
  site = await startSite();
  person = site.visitor();
  ({ email } = await newPerson(person));
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** Does the task while the program's clock is off by so much. */
async function at<T>(ms: number, task: () => Promise<T>): Promise<T> {
  site.turnClock(ms);
  try {
    return await task();
  } finally {
    site.turnClock(-ms);
  }
}

/** The link of the newest mail to this address. */
async function mailed(to: string): Promise<string> {
  const newest = async () => (await site.mails()).find((mail) => mail.to === to);
  await expect.poll(newest, { timeout: 10_000 }).toBeDefined();
  return linkIn(await newest());
}

/** Asks for a link to choose a new password; answers the token in it. */
async function resetToken(): Promise<string> {
  const { email: to, answer } = await newPerson(site.visitor());
  expect(answer.status).toBe(200);
  await site.visitor().post("/api/auth/request-password-reset", { email: to, redirectTo: "/reset-password" });
  const isReset = async () =>
    (await site.mails()).find((mail) => mail.to === to && mail.subject.includes("new password"));
  await expect.poll(isReset, { timeout: 10_000 }).toBeDefined();
  return /reset-password\/([^?]+)/.exec(linkIn(await isReset()))?.[1] ?? "";
}

const resets = async (token: string): Promise<number> =>
  (await site.visitor().post("/api/auth/reset-password", { newPassword: `${PASSWORD} anew`, token })).status;

describe.for(STEPS)("a clock that moves %s", ([, ms]) => {
  test("ends no session, begun before or after it", async () => {
    const other = await at(ms, async () => {
      expect((await getSession(person)).user.email).toBe(email);
      const later = site.visitor();
      expect((await signIn(later, email)).status).toBe(200);
      expect((await save(later)).status).toBe(200);
      return later;
    });
    for (const visitor of [person, other]) expect((await getSession(visitor)).user.email).toBe(email);
  });

  test("jams no limit for longer than a window", async () => {
    const visitor = site.visitor();
    const askForReset = () => visitor.post("/api/auth/request-password-reset", { email: "unknown@example.com" });
    const spendAll = async () => {
      for (let count = 0; count < 10; count += 1) if ((await askForReset()).status === 429) return;
      throw new Error("There is no limit.");
    };
    await spendAll();
    await at(ms, async () => {
      // Used up anew there, where the step itself gave something back.
      await spendAll();
      await at(WINDOW_MS + 1000, async () => expect((await askForReset()).status).toBe(200));
      await spendAll();
    });
    await at(WINDOW_MS + 1000, async () => expect((await askForReset()).status).toBe(200));
  });

  test("ends a token when its hour is over, and not before", async () => {
    const token = await resetToken();
    const status = await at(ms, () => resets(token));
    expect(status).toBe(ms > HOUR_MS ? 400 : 200);
    const made = await at(ms, resetToken);
    expect(await at(ms + HOUR_MS + MINUTE_MS, () => resets(made))).toBe(400);
  });

  test("sends a mail that waits", async () => {
    const { email: to } = await at(ms, () => newPerson(site.visitor()));
    await mailed(to);
  });
});

test("a mail that was put off by a clock two hours ahead is sent once that is back", async () => {
  await using office = await startMailServer();
  await using other = await startSite({ environment: { SMTP_URL: office.url } });
  await office.stop();
  other.turnClock(2 * HOUR_MS);
  const { email: to, answer } = await newPerson(other.visitor());
  expect(answer.status).toBe(200);
  // Tried, and put off.
  await sleep(500);
  other.turnClock(-2 * HOUR_MS);
  await office.start();
  await newPerson(other.visitor());
  await expect.poll(() => office.recipients, { timeout: 40_000 }).toContain(to);
  expect(office.recipients.filter((address) => address === to)).toHaveLength(1);
});

test("a clock that moves moves nothing that is under way", async () => {
  const began = performance.now();
  const answers = Array.from({ length: 20 }, () => signIn(site.visitor(), email));
  for (const [, ms] of STEPS) {
    site.turnClock(ms);
    await sleep(20);
  }
  for (const [, ms] of STEPS) site.turnClock(-ms);
  expect(
    (await Promise.all(answers)).map(({ status }) => status).filter((status) => status !== 200 && status !== 429),
  ).toEqual([]);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(site.complaints()).toBe("");
  figure("clock moved by 10 min and 2 h, on and back: no session, limit, token or mail dead at once or for ever");
});
