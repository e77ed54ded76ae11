// Rate limits: how often something may be done under one key. `RateLimiter` counts in the database, or in Redis where several
// machines share one, so that a limit holds over restarts and processes. `createMemoryCounter` counts in this process alone.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Redis } from "./redis.ts";

export type Limit = { max: number; windowMs: number };

export type RateLimiter = {
  /** Counts one use; returns 0 within the limit, otherwise the milliseconds until the window ends. */
  consume(key: string, limit: Limit): Promise<number>;
  /** Deletes the counts of these keys. */
  reset(...keys: readonly string[]): Promise<void>;
};

/** The table of counts; `endsAt` is the end of the window as ISO text. */
type Count = { id: string; key: string; spent: number; endsAt: string; createdAt: string; updatedAt: string };
type CountDatabase = Pick<Kysely<{ budget: Count }>, "insertInto" | "deleteFrom">;

/** The clocks of processes that share a database may differ by this much, and calls may overtake each other. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Fixed windows: one begins with the first use after the last has ended. Keys are stored as hashes. SQLite is
 * synchronous, so each count yields first; otherwise rate-limited work would starve other requests.
 */
export function createRateLimiter(db: CountDatabase, now: () => Date): RateLimiter {
  return {
    async consume(key, { max, windowMs }) {
      await nextTurn();
      const at = now();
      const [createdAt, endsAt] = [at.toISOString(), new Date(at.getTime() + windowMs).toISOString()];
      // A later end was set before the clock was turned back.
      const latest = new Date(at.getTime() + windowMs + CLOCK_SLACK_MS).toISOString();
      const isOver = sql<boolean>`budget."endsAt" <= ${createdAt} OR budget."endsAt" > ${latest}`;
      const row = { id: randomUUID(), key: hashKey(key), spent: 1, endsAt, createdAt, updatedAt: createdAt };
      const { spent, endsAt: until } = await db
        .insertInto("budget")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            spent: sql`CASE WHEN ${isOver} THEN 1 ELSE budget.spent + 1 END`,
            endsAt: sql`CASE WHEN ${isOver} THEN ${endsAt} ELSE budget."endsAt" END`,
            updatedAt: createdAt,
          }),
        )
        .returning(["spent", "endsAt"])
        .executeTakeFirstOrThrow();
      return spent <= max ? 0 : Math.max(1, Date.parse(until) - at.getTime());
    },
    async reset(...keys) {
      await nextTurn();
      await db.deleteFrom("budget").where("key", "in", keys.map(hashKey)).execute();
    },
  };
}

/** Hides the key, which may contain an address. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Counts one use atomically, with the same windows as the database; returns the count and the end of the window. */
const CONSUME = `
local at, window, slack = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ends = tonumber(redis.call("HGET", KEYS[1], "ends"))
if not ends or ends <= at or ends > at + window + slack then
  ends = at + window
  redis.call("HSET", KEYS[1], "spent", "0", "ends", string.format("%.0f", ends))
  redis.call("PEXPIRE", KEYS[1], window + slack)
end
return { redis.call("HINCRBY", KEYS[1], "spent", 1), ends }
`;

/** Counts in Redis; `database` counts while Redis is unavailable, so that no limit is ever off. */
export function createRedisRateLimiter(redis: Redis, database: RateLimiter, now: () => Date): RateLimiter {
  return {
    async consume(key, limit) {
      const [at, { max, windowMs }] = [now().getTime(), limit];
      const response = await redis.ask((client) => client.eval(CONSUME, 1, getName(key), at, windowMs, CLOCK_SLACK_MS));
      if (!Array.isArray(response)) return database.consume(key, limit);
      const [spent, endsAt] = response.map(Number);
      if (spent === undefined || endsAt === undefined) throw new TypeError("Redis returned no count.");
      return spent <= max ? 0 : Math.max(1, endsAt - at);
    },
    async reset(...keys) {
      // One by one: in a cluster they are not on one server.
      await redis.ask((client) => Promise.all(keys.map((key) => client.del(getName(key)))));
      // The database may have counted while Redis was unavailable.
      await database.reset(...keys);
    },
  };
}

const getName = (key: string): string => `budget:${hashKey(key)}`;

/** The same rate limiter; `onRefused` is called with the part of the key before its first colon; the rest may be an address. */
export const observeRateLimiter = (limiter: RateLimiter, onRefused: (kind: string) => void): RateLimiter => ({
  ...limiter,
  async consume(key, limit) {
    const waitMs = await limiter.consume(key, limit);
    if (waitMs > 0) onRefused(key.split(":", 1)[0] ?? "");
    return waitMs;
  },
});

/** Counts `cost`; returns 0 within the limit, otherwise the milliseconds until the window ends. */
export type MemoryCounter = (key: string, cost?: number) => number;

/**
 * A limit on cheap reads, in this process alone: it must cost no database call. All keys share one fixed window, so that
 * forgetting them costs nothing.
 */
export function createMemoryCounter({ max, windowMs }: Limit, now: () => number): MemoryCounter {
  let endsAt = 0;
  const counts = new Map<string, number>();
  return (key, cost = 1) => {
    const at = now();
    // A clock that was turned back must not make a window longer.
    if (at >= endsAt || endsAt - at > windowMs) {
      counts.clear();
      endsAt = at + windowMs;
    }
    const sum = (counts.get(key) ?? 0) + cost;
    counts.set(key, sum);
    return sum <= max ? 0 : endsAt - at;
  };
}
