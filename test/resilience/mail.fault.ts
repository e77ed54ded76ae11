// The mail server is down, slow, or disconnects before it acknowledges a mail: no request waits for it, and each mail
// arrives once.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { figure, isLong, seconds } from "./figure.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { newPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

/** The longest time a response may take; a machine that runs other tests at the same time is given more. */
const AT_ONCE_MS = isLong ? 1000 : 3000;
const SLOW_MS = isLong ? 60_000 : 2500;
const DOWN_MS = isLong ? 30_000 : 1500;
/** Until a mail is tried again for the second or third time. */
const PATIENCE = { timeout: isLong ? 600_000 : 30_000, interval: 100 };

let office: MailServer;
let site: Site;

beforeAll(async () => {
  office = await startMailServer();
  site = await startSite({ environment: { SMTP_URL: office.url } });
});
beforeEach(() => Object.assign(office, { slowMs: 0, hangsUp: false }));
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await office?.[Symbol.asyncDispose]();
});

/** Signs up that many, and answers their addresses and how long the slowest had to wait. */
async function signUps(count: number): Promise<{ emails: string[]; slowestMs: number }> {
  const emails: string[] = [];
  const took: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    const { email, answer } = await newPerson(site.visitor());
    took.push(performance.now() - began);
    expect(answer.status).toBe(200);
    emails.push(email);
  }
  return { emails, slowestMs: Math.max(...took) };
}

const timesTaken = (emails: readonly string[]): number[] =>
  emails.map((email) => office.recipients.filter((to) => to === email).length);
const once = (emails: readonly string[]) => emails.map(() => 1);

async function reset(email: string): Promise<number> {
  const began = performance.now();
  expect((await site.visitor().post("/api/auth/request-password-reset", { email })).status).toBe(200);
  return performance.now() - began;
}

test("a mail server that is down delays no request, and has each mail once when it is back", async () => {
  await office.stop();
  const { emails, slowestMs } = await signUps(5);
  const resetMs = await reset(emails[0] ?? "");
  await sleep(DOWN_MS);
  expect(timesTaken(emails)).toEqual(emails.map(() => 0));
  await office.start();
  const requested = [2, 1, 1, 1, 1];
  await expect.poll(() => timesTaken(emails), PATIENCE).toEqual(requested);
  await sleep(1000);
  expect(timesTaken(emails)).toEqual(requested);
  expect(Math.max(slowestMs, resetMs)).toBeLessThan(AT_ONCE_MS);
  figure(
    `SMTP down for ${seconds(DOWN_MS)}: 6 of 6 mails came once each, answers after ${seconds(Math.max(slowestMs, resetMs))} at most`,
  );
});

test("a slow mail server delays no request, and is asked once for each mail", async () => {
  office.slowMs = SLOW_MS;
  const { emails, slowestMs } = await signUps(2);
  expect(slowestMs).toBeLessThan(Math.min(AT_ONCE_MS, SLOW_MS));
  await expect.poll(() => timesTaken(emails), PATIENCE).toEqual(once(emails));
  await sleep(1000);
  expect(timesTaken(emails)).toEqual(once(emails));
  figure(`SMTP slow by ${seconds(SLOW_MS)}: 2 of 2 mails came once each, answers after ${seconds(slowestMs)} at most`);
});

test("an end does not wait for a slow mail server, and the next start sends the mail once", async () => {
  office.slowMs = 60_000;
  const before = office.begun;
  const { emails } = await signUps(2);
  await expect.poll(() => office.begun, PATIENCE).toBe(before + 2);
  const { code, ms } = await site.end();
  expect([code, ms < 10_000]).toEqual([0, true]);
  office.slowMs = 0;
  await site.restart();
  await expect.poll(() => timesTaken(emails), PATIENCE).toEqual(once(emails));
  await sleep(1000);
  expect(timesTaken(emails)).toEqual(once(emails));
  figure(`SIGTERM while SMTP is slow: gone after ${seconds(ms)}, 2 of 2 mails came once each after the next start`);
});

test("a mail server that takes a mail and hangs up before it acknowledges it gets that mail twice", async () => {
  office.hangsUp = true;
  const { emails } = await signUps(1);
  const { emails: others } = await signUps(2);
  await expect.poll(() => timesTaken([...emails, ...others]), PATIENCE).toEqual([2, 1, 1]);
  await sleep(1000);
  expect(timesTaken([...emails, ...others])).toEqual([2, 1, 1]);
  figure(
    "SMTP that takes a mail and hangs up: that one came twice, since it was not acknowledged; 2 of 2 others once each",
  );
});

// A lease lasts a minute: too long for the short form.
if (isLong) {
  test("a kill while a mail is under way sends it after its lease, once", async () => {
    office.slowMs = 60_000;
    const before = office.connections;
    const { emails } = await signUps(1);
    await expect.poll(() => office.connections, PATIENCE).toBe(before + 1);
    await site.program().kill();
    office.slowMs = 0;
    const began = performance.now();
    await site.restart();
    await expect.poll(() => timesTaken(emails), PATIENCE).toEqual([1]);
    figure(`kill -9 while SMTP is slow: the mail came once, ${seconds(performance.now() - began)} later`);
  });
}
