// How often something may be done under one key: counted in the database, so that it holds over restarts and processes.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";

type Allowance = { most: number; windowMs: number };

export type RateLimiter = {
  /** Counts one; answers 0 when it was within the allowance, else after how many milliseconds it would be again. */
  spend(key: string, allowance: Allowance): Promise<number>;
  /** Forgets what was counted under these keys, at once. */
  forgive(...keys: readonly string[]): Promise<void>;
};

/** By how much clocks of processes on one database may differ, and calls overtake each other. */
export const CLOCK_SLACK_MS = 60_000;

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
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");
