import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { Kysely, sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { NodeSqliteDialect } from "./database/node-sqlite.ts";
import { createMemoryCounter, createRateLimiter, createSharedCounter, observeRateLimiter } from "./rate-limit.ts";

const LIMIT = { max: 2, windowMs: 10_000 };
const SLACK_MS = 60_000;

type Budget = { id: string; key: string; count: number; endsAt: string; createdAt: string; updatedAt: string };

/** Creates a limiter with its own database and clock. */
async function createDatabaseLimiter() {
  const db = new Kysely<{ budget: Budget }>({ dialect: new NodeSqliteDialect(":memory:") });
  await sql`CREATE TABLE budget (id TEXT PRIMARY KEY, key TEXT UNIQUE, count INTEGER, "endsAt" TEXT, "createdAt" TEXT,
    "updatedAt" TEXT)`.execute(db);
  const clock = { now: Date.parse("2026-11-25T12:00:00.000Z") };
  const limiter = createRateLimiter(db, () => new Date(clock.now));
  return { db, clock, limiter, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Uses of two keys, each `afterMs` after the previous one. */
const anyUses = fc.array(
  fc.record({ key: fc.constantFrom("a", "b"), afterMs: fc.constantFrom(0, 1, 4999, 9999, 10_000, 25_000) }),
  { minLength: 1, maxLength: 4 },
);

/** Creates a model of fixed windows: one window for each key, or one for all keys. */
function createModel(isShared: boolean) {
  const windows = new Map<string, { endsAt: number; counts: Record<string, number> }>();
  return (key: string, time: number): number => {
    const windowKey = isShared ? "all" : key;
    const current = windows.get(windowKey);
    const window = current && time < current.endsAt ? current : { endsAt: time + LIMIT.windowMs, counts: {} };
    windows.set(windowKey, window);
    window.counts[key] = (window.counts[key] ?? 0) + 1;
    return window.counts[key] <= LIMIT.max ? 0 : window.endsAt - time;
  };
}

describe("a limiter in the database", () => {
  test("behaves like fixed windows for random uses", async () => {
    await using parts = await createDatabaseLimiter();
    const { clock, limiter } = parts;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyUses, async (uses) => {
        run += 1;
        const model = createModel(false);
        for (const { key, afterMs } of uses) {
          clock.now += afterMs;
          expect(await limiter.consume(`${key}${run}`, LIMIT)).toBe(model(key, clock.now));
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("allows `max` uses of a key, then returns the time until the window ends", async () => {
    await using parts = await createDatabaseLimiter();
    const { clock, limiter } = parts;
    const use = (key: string) => limiter.consume(key, LIMIT);
    expect([await use("a"), await use("a"), await use("a"), await use("b")]).toEqual([0, 0, 10_000, 0]);
    clock.now += 9999;
    expect(await use("a")).toBe(1);
    clock.now += 1;
    expect([await use("a"), await use("a"), await use("a")]).toEqual([0, 0, 10_000]);
  });

  test("restarts a window whose end is further away than the clock slack", async () => {
    await using parts = await createDatabaseLimiter();
    const { clock, limiter } = parts;
    for (let use = 0; use < 3; use += 1) await limiter.consume("a", LIMIT);
    clock.now -= SLACK_MS;
    expect(await limiter.consume("a", LIMIT)).toBe(LIMIT.windowMs + SLACK_MS);
    clock.now -= 1;
    expect(await limiter.consume("a", LIMIT)).toBe(0);
  });

  test("returns at least 1 ms for a refusal", async () => {
    await using parts = await createDatabaseLimiter();
    const { limiter } = parts;
    expect(await limiter.consume("a", { max: 0, windowMs: 0 })).toBe(1);
  });

  test("deletes the counts of reset keys, and stores only hashes of keys", async () => {
    await using parts = await createDatabaseLimiter();
    const { db, limiter } = parts;
    for (const key of ["a", "a", "a", "b", "c"]) await limiter.consume(key, LIMIT);
    const rows = await db.selectFrom("budget").selectAll().orderBy("count", "desc").execute();
    expect(rows.map(({ count }) => count)).toEqual([3, 1, 1]);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    await limiter.reset("a", "b");
    expect(await db.selectFrom("budget").select("count").execute()).toEqual([{ count: 1 }]);
    expect(await limiter.consume("a", LIMIT)).toBe(0);
  });
});

test("an observer gets the kind of each refusal without the address", async () => {
  await using parts = await createDatabaseLimiter();
  const refused: string[] = [];
  const { limiter } = parts;
  const observed = observeRateLimiter(limiter, (kind) => refused.push(kind));
  for (let use = 0; use < 3; use += 1) await observed.consume("tries:al@example.com:1", LIMIT);
  expect(refused).toEqual(["tries"]);
  await observed.reset("tries:al@example.com:1");
  expect(await observed.consume("tries:al@example.com:1", LIMIT)).toBe(0);
});

const createCounter = (clock: { now: number }) => createMemoryCounter({ max: 3, windowMs: 1000 }, () => clock.now);

test("a memory counter behaves like one fixed window for all keys", () => {
  fc.assert(
    fc.property(anyUses, (uses) => {
      const model = createModel(true);
      const clock = { now: 1 };
      const count = createMemoryCounter(LIMIT, () => clock.now);
      for (const { key, afterMs } of uses) {
        clock.now += afterMs;
        expect(count(key)).toBe(model(key, clock.now));
      }
    }),
    { numRuns: 10_000 },
  );
});

test("a memory counter allows `max` uses of a key, then returns the time until the window ends", () => {
  const clock = { now: 5000 };
  const count = createCounter(clock);
  expect([count("a"), count("a", 2), count("a"), count("b")]).toEqual([0, 0, 1000, 0]);
  clock.now += 999;
  expect(count("a")).toBe(1);
  clock.now += 1;
  expect(count("a")).toBe(0);
});

test("a memory counter does not extend a window when the clock is set back", () => {
  const clock = { now: 500_000 };
  const count = createCounter(clock);
  count("a", 4);
  clock.now -= 100_000;
  expect(count("a")).toBe(0);
});

describe("a counter over several processes", () => {
  const MINUTE = { max: 60, windowMs: 60_000 };

  /** Creates the counters of `count` processes on one rate limiter. */
  async function createCounters(count: number) {
    const { clock, limiter, ...database } = await createDatabaseLimiter();
    const consumed: string[] = [];
    const consume: typeof limiter.consume = (key, limit) => {
      consumed.push(key);
      return limiter.consume(key, limit);
    };
    const processes = Array.from({ length: count }, () =>
      createSharedCounter("calls", MINUTE, { consume }, () => clock.now),
    );
    return { clock, consumed, processes, [Symbol.asyncDispose]: database[Symbol.asyncDispose] };
  }

  test("allows exactly the limit in each window when calls are spread over ten processes", async () => {
    await using parts = await createCounters(10);
    for (let window = 0; window < 5; window += 1) {
      const calls = Array.from({ length: 200 }, (_, call) => parts.processes[call % 10]?.("a"));
      const waits = await Promise.all(calls);
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(60);
      expect(waits.filter((waitMs) => waitMs === 60_000)).toHaveLength(140);
      expect(await parts.processes[0]?.("b", 3)).toBe(0);
      parts.clock.now += 60_000;
    }
  });

  test("calls the rate limiter once for each share, and not after the limit is reached", async () => {
    await using parts = await createCounters(1);
    const [count] = parts.processes;
    for (let call = 0; call < 100; call += 1) await count?.("a");
    expect(parts.consumed).toHaveLength(61);
    expect(new Set(parts.consumed).size).toBe(1);
    expect(count?.("a")).toBeGreaterThan(0);
  });

  test.for([
    ["is unavailable", () => Promise.reject(new Error("The database is away."))],
    ["does not answer", () => new Promise<number>(() => {})],
  ] as const)("counts on its own while the rate limiter %s, and waits for it once", async ([, consumeCall]) => {
    const consume = vi.fn(consumeCall);
    const count = createSharedCounter("calls", MINUTE, { consume }, () => 0);
    const waits = await Promise.all(Array.from({ length: 100 }, () => count("a")));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(60);
    expect(consume).toHaveBeenCalledTimes(1);
  });

  test("uses an answer that arrived while the process was blocked", async () => {
    const consume = vi.fn(async () => {
      await stat(".");
      return 0;
    });
    const count = createSharedCounter("calls", MINUTE, { consume }, () => 0);
    // After this turn of the event loop, timers run before I/O is read.
    await setImmediate();
    const first = count("a");
    for (const began = performance.now(); performance.now() - began < 400; );
    await first;
    await count("a");
    expect(consume).toHaveBeenCalledTimes(2);
  });
});
