// The program's clock changes by ten minutes and by two hours, forward and back.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink } from "#test/harness/accounts.ts";
import { getSession } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { recordFigure } from "./figure.ts";
import { startMailServer } from "./mail-server.ts";
import { PASSWORD, saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_MS = MINUTE_MS;
const STEPS = [
  ["ten minutes forward", 10 * MINUTE_MS],
  ["ten minutes back", -10 * MINUTE_MS],
  ["two hours forward", 2 * HOUR_MS],
  ["two hours back", -2 * HOUR_MS],
] as const;

let site: Site;
let person: Visitor;
let email: string;

beforeAll(async () => {
  site = await startSite();
  person = site.createVisitor();
  ({ email } = await signUpPerson(person));
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** Runs the task while the program's clock is changed by `ms`. */
async function withClockMovedBy<T>(ms: number, task: () => Promise<T>): Promise<T> {
  site.moveClock(ms);
  try {
    return await task();
  } finally {
    site.moveClock(-ms);
  }
}

/** Returns the link of the newest mail to an address. */
async function waitForLink(to: string): Promise<string> {
  const getNewestMail = async () => (await site.readMails()).find((mail) => mail.to === to);
  await expect.poll(getNewestMail, { timeout: 10_000 }).toBeDefined();
  return getLink(await getNewestMail());
}

/** Requests a password reset for a new user; returns the token of the link. */
async function createResetToken(): Promise<string> {
  const { email: to, response } = await signUpPerson(site.createVisitor());
  expect(response.status).toBe(200);
  await site.createVisitor().post("/api/auth/request-password-reset", { email: to, redirectTo: "/reset-password" });
  const getResetMail = async () =>
    (await site.readMails()).find((mail) => mail.to === to && mail.subject.includes("new password"));
  await expect.poll(getResetMail, { timeout: 10_000 }).toBeDefined();
  return /reset-password\/([^?]+)/.exec(getLink(await getResetMail()))?.[1] ?? "";
}

const resetPassword = async (token: string): Promise<number> =>
  (await site.createVisitor().post("/api/auth/reset-password", { newPassword: `${PASSWORD} anew`, token })).status;

describe.for(STEPS)("a clock that moves %s", ([, ms]) => {
  test("ends no session from before or after the change", async () => {
    const otherSite = await withClockMovedBy(ms, async () => {
      expect((await getSession(person)).user.email).toBe(email);
      const laterVisitor = site.createVisitor();
      expect((await signIn(laterVisitor, email)).status).toBe(200);
      expect((await saveLoadout(laterVisitor)).status).toBe(200);
      return laterVisitor;
    });
    for (const visitor of [person, otherSite]) expect((await getSession(visitor)).user.email).toBe(email);
  });

  test("blocks no rate limit for longer than its window", async () => {
    const visitor = site.createVisitor();
    const requestReset = () => visitor.post("/api/auth/request-password-reset", { email: "unknown@example.com" });
    const exhaustLimit = async () => {
      for (let count = 0; count < 10; count += 1) if ((await requestReset()).status === 429) return;
      throw new Error("There is no limit.");
    };
    await exhaustLimit();
    await withClockMovedBy(ms, async () => {
      // The change may have started a new window, so the limit is used up again.
      await exhaustLimit();
      await withClockMovedBy(WINDOW_MS + 1000, async () => expect((await requestReset()).status).toBe(200));
      await exhaustLimit();
    });
    await withClockMovedBy(WINDOW_MS + 1000, async () => expect((await requestReset()).status).toBe(200));
  });

  test("lets a token expire after an hour, not earlier", async () => {
    const token = await createResetToken();
    const status = await withClockMovedBy(ms, () => resetPassword(token));
    expect(status).toBe(ms > HOUR_MS ? 400 : 200);
    const laterToken = await withClockMovedBy(ms, createResetToken);
    expect(await withClockMovedBy(ms + HOUR_MS + MINUTE_MS, () => resetPassword(laterToken))).toBe(400);
  });

  test("does not stop a queued mail", async () => {
    const { email: to } = await withClockMovedBy(ms, () => signUpPerson(site.createVisitor()));
    await waitForLink(to);
  });
});

test("a mail that was postponed while the clock was two hours ahead is sent once when the clock is correct again", async () => {
  await using mailServer = await startMailServer();
  await using other = await startSite({ environment: { SMTP_URL: mailServer.url } });
  await mailServer.stop();
  other.moveClock(2 * HOUR_MS);
  const { email: to, response } = await signUpPerson(other.createVisitor());
  expect(response.status).toBe(200);
  // The mail is tried once and postponed.
  await sleep(500);
  other.moveClock(-2 * HOUR_MS);
  await mailServer.start();
  await signUpPerson(other.createVisitor());
  await expect.poll(() => mailServer.recipients, { timeout: 40_000 }).toContain(to);
  expect(mailServer.recipients.filter((address) => address === to)).toHaveLength(1);
});

test("a clock change does not affect requests in progress", async () => {
  const startedAt = performance.now();
  const responses = Array.from({ length: 20 }, () => signIn(site.createVisitor(), email));
  for (const [, ms] of STEPS) {
    site.moveClock(ms);
    await sleep(20);
  }
  for (const [, ms] of STEPS) site.moveClock(-ms);
  expect(
    (await Promise.all(responses)).map(({ status }) => status).filter((status) => status !== 200 && status !== 429),
  ).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(site.browserErrors()).toBe("");
  recordFigure("clock moved by 10 min and 2 h, on and back: no session, limit, token or mail dead at once or for ever");
});
