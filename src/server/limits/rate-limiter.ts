// How often something may be done under one key: counted in the database, so that it holds over restarts and processes.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { APIError } from "better-auth/api";
import { sql } from "kysely";
import type { Redis } from "#platform/redis.ts";
import type { Database } from "#server/database/database.ts";
import type { Observer } from "#server/observer.ts";

type Allowance = { most: number; windowMs: number };

export type RateLimiter = {
  /** Counts one; answers 0 when it was within the allowance, else after how many milliseconds it would be again. */
  spend(key: string, allowance: Allowance): Promise<number>;
  /** Forgets what was counted under these keys, at once. */
  forgive(...keys: readonly string[]): Promise<void>;
};

/** By how much clocks of processes on one database may differ, and calls overtake each other. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Fixed windows: one begins with the first use after the last has ended. Keys are stored as hashes. SQLite is
 * synchronous, so each count yields first; otherwise rate-limited work would starve other requests.
 */
export function createRateLimiter(db: Database, now: () => Date): RateLimiter {
  return {
    async spend(key, { most, windowMs }) {
      await nextTurn();
      const at = now();
      const [createdAt, endsAt] = [at.toISOString(), new Date(at.getTime() + windowMs).toISOString()];
      // An end beyond what any clock of ours would set now is left from a clock that was set back.
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
      return spent <= most ? 0 : Math.max(1, Date.parse(until) - at.getTime());
    },
    async forgive(...keys) {
      await nextTurn();
      await db.deleteFrom("budget").where("key", "in", keys.map(hashKey)).execute();
    },
  };
}

/** Hides the key, which may contain an address. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

// What a limit answers where the account library speaks.

/** The refusal of who did something too often. */
export const tooMany = (waitMs: number): APIError =>
  new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." },
    { "Retry-After": String(Math.ceil(waitMs / 1000)) },
  );

/** The refusal of who came while too many others did. */
export const tooManyAtOnce = (code: string, message: string): APIError =>
  new APIError("SERVICE_UNAVAILABLE", { code, message }, { "Retry-After": "5" });

// The budget counted in Redis, where several machines share one; the database counts while Redis is away.

/** Counts one in a step that nothing comes between; answers what is spent, and until when. As `createBudget` does it. */
const SPEND = `
local at, window, slack = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ends = tonumber(redis.call("HGET", KEYS[1], "ends"))
if not ends or ends <= at or ends > at + window + slack then
  ends = at + window
  redis.call("HSET", KEYS[1], "spent", "0", "ends", string.format("%.0f", ends))
  redis.call("PEXPIRE", KEYS[1], window + slack)
end
return { redis.call("HINCRBY", KEYS[1], "spent", 1), ends }
`;

/** Never without a count: where Redis does not answer, the other counts from there on. */
export function createRedisRateLimiter(redis: Redis, database: RateLimiter, now: () => Date): RateLimiter {
  return {
    async spend(key, allowance) {
      const [at, { most, windowMs }] = [now().getTime(), allowance];
      const response = await redis.ask((client) => client.eval(SPEND, 1, getName(key), at, windowMs, CLOCK_SLACK_MS));
      if (!Array.isArray(response)) return database.spend(key, allowance);
      const [spent, endsAt] = response.map(Number);
      if (spent === undefined || endsAt === undefined) throw new TypeError("Redis counted nothing.");
      return spent <= most ? 0 : Math.max(1, endsAt - at);
    },
    async forgive(...keys) {
      await redis.ask((client) => client.del(...keys.map(getName)));
      // The database may have counted in between.
      await database.forgive(...keys);
    },
  };
}

const getName = (key: string): string => `budget:${hashKey(key)}`;

// A cheap limit on reads, in this process alone: it keeps one client from taking the machine for itself. What guards
// credentials, mails and writes is counted in the database instead.

export type Meter = {
  /** Counts `cost`; answers 0 when it was within the limit, else after how many milliseconds the count begins anew. */
  count(client: string, cost?: number): number;
};

/** Fixed windows, the same for all clients, so that forgetting them costs nothing. */
export function createMeter({ most, windowMs }: { most: number; windowMs: number }, now: () => number): Meter {
  let endsAt = 0;
  const counted = new Map<string, number>();
  return {
    count(client, cost = 1) {
      const at = now();
      // A clock that went back must not make a window longer.
      if (at >= endsAt || endsAt - at > windowMs) {
        counted.clear();
        endsAt = at + windowMs;
      }
      const sum = (counted.get(client) ?? 0) + cost;
      counted.set(client, sum);
      return sum <= most ? 0 : endsAt - at;
    },
  };
}

/** The same rate limiter; observers are notified of its refusals. */
export const observedRateLimiter = (budget: RateLimiter, observers: readonly Observer[]): RateLimiter => ({
  async spend(key, allowance) {
    const waitMs = await budget.spend(key, allowance);
    // The rest of a key names a person or an address.
    if (waitMs > 0) for (const observer of observers) observer.refused(key.split(":", 1)[0] ?? "");
    return waitMs;
  },
  forgive: budget.forgive,
});
