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

/** A limiter on a database of its own, and the clock that it reads. */
async function limiterInDatabase() {
  const db = new Kysely<{ budget: Budget }>({ dialect: new NodeSqliteDialect(":memory:") });
  await sql`CREATE TABLE budget (id TEXT PRIMARY KEY, key TEXT UNIQUE, count INTEGER, "endsAt" TEXT, "createdAt" TEXT,
    "updatedAt" TEXT)`.execute(db);
  const clock = { now: Date.parse("2026-11-25T12:00:00.000Z") };
  const limiter = createRateLimiter(db, () => new Date(clock.now));
  return { db, clock, limiter, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Uses of two keys, each after so many milliseconds. */
const anyUses = fc.array(
  fc.record({ key: fc.constantFrom("a", "b"), afterMs: fc.constantFrom(0, 1, 4999, 9999, 10_000, 25_000) }),
  { minLength: 1, maxLength: 4 },
);

/** What fixed windows answer at these times: one window for each key, or one for all of them. */
function createModel(isShared: boolean) {
  const windows = new Map<string, { endsAt: number; counts: Record<string, number> }>();
  return (key: string, at: number): number => {
    const place = isShared ? "all" : key;
    const current = windows.get(place);
    const window = current && at < current.endsAt ? current : { endsAt: at + LIMIT.windowMs, counts: {} };
    windows.set(place, window);
    window.counts[key] = (window.counts[key] ?? 0) + 1;
    return window.counts[key] <= LIMIT.max ? 0 : window.endsAt - at;
  };
}

describe("a limiter in the database", () => {
  test("answers any uses as fixed windows do", async () => {
    await using parts = await limiterInDatabase();
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

  test("allows each key its share, then gives the time until the window ends", async () => {
    await using parts = await limiterInDatabase();
    const { clock, limiter } = parts;
    const use = (key: string) => limiter.consume(key, LIMIT);
    expect([await use("a"), await use("a"), await use("a"), await use("b")]).toEqual([0, 0, 10_000, 0]);
    clock.now += 9999;
    expect(await use("a")).toBe(1);
    clock.now += 1;
    expect([await use("a"), await use("a"), await use("a")]).toEqual([0, 0, 10_000]);
  });

  test("begins a window anew that another clock set too late, and no other", async () => {
    await using parts = await limiterInDatabase();
    const { clock, limiter } = parts;
    for (let use = 0; use < 3; use += 1) await limiter.consume("a", LIMIT);
    clock.now -= SLACK_MS;
    expect(await limiter.consume("a", LIMIT)).toBe(LIMIT.windowMs + SLACK_MS);
    clock.now -= 1;
    expect(await limiter.consume("a", LIMIT)).toBe(0);
  });

  test("never gives a wait of 0 for a refusal", async () => {
    await using parts = await limiterInDatabase();
    const { limiter } = parts;
    expect(await limiter.consume("a", { max: 0, windowMs: 0 })).toBe(1);
  });

  test("forgets the keys that are reset, and stores no key as it is", async () => {
    await using parts = await limiterInDatabase();
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

test("an observer learns the kind of each refusal, and no address", async () => {
  await using parts = await limiterInDatabase();
  const refused: string[] = [];
  const { limiter } = parts;
  const observed = observeRateLimiter(limiter, (kind) => refused.push(kind));
  for (let use = 0; use < 3; use += 1) await observed.consume("tries:al@example.com:1", LIMIT);
  expect(refused).toEqual(["tries"]);
  await observed.reset("tries:al@example.com:1");
  expect(await observed.consume("tries:al@example.com:1", LIMIT)).toBe(0);
});

const counterAt = (clock: { now: number }) => createMemoryCounter({ max: 3, windowMs: 1000 }, () => clock.now);

test("a counter in memory answers any uses as one fixed window for all keys does", () => {
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

test("allows each client its share and gives the time until the next", () => {
  const clock = { now: 5000 };
  const count = counterAt(clock);
  expect([count("a"), count("a", 2), count("a"), count("b")]).toEqual([0, 0, 1000, 0]);
  clock.now += 999;
  expect(count("a")).toBe(1);
  clock.now += 1;
  expect(count("a")).toBe(0);
});

test("a clock that goes back makes no window longer", () => {
  const clock = { now: 500_000 };
  const count = counterAt(clock);
  count("a", 4);
  clock.now -= 100_000;
  expect(count("a")).toBe(0);
});

describe("a counter over several processes", () => {
  const MINUTE = { max: 60, windowMs: 60_000 };

  /** Counters of so many processes on one rate limiter. */
  async function counters(count: number) {
    const { clock, limiter, ...database } = await limiterInDatabase();
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

  test("allows exactly the limit in each window, however calls are spread over ten of them", async () => {
    await using parts = await counters(10);
    for (let window = 0; window < 5; window += 1) {
      const calls = Array.from({ length: 200 }, (_, call) => parts.processes[call % 10]?.("a"));
      const waits = await Promise.all(calls);
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(60);
      expect(waits.filter((waitMs) => waitMs === 60_000)).toHaveLength(140);
      expect(await parts.processes[0]?.("b", 3)).toBe(0);
      parts.clock.now += 60_000;
    }
  });

  test("asks the rate limiter once for each share, and no more once the limit is reached", async () => {
    await using parts = await counters(1);
    const [count] = parts.processes;
    for (let call = 0; call < 100; call += 1) await count?.("a");
    expect(parts.consumed).toHaveLength(61);
    expect(new Set(parts.consumed).size).toBe(1);
    expect(count?.("a")).toBeGreaterThan(0);
  });

  test.for([
    ["is unavailable", () => Promise.reject(new Error("The database is away."))],
    ["does not answer", () => new Promise<number>(() => {})],
  ] as const)("counts for itself while the rate limiter %s, and waits for it once", async ([, answer]) => {
    const consume = vi.fn(answer);
    const count = createSharedCounter("calls", MINUTE, { consume }, () => 0);
    const waits = await Promise.all(Array.from({ length: 100 }, () => count("a")));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(60);
    expect(consume).toHaveBeenCalledTimes(1);
  });

  test("uses an answer that arrived while its process was held up", async () => {
    const consume = vi.fn(async () => {
      await stat(".");
      return 0;
    });
    const count = createSharedCounter("calls", MINUTE, { consume }, () => 0);
    // Timers come next now, before what has arrived is read.
    await setImmediate();
    const first = count("a");
    for (const began = performance.now(); performance.now() - began < 400; );
    await first;
    await count("a");
    expect(consume).toHaveBeenCalledTimes(2);
  });
});
