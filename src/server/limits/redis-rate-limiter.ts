// The budget counted in Redis, where several machines share one; the database counts while Redis is away.
import type { Redis } from "#platform/redis.ts";
import { CLOCK_SLACK_MS, hashKey, type RateLimiter } from "./rate-limiter.ts";

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
