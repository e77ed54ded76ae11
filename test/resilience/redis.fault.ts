// Redis is stopped, frozen or restarted: rate limits still apply, no user is signed out, and Redis is used again soon.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#test/harness/answers.ts";
import { type RedisServer, redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, save, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const AWAY_MS = isLong ? 20_000 : 1500;
/** As the account library's limit for a sign-in has it. */
const PER_MINUTE = 20;
const program = redisProgram();

let redis: RedisServer;
let site: Site;
let person: Visitor;
let email: string;

beforeAll(async () => {
  if (!program) return;
  redis = await startRedis(program);
  site = await startSite({ environment: { REDIS_URL: redis.url } });
  person = site.visitor();
  ({ email } = await newPerson(person));
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await redis?.[Symbol.asyncDispose]();
});

/**
 * A machine that stands still for longer than Redis may take moves the count to the database in the middle of a round:
 * then another round.
 */
const settled = { timeout: 30_000, interval: 100 };
const expectLimited = () => expect.poll(async () => (await signIns()).looked, settled).toBe(PER_MINUTE);

/** How many of thirty sign-ins of one new address are looked at, and how long the slowest took. */
async function signIns(): Promise<{ looked: number; slowestMs: number }> {
  const visitor = site.visitor();
  const took: number[] = [];
  let looked = 0;
  for (let count = 0; count < 30; count += 1) {
    const began = performance.now();
    const { status } = await signIn(visitor, `unknown-${count}-${visitor.address}@example.com`);
    took.push(performance.now() - began);
    expect([401, 429]).toContain(status);
    if (status === 401) looked += 1;
  }
  return { looked, slowestMs: Math.max(...took) };
}

const isUsed = async (): Promise<boolean> => {
  const { parts } = await (await site.visitor().fetch("/api/health/ready")).json();
  return parts.redis === "up";
};

const WAYS = [
  ["stopped", () => redis.end(), () => redis.begin()],
  ["frozen", async () => redis.freeze(), async () => redis.thaw()],
] as const;

test.for(WAYS)("Redis that is %s switches no limit off", async ([way, takeAway, bringBack]) => {
  if (!program) return figure(`Redis ${way}: not tried, its program is not on this machine`);
  await expect.poll(isUsed, { timeout: 5000 }).toBe(true);
  await expectLimited();
  await takeAway();
  const began = performance.now();
  let rounds = 0;
  let slowest = 0;
  do {
    const { looked, slowestMs } = await signIns();
    expect(looked).toBe(PER_MINUTE);
    expect((await getSession(person)).user.email).toBe(email);
    expect((await save(person)).status).toBe(200);
    slowest = Math.max(slowest, slowestMs);
    rounds += 1;
    await sleep(100);
  } while (performance.now() - began < AWAY_MS);
  expect((await site.visitor().fetch("/api/health/ready")).status).toBe(200);
  await bringBack();
  const getBackMs = startStopwatch();
  await expect.poll(isUsed, { timeout: 10_000, interval: 100 }).toBe(true);
  const backMs = getBackMs();
  expect(backMs).toBeLessThan(5000);
  await expectLimited();
  expect((await getSession(person)).user.email).toBe(email);
  expect(site.complaints()).toBe("");
  figure(
    `Redis ${way}: ${PER_MINUTE} of 30 sign-ins looked at in each of ${rounds} rounds without it, ` +
      `after ${seconds(slowest)} at most; used again after ${seconds(backMs)}`,
  );
});
