// Redis is stopped, frozen or restarted, or a master dies and its replica takes its place: rate limits still apply, no user is
// signed out, and Redis is used again soon.
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openRedis } from "#platform/redis.ts";
import { openPubSub } from "#server/context.ts";
import { getSession } from "#test/harness/answers.ts";
import {
  type RedisServer,
  redisProgram,
  startRedis,
  startRedisCluster,
  startSentinels,
} from "#test/harness/processes/redis.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, save, signIn, startWriting } from "./people.ts";
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
const expectLimited = (at = site) => expect.poll(async () => (await signIns(at)).looked, settled).toBe(PER_MINUTE);

/** How many of thirty sign-ins of one new address are looked at, and how long the slowest took. */
async function signIns(at = site): Promise<{ looked: number; slowestMs: number }> {
  const visitor = at.visitor();
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

const isUsed = async (at = site): Promise<boolean> => {
  const { parts } = await (await at.visitor().fetch("/api/health/ready")).json();
  return parts.redis === "up";
};

const WAYS = [
  ["stopped", () => redis.end(), () => redis.begin()],
  ["frozen", async () => redis.freeze(), async () => redis.thaw()],
] as const;

test.for(WAYS)("Redis that is %s switches no limit off", async ([way, takeAway, bringBack]) => {
  if (!program) return figure(`Redis ${way}: not tried, its program is not on this machine`);
  await expect.poll(() => isUsed(), { timeout: 30_000 }).toBe(true);
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
  await expect.poll(() => isUsed(), { timeout: 10_000, interval: 100 }).toBe(true);
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

const FAILOVERS = isLong ? 20 : 1;
/** A loaded machine looks at its thirty sign-ins for ten seconds before it sees that Redis is used again. */
const MAX_AWAY_MS = 45_000;
const WRITES_A_SECOND = isLong ? 100 : 20;

/** Kills a master, counts sign-ins until Redis is used again, and starts what was killed as a replica. */
async function failOver(at: Site, dying: RedisServer): Promise<number> {
  const began = performance.now();
  await dying.end();
  do {
    const { looked } = await signIns(at);
    // A client may have its share once more with the count that has been lost or moved.
    expect(looked).toBeGreaterThanOrEqual(PER_MINUTE);
    expect(looked).toBeLessThanOrEqual(2 * PER_MINUTE);
  } while (!(await isUsed(at)) && performance.now() - began < MAX_AWAY_MS);
  const awayMs = performance.now() - began;
  expect(awayMs).toBeLessThan(MAX_AWAY_MS);
  await expectLimited(at);
  await dying.begin();
  return awayMs;
}

test.runIf(program)("a master that sentinels replace switches no limit off", async () => {
  if (!program) return;
  await using sentinels = await startSentinels(program);
  await using own = await startSite({ environment: { REDIS_URL: sentinels.url } });
  await expect.poll(() => isUsed(own), { timeout: 30_000 }).toBe(true);
  await expectLimited(own);
  const writing = await startWriting(own, WRITES_A_SECOND);
  const away: number[] = [];
  for (let times = 0; times < FAILOVERS; times += 1) away.push(await failOver(own, await sentinels.master()));
  const { all, refused, lost, perSecond } = await writing.end();
  expect(refused).toEqual([]);
  expect(lost).toEqual([]);
  expect(own.complaints()).toBe("");
  figure(
    `Redis behind a sentinel, ${FAILOVERS} masters killed under ${perSecond.toFixed(0)} writes a second: ${lost.length} of ` +
      `${all.length} lost, none refused; used again after ${seconds(Math.max(...away))} at most`,
  );
});

/** The only node of a cluster that a client listens to. */
async function findListenedTo(servers: readonly RedisServer[]): Promise<RedisServer> {
  for (const server of servers) {
    const client = new Redis(server.url);
    const clients = String(await client.client("LIST"));
    client.disconnect();
    if (/ sub=1 /.test(clients)) return server;
  }
  throw new Error("No client listens to a node of the cluster.");
}

describe.runIf(program)("a cluster", () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  beforeAll(async () => {
    if (program) cluster = await startRedisCluster(program);
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  test("one server of it is not used as if it were all of it", async () => {
    const [one] = cluster.servers;
    await using own = await startSite({ environment: { REDIS_URL: one?.url ?? "" } });
    await expectLimited(own);
    expect(await isUsed(own)).toBe(false);
  });

  test("a master that dies switches no limit off", async () => {
    await using own = await startSite({ environment: { REDIS_URL: cluster.url } });
    await expect.poll(() => isUsed(own), { timeout: 10_000 }).toBe(true);
    await expectLimited(own);
    const [master] = cluster.servers;
    if (!master) throw new Error("The cluster has no servers.");
    const awayMs = await failOver(own, master);
    expect(own.complaints()).toBe("");
    figure(`Redis as a cluster, a master killed: used again after ${seconds(awayMs)}`);
  });

  test("subscribers get a gap when the node dies that they listen to", async () => {
    await using opened = new AsyncDisposableStack();
    const logger = createLogger({ logLevel: "silent" });
    const connect = async () => opened.use(await openRedis(cluster.url, logger));
    const open = async (redis: Awaited<ReturnType<typeof connect>>) => {
      const messages = await openPubSub({ database: { kind: "sqlite", path: ":memory:" }, redis, logger });
      await expect.poll(() => messages.isConnected, { timeout: 10_000 }).toBe(true);
      return opened.use(messages);
    };
    const subscriber = await open(await connect());
    const node = await findListenedTo(cluster.servers);
    const other = new Redis(cluster.servers.find((server) => server !== node)?.url ?? "");
    opened.defer(() => other.disconnect());
    // It publishes by a node that stays, whichever it listens to.
    const publisher = await open({ ...(await connect()), isUp: true, ask: (task) => task(other) });
    const received: string[] = [];
    let gaps = 0;
    const onGap = () => {
      gaps += 1;
    };
    subscriber.on("news", { onMessage: (text) => void received.push(text), onGap });
    publisher.send("news", "before");
    await expect.poll(() => received).toEqual(["before"]);
    expect(gaps).toBe(0);
    // A frozen node takes what other nodes send it and delivers nothing.
    node.freeze();
    publisher.send("news", "lost");
    await sleep(500);
    await node.end();
    const getLostMs = startStopwatch();
    await expect.poll(() => gaps, { timeout: 15_000, interval: 50 }).toBeGreaterThan(0);
    const lostMs = getLostMs();
    expect(received).toEqual(["before"]);
    publisher.send("news", "after");
    await expect.poll(() => received).toEqual(["before", "after"]);
    figure(`Redis as a cluster, the node killed that a process listens to: a gap reported after ${seconds(lostMs)}`);
  });
});
