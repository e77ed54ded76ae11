// When ended rows are deleted: once an hour, by one process at a time, while the clock can be trusted.
import { randomUUID } from "node:crypto";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { keepLease } from "#platform/queue.ts";
import type { Database } from "./database.ts";
import { type Chore, createRun } from "./purge-run.ts";

const EVERY_MS = 60 * 60_000;
/** Delay after the start, so that the first requests are not slowed down. */
const FIRST_AFTER_MS = 60_000;

/** Maximum of rows that one run deletes or repairs; the next goes on. */
const MAX_ROWS = 50_000;
/** One process purges at a time; the lease of one that died ends after this time. */
const LEASE = { name: "housekeeping", ms: 60_000 };

type HousekeepingParts = {
  db: Database;
  now: () => Date;
  logger: Logger;
  /** In this order; one that fails keeps no other from its work. */
  chores: readonly Chore[];
  /** Maximum of rows in one run. */
  maxRows?: number;
};

/**
 * Deletes what has ended, soon after the start and then once an hour, until disposed of; nothing while the clock is not
 * trusted. After a run that could not delete all the next one comes soon.
 */
export function createHousekeeping(parts: HousekeepingParts & { firstAfterMs?: number }): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const failed = (err: unknown) => {
    parts.logger.error({ err }, "the hourly purge failed");
    return true;
  };
  const runIn = (ms: number) => {
    const run = async () => {
      const isDone = await purge(parts).catch(failed);
      if (!isEnded) runIn(isDone ? EVERY_MS : FIRST_AFTER_MS);
    };
    timer = setTimeout(() => void run(), ms).unref();
  };
  // Also runs in a process that is restarted more than once an hour.
  runIn(parts.firstAfterMs ?? FIRST_AFTER_MS);
  return {
    [Symbol.dispose]() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/** One run, unless another process has one; false where it has deleted enough and there is more. */
export async function purge(parts: HousekeepingParts): Promise<boolean> {
  const { db, now, logger } = parts;
  const leases = createLeaseRows(db, now);
  const holder = randomUUID();
  if (!(await leases.claim(LEASE.name, holder, LEASE.ms))) return true;
  try {
    using _lease = keepLease(LEASE.ms, () => leases.renew(LEASE.name, holder, LEASE.ms), logger);
    return await purgeOnce(parts);
  } finally {
    await leases.release([LEASE.name], holder);
  }
}

async function purgeOnce({ db, now, logger, chores, maxRows = MAX_ROWS }: HousekeepingParts): Promise<boolean> {
  const at = now();
  if (!(await isClockTrusted(db, at))) {
    logger.warn({ at }, "the clock moved by more than a day: nothing is deleted until it has been steady for a day");
    return true;
  }
  const began = performance.now();
  const run = createRun(maxRows);
  const failed = (err: unknown) => logger.error({ err }, "a chore of the hourly purge failed");
  for (const chore of chores) await chore(db, at, run).catch(failed);
  const isDone = run.left > 0;
  logger.info({ rows: run.rows, ms: Math.round(performance.now() - began), isDone }, "purged");
  return isDone;
}

// Decides whether the clock can be trusted for deleting expired rows.
const ID = "purge";
/** The heartbeat is written every hour: a larger step is a pause of the site, or a clock that was set. */
const MAX_STEP_MS = 24 * 60 * 60_000;
/** After such a step nothing is deleted for this long, so that a wrong clock can be noticed and set back. */
const DISTRUST_MS = 24 * 60 * 60_000;

/**
 * Writes the heartbeat and compares the clock with the one before. False from a step of more than a day, forwards or
 * backwards, until a day has passed without another.
 */
async function isClockTrusted(db: Database, at: Date): Promise<boolean> {
  const last = await db
    .selectFrom("heartbeat")
    .select(["updatedAt", "trustedFrom"])
    .where("id", "=", ID)
    .executeTakeFirst();
  const stepMs = last ? at.getTime() - Date.parse(last.updatedAt) : 0;
  const distrustedUntil = new Date(at.getTime() + DISTRUST_MS).toISOString();
  const updatedAt = at.toISOString();
  const trustedFrom = Math.abs(stepMs) > MAX_STEP_MS ? distrustedUntil : (last?.trustedFrom ?? updatedAt);
  await db
    .insertInto("heartbeat")
    .values({ id: ID, trustedFrom, createdAt: updatedAt, updatedAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ trustedFrom, updatedAt }))
    .execute();
  return trustedFrom <= updatedAt;
}
