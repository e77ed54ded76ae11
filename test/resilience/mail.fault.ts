// The mail server is down, slow, or disconnects before it acknowledges a mail: no request waits for it, and each mail
// arrives once.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

/** The maximum response time; longer in the short form, which runs beside other tests. */
const MAX_RESPONSE_MS = isLong ? 1000 : 3000;
const SLOW_MS = isLong ? 60_000 : 2500;
const DOWN_MS = isLong ? 30_000 : 1500;
/** Long enough for the third try of a mail. */
const POLLING = { timeout: isLong ? 600_000 : 30_000, interval: 100 };

let mailServer: MailServer;
let site: Site;

beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startSite({ environment: { SMTP_URL: mailServer.url } });
});
beforeEach(() => Object.assign(mailServer, { slowMs: 0, hangsUp: false }));
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await mailServer?.[Symbol.asyncDispose]();
});

/** Signs up several users; returns their addresses and the slowest response time. */
async function signUpUsers(count: number): Promise<{ emails: string[]; slowestMs: number }> {
  const emails: string[] = [];
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const { email, response } = await signUpPerson(site.createVisitor());
    times.push(performance.now() - startedAt);
    expect(response.status).toBe(200);
    emails.push(email);
  }
  return { emails, slowestMs: Math.max(...times) };
}

const countMails = (emails: readonly string[]): number[] =>
  emails.map((email) => mailServer.recipients.filter((to) => to === email).length);
const getOnes = (emails: readonly string[]) => emails.map(() => 1);

async function requestReset(email: string): Promise<number> {
  const startedAt = performance.now();
  expect((await site.createVisitor().post("/api/auth/request-password-reset", { email })).status).toBe(200);
  return performance.now() - startedAt;
}

test("a mail server that is down delays no request, and gets each mail once when it is up again", async () => {
  await mailServer.stop();
  const { emails, slowestMs } = await signUpUsers(5);
  const resetMs = await requestReset(emails[0] ?? "");
  await sleep(DOWN_MS);
  expect(countMails(emails)).toEqual(emails.map(() => 0));
  await mailServer.start();
  const expectedCounts = [2, 1, 1, 1, 1];
  await expect.poll(() => countMails(emails), POLLING).toEqual(expectedCounts);
  await sleep(1000);
  expect(countMails(emails)).toEqual(expectedCounts);
  expect(Math.max(slowestMs, resetMs)).toBeLessThan(MAX_RESPONSE_MS);
  recordFigure(
    `SMTP down for ${formatSeconds(DOWN_MS)}: 6 of 6 mails came once each, answers after ${formatSeconds(Math.max(slowestMs, resetMs))} at most`,
  );
});

test("a slow mail server delays no request, and gets each mail once", async () => {
  mailServer.slowMs = SLOW_MS;
  const { emails, slowestMs } = await signUpUsers(2);
  expect(slowestMs).toBeLessThan(Math.min(MAX_RESPONSE_MS, SLOW_MS));
  await expect.poll(() => countMails(emails), POLLING).toEqual(getOnes(emails));
  await sleep(1000);
  expect(countMails(emails)).toEqual(getOnes(emails));
  recordFigure(
    `SMTP slow by ${formatSeconds(SLOW_MS)}: 2 of 2 mails came once each, answers after ${formatSeconds(slowestMs)} at most`,
  );
});

test("a stop does not wait for a slow mail server, and the next start sends the mail once", async () => {
  mailServer.slowMs = 60_000;
  const mailsBefore = mailServer.begun;
  const { emails } = await signUpUsers(2);
  await expect.poll(() => mailServer.begun, POLLING).toBe(mailsBefore + 2);
  const { code, ms } = await site.stop();
  expect([code, ms < 10_000]).toEqual([0, true]);
  mailServer.slowMs = 0;
  await site.restart();
  await expect.poll(() => countMails(emails), POLLING).toEqual(getOnes(emails));
  await sleep(1000);
  expect(countMails(emails)).toEqual(getOnes(emails));
  recordFigure(
    `SIGTERM while SMTP is slow: gone after ${formatSeconds(ms)}, 2 of 2 mails came once each after the next start`,
  );
});

test("a mail server that closes the connection before it acknowledges a mail gets that mail twice", async () => {
  mailServer.hangsUp = true;
  const { emails } = await signUpUsers(1);
  const { emails: others } = await signUpUsers(2);
  await expect.poll(() => countMails([...emails, ...others]), POLLING).toEqual([2, 1, 1]);
  await sleep(1000);
  expect(countMails([...emails, ...others])).toEqual([2, 1, 1]);
  recordFigure(
    "SMTP that takes a mail and hangs up: that one came twice, since it was not acknowledged; 2 of 2 others once each",
  );
});

// A lease lasts a minute, which is too long for the short form.
if (isLong) {
  test("a mail that is being sent during a kill is sent once after its lease has expired", async () => {
    mailServer.slowMs = 60_000;
    const connectionsBefore = mailServer.connections;
    const { emails } = await signUpUsers(1);
    await expect.poll(() => mailServer.connections, POLLING).toBe(connectionsBefore + 1);
    await site.program().kill();
    mailServer.slowMs = 0;
    const startedAt = performance.now();
    await site.restart();
    await expect.poll(() => countMails(emails), POLLING).toEqual([1]);
    recordFigure(
      `kill -9 while SMTP is slow: the mail came once, ${formatSeconds(performance.now() - startedAt)} later`,
    );
  });
}
