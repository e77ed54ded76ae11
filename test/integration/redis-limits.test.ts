// Limits where a Redis counts them for several processes, and while it is away.
import { describe, expect, test, vi } from "vitest";
import { createLogger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import { openRedis } from "#platform/redis.ts";
import { statusAndBody } from "#test/harness/answers.ts";
import { type RedisServer, redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const PROMISED_MS = 5000;
const LIMIT = { max: 3, windowMs: 60_000 };
const soon = { timeout: 15_000, interval: 20 };

/** Whether each process of the world has its Redis: of two requests each gets one. */
async function isRedisUp(visitor: Visitor): Promise<boolean> {
  const answers = await Promise.all([1, 2].map(() => visitor.fetch("/api/health/ready")));
  const said = await Promise.all(answers.map((answer) => answer.json()));
  return said.every(({ parts }) => parts.redis === "up");
}

/** A world with a Redis, once it is connected. */
async function makeCounted({ url }: RedisServer, environment: Record<string, string> = {}): Promise<World> {
  const world = await makeWorld({ environment: { REDIS_URL: url, LOG_LEVEL: "silent", ...environment } });
  const visitor = world.visitor();
  await vi.waitUntil(() => isRedisUp(visitor), soon);
  return world;
}

const spendings = async (rateLimiter: RateLimiter, times: number, key = "key") => {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await rateLimiter.consume(key, LIMIT));
  return waits.map((wait) => wait > 0);
};
const rowsIn = (world: World) => world.context.db.selectFrom("budget").select("spent").execute();

/** How many of these sign-ins of one client are let through. */
const signIns = async ({ origin }: World, times: number) => {
  const headers = { "content-type": "application/json", origin, "x-forwarded-for": "192.0.2.7" };
  const answers = await Promise.all(
    Array.from({ length: times }, (_, number) => {
      const body = JSON.stringify({ email: `unknown-${number}@example.com`, password: "correct horse battery" });
      return fetch(`${origin}/api/auth/sign-in/email`, { method: "POST", headers, body });
    }),
  );
  return answers.filter(({ status }) => status !== 429).length;
};

const program = redisProgram();
if (!program) process.stdout.write("Skipped: stories on Redis, whose program is not on this machine.\n");
else {
  describe("counted in Redis", () => {
    test("an allowance is spent once over two processes, is full again after its window, and can be forgiven", async () => {
      await using server = await startRedis(program);
      await using one = await makeCounted(server);
      await using other = await makeCounted(server);
      const [here, there] = [one.context.rateLimiter, other.context.rateLimiter];
      expect([...(await spendings(here, 2)), ...(await spendings(there, 2))]).toEqual([false, false, false, true]);
      expect(await rowsIn(one)).toEqual([]);
      expect(await here.consume("key", LIMIT)).toBeLessThanOrEqual(LIMIT.windowMs);
      one.turnClock(LIMIT.windowMs + 1);
      expect(await spendings(there, 1)).toEqual([false]);
      await spendings(here, 5);
      await there.reset("key");
      expect(await spendings(here, 4)).toEqual([false, false, false, true]);
    });

    test("of a burst at both processes no more than the allowance is let through", async () => {
      await using server = await startRedis(program);
      await using one = await makeCounted(server);
      await using other = await makeCounted(server);
      const burst = Array.from({ length: 60 }, (_, turn) =>
        (turn % 2 ? one : other).context.rateLimiter.consume("burst", LIMIT),
      );
      expect((await Promise.all(burst)).filter((wait) => wait === 0)).toHaveLength(LIMIT.max);
    });

    test("one client signs in twenty times a minute, whichever process it comes to", async () => {
      await using server = await startRedis(program);
      const DATABASE_URL = await freshDatabaseUrl();
      await using one = await makeCounted(server, { DATABASE_URL });
      await using other = await makeCounted(server, { DATABASE_URL });
      expect((await signIns(one, 15)) + (await signIns(other, 15))).toBe(20);
    });
  });

  describe.each([
    ["refuses", (server: RedisServer) => server.end(), (server: RedisServer) => server.begin()],
    ["froze", async (server: RedisServer) => server.freeze(), async (server: RedisServer) => server.thaw()],
  ] as const)("while Redis %s", (_, lose, mend) => {
    test("the database counts, the site is ready, and Redis counts again within five seconds of its return", async () => {
      await using server = await startRedis(program);
      await using world = await makeCounted(server);
      const visitor = world.visitor();
      const { rateLimiter } = world.context;
      await spendings(rateLimiter, 1, "before");
      await lose(server);
      expect(await spendings(rateLimiter, 4)).toEqual([false, false, false, true]);
      expect(await rowsIn(world)).toEqual([{ spent: 4 }]);
      expect(await signIns(world, 25)).toBe(20);
      expect(await statusAndBody(await visitor.fetch("/api/health/ready"))).toMatchObject([
        200,
        { status: "degraded", parts: { database: "up", redis: "away" } },
      ]);
      const getSpendingMs = startStopwatch();
      await spendings(rateLimiter, 20, "quick");
      expect(getSpendingMs()).toBeLessThan(1000);
      await mend(server);
      const getMendingMs = startStopwatch();
      await vi.waitUntil(() => isRedisUp(visitor), soon);
      expect(getMendingMs()).toBeLessThan(PROMISED_MS);
      expect(await spendings(rateLimiter, 1)).toEqual([false]);
    });
  });

  test("a start without Redis succeeds, and each change of its state is logged once", async () => {
    await using server = await startRedis(program);
    await server.end();
    const lines: string[] = [];
    const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    await using redis = await openRedis(server.url, logger);
    const ask = () => redis.ask((client) => client.ping());
    await vi.waitUntil(() => lines.length > 0, soon);
    for (let time = 0; time < 10; time += 1) expect(await ask()).toBeNull();
    await server.begin();
    await vi.waitUntil(() => redis.isUp, soon);
    expect(await ask()).toBe("PONG");
    expect(lines).toEqual([expect.stringMatching(/^REDIS_URL: Redis cannot be used/), "Redis is back"]);
  });
}
