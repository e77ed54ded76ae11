// Rate limits per key. A `RateLimiter` counts in the database, so that a limit holds across restarts and processes. A `Counter`
// limits cheap reads, mostly in memory.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";

export type Limit = { max: number; windowMs: number };

export type RateLimiter = {
  /** Counts one use; returns 0 within the limit, otherwise the milliseconds until the window ends. */
  consume(key: string, limit: Limit): Promise<number>;
  /** Deletes the counts of these keys. */
  reset(...keys: readonly string[]): Promise<void>;
};

/** The table of counts; `endsAt` is the end of the window as ISO text. */
type Count = { id: string; key: string; count: number; endsAt: string; createdAt: string; updatedAt: string };
type CountDatabase = Pick<Kysely<{ budget: Count }>, "insertInto" | "deleteFrom">;

/** The clocks of processes that share a database may differ by this much, and calls may overtake each other. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Creates a limiter with fixed windows: a window begins with the first use after the previous window. Keys are stored as
 * hashes. SQLite is synchronous, so each count yields first; otherwise rate-limited work would starve other requests.
 */
export function createRateLimiter(db: CountDatabase, now: () => Date): RateLimiter {
  return {
    async consume(key, { max, windowMs }) {
      await setImmediate();
      const time = now();
      const [createdAt, endsAt] = [time.toISOString(), new Date(time.getTime() + windowMs).toISOString()];
      // An end later than this was set before the clock was turned back.
      const latest = new Date(time.getTime() + windowMs + CLOCK_SLACK_MS).toISOString();
      const isOver = sql<boolean>`budget."endsAt" <= ${createdAt} OR budget."endsAt" > ${latest}`;
      const row = { id: randomUUID(), key: hashKey(key), count: 1, endsAt, createdAt, updatedAt: createdAt };
      const { count, endsAt: until } = await db
        .insertInto("budget")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            count: sql`CASE WHEN ${isOver} THEN 1 ELSE budget."count" + 1 END`,
            endsAt: sql`CASE WHEN ${isOver} THEN ${endsAt} ELSE budget."endsAt" END`,
            updatedAt: createdAt,
          }),
        )
        .returning(["count", "endsAt"])
        .executeTakeFirstOrThrow();
      return count <= max ? 0 : Math.max(1, Date.parse(until) - time.getTime());
    },
    async reset(...keys) {
      await setImmediate();
      await db.deleteFrom("budget").where("key", "in", keys.map(hashKey)).execute();
    },
  };
}

/** Returns the hash of a key, which may contain an address. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Returns the limiter with a callback for refusals; it gets only the part of the key before the first colon, as the rest may be an address. */
export const observeRateLimiter = (limiter: RateLimiter, onRefused: (kind: string) => void): RateLimiter => ({
  ...limiter,
  async consume(key, limit) {
    const waitMs = await limiter.consume(key, limit);
    if (waitMs > 0) onRefused(key.split(":", 1)[0] ?? "");
    return waitMs;
  },
});

/** Counts `cost`; returns 0 within the limit, otherwise the milliseconds until the window ends. */
export type Counter = (key: string, cost?: number) => number | Promise<number>;

/**
 * Creates a limit on cheap reads within one process, without database calls. All keys share one fixed window, so that the
 * counts of all keys are dropped at once.
 */
export function createMemoryCounter({ max, windowMs }: Limit, now: () => number) {
  let endsAt = 0;
  const counts = new Map<string, number>();
  return (key: string, cost = 1): number => {
    const time = now();
    // A clock that was turned back must not make a window longer.
    if (time >= endsAt || endsAt - time > windowMs) {
      counts.clear();
      endsAt = time + windowMs;
    }
    const sum = (counts.get(key) ?? 0) + cost;
    counts.set(key, sum);
    return sum <= max ? 0 : endsAt - time;
  };
}

/** The number of shares into which a limit is divided; a process takes one share with each call of the rate limiter. */
const SHARES = 60;
/** Maximum wait for a share. After a timeout no request waits for `PAUSE_MS`, as its own call may wait for the same outage. */
const SHARE_TIMEOUT_MS = 250;
/** Extra time in which a process whose event loop was blocked reads an answer that has already arrived. */
const GRACE_MS = 50;
const PAUSE_MS = 1000;

type SharedCount = { left: number; shares: number; isOver: boolean; pendingShare: Promise<void> | null };

/**
 * Creates a counter for a limit shared by all processes. Each process takes a share of the limit at a time and uses it up in
 * memory. Together they never allow more than `max` in a window; they allow less if a client changes processes before it has
 * used up a share. Windows begin at multiples of their length. While the rate limiter is unavailable or slow, each process
 * applies the limit on its own.
 */
export function createSharedCounter(
  name: string,
  { max, windowMs }: Limit,
  limiter: Pick<RateLimiter, "consume">,
  now: () => number,
): Counter {
  const share = Math.ceil(max / SHARES);
  const limit = { max: Math.floor(max / share), windowMs };
  let [current, pausedUntil] = [0, 0];
  const counts = new Map<string, SharedCount>();
  /** Returns whether a share was available, or null if the rate limiter did not answer. */
  const requestShare = async (countKey: string): Promise<boolean | null> => {
    if (performance.now() < pausedUntil) return null;
    const consumption = limiter.consume(countKey, limit).then(
      (waitMs) => waitMs === 0,
      () => null,
    );
    const timeout = sleep(SHARE_TIMEOUT_MS, null, { ref: false }).then(() => sleep(GRACE_MS, null, { ref: false }));
    const hasShare = await Promise.race([consumption, timeout]);
    if (hasShare === null) pausedUntil = performance.now() + PAUSE_MS;
    return hasShare;
  };
  const takeShare = async (key: string, count: SharedCount, window: number): Promise<void> => {
    // Windows alternate between two stored keys, so that a key has at most two rows.
    const countKey = `${name}:${window % 2}:${key}`;
    if ((await requestShare(countKey)) ?? count.shares < limit.max) {
      count.shares += 1;
      count.left += share;
    } else count.isOver = true;
    count.pendingShare = null;
  };
  return (key, cost = 1) => {
    const time = now();
    const window = Math.floor(time / windowMs);
    if (window !== current) counts.clear();
    current = window;
    const count = counts.get(key) ?? { left: 0, shares: 0, isOver: false, pendingShare: null };
    counts.set(key, count);
    const consumeShare = () => {
      if (count.left < cost) return (window + 1) * windowMs - time;
      count.left -= cost;
      return 0;
    };
    if (count.left >= cost || count.isOver) return consumeShare();
    return (async () => {
      while (count.left < cost && !count.isOver) {
        count.pendingShare ??= takeShare(key, count, window);
        await count.pendingShare;
      }
      return consumeShare();
    })();
  };
}
