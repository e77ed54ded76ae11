// Rate limits: how often something may be done under one key. `RateLimiter` counts in the database, so that a limit holds over
// restarts and processes. A `Counter` limits cheap reads, mostly in memory.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
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
      return count <= max ? 0 : Math.max(1, Date.parse(until) - at.getTime());
    },
    async reset(...keys) {
      await nextTurn();
      await db.deleteFrom("budget").where("key", "in", keys.map(hashKey)).execute();
    },
  };
}

/** Hides the key, which may contain an address. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

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
export type Counter = (key: string, cost?: number) => number | Promise<number>;

/**
 * A limit on cheap reads where one process counts alone: it costs no database call. All keys share one fixed window, so that
 * forgetting them costs nothing.
 */
export function createMemoryCounter({ max, windowMs }: Limit, now: () => number) {
  let endsAt = 0;
  const counts = new Map<string, number>();
  return (key: string, cost = 1): number => {
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

/** The parts of a limit that a process takes at a time; each costs a call of the rate limiter. */
const SHARES = 60;
/** No request waits longer for a share, and after that none for a while: its own call may have to wait for the same outage. */
const SHARE_WITHIN_MS = 250;
/** A process that was held up itself reads what has arrived before it gives up. */
const GRACE_MS = 50;
const REST_MS = 1000;

type SharedCount = { left: number; shares: number; isOver: boolean; taking: Promise<void> | null };

/**
 * The same limit over all processes. Each takes a share of it at a time and counts that in its memory: together they never
 * allow more than `max` in a window, and less by what is left of the shares of processes that the client leaves. Windows begin
 * at multiples of their length. While the rate limiter is unavailable or slow each process counts for itself.
 */
export function createSharedCounter(
  name: string,
  { max, windowMs }: Limit,
  limiter: Pick<RateLimiter, "consume">,
  now: () => number,
): Counter {
  const share = Math.ceil(max / SHARES);
  const limit = { max: Math.floor(max / share), windowMs };
  let [current, restUntil] = [0, 0];
  const counts = new Map<string, SharedCount>();
  /** Whether there was a share; null where it is not known. */
  const ask = async (place: string): Promise<boolean | null> => {
    if (performance.now() < restUntil) return null;
    const consumption = limiter.consume(place, limit).then(
      (waitMs) => waitMs === 0,
      () => null,
    );
    const late = sleep(SHARE_WITHIN_MS, null, { ref: false }).then(() => sleep(GRACE_MS, null, { ref: false }));
    const hasShare = await Promise.race([consumption, late]);
    if (hasShare === null) restUntil = performance.now() + REST_MS;
    return hasShare;
  };
  const takeShare = async (key: string, count: SharedCount, window: number): Promise<void> => {
    // Of two windows in turn, so that a key has two counts and not one for each window.
    const place = `${name}:${window % 2}:${key}`;
    if ((await ask(place)) ?? count.shares < limit.max) {
      count.shares += 1;
      count.left += share;
    } else count.isOver = true;
    count.taking = null;
  };
  return (key, cost = 1) => {
    const at = now();
    const window = Math.floor(at / windowMs);
    if (window !== current) counts.clear();
    current = window;
    const count = counts.get(key) ?? { left: 0, shares: 0, isOver: false, taking: null };
    counts.set(key, count);
    const use = () => {
      if (count.left < cost) return (window + 1) * windowMs - at;
      count.left -= cost;
      return 0;
    };
    if (count.left >= cost || count.isOver) return use();
    return (async () => {
      while (count.left < cost && !count.isOver) {
        count.taking ??= takeShare(key, count, window);
        await count.taking;
      }
      return use();
    })();
  };
}
