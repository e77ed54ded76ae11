// The hourly purge of expired rows, by one process at a time and only while the clock can be trusted.
import { randomUUID } from "node:crypto";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { keepLease } from "#platform/queue.ts";
import type { Database } from "./database.ts";
import { type Chore, createRun } from "./purge-run.ts";

const INTERVAL_MS = 60 * 60_000;
/** Delay after the start, so that the first requests are not slowed down. */
const FIRST_DELAY_MS = 60_000;

/** Maximum of rows that one run deletes or repairs; the next run continues. */
const MAX_ROWS = 50_000;
/** The lease of the purging process; after a crash it ends after this time. */
const LEASE = { name: "housekeeping", ms: 60_000 };

type HousekeepingParts = {
  db: Database;
  now: () => Date;
  logger: Logger;
  /** Run in this order; the others also run if one fails. */
  chores: readonly Chore[];
  /** Maximum of rows in one run. */
  maxRows?: number;
};

/**
 * Purges expired rows soon after the start and then once an hour, until disposed of; it deletes nothing while the clock is not
 * trusted. If a run could not delete all rows, the next run follows soon.
 */
export function createHousekeeping(parts: HousekeepingParts & { firstAfterMs?: number }): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const logFailure = (err: unknown) => {
    parts.logger.error({ err }, "the hourly purge failed");
    return true;
  };
  const scheduleRun = (ms: number) => {
    const run = async () => {
      const isDone = await purge(parts).catch(logFailure);
      if (!isDisposed) scheduleRun(isDone ? INTERVAL_MS : FIRST_DELAY_MS);
    };
    timer = setTimeout(() => void run(), ms).unref();
  };
  // The first run is early, so that it also happens in a process that restarts more than once an hour.
  scheduleRun(parts.firstAfterMs ?? FIRST_DELAY_MS);
  return {
    [Symbol.dispose]() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}

/** Runs the purge unless another process is running it. Returns false if rows are left for the next run. */
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
  const time = now();
  if (!(await isClockTrusted(db, time))) {
    logger.warn(
      { at: time },
      "the clock moved by more than a day: nothing is deleted until it has been steady for a day",
    );
    return true;
  }
  const startMs = performance.now();
  const run = createRun(maxRows);
  const logFailure = (err: unknown) => logger.error({ err }, "a chore of the hourly purge failed");
  for (const chore of chores) await chore(db, time, run).catch(logFailure);
  const isDone = run.left > 0;
  logger.info({ rows: run.rows, ms: Math.round(performance.now() - startMs), isDone }, "purged");
  return isDone;
}

// Clock check: whether the clock can be trusted for deleting expired rows.
const ID = "purge";
/** The heartbeat is written every hour; a larger step means that the site was paused or the clock was set. */
const MAX_STEP_MS = 24 * 60 * 60_000;
/** How long nothing is deleted after such a step, so that a wrong clock can be noticed and corrected. */
const DISTRUST_MS = 24 * 60 * 60_000;

/**
 * Writes the heartbeat and compares it with the previous one. Returns false after a step of more than a day, forwards or
 * backwards, until a day has passed without such a step.
 */
async function isClockTrusted(db: Database, time: Date): Promise<boolean> {
  const last = await db
    .selectFrom("heartbeat")
    .select(["updatedAt", "trustedFrom"])
    .where("id", "=", ID)
    .executeTakeFirst();
  const stepMs = last ? time.getTime() - Date.parse(last.updatedAt) : 0;
  const distrustedUntil = new Date(time.getTime() + DISTRUST_MS).toISOString();
  const updatedAt = time.toISOString();
  const trustedFrom = Math.abs(stepMs) > MAX_STEP_MS ? distrustedUntil : (last?.trustedFrom ?? updatedAt);
  await db
    .insertInto("heartbeat")
    .values({ id: ID, trustedFrom, createdAt: updatedAt, updatedAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ trustedFrom, updatedAt }))
    .execute();
  return trustedFrom <= updatedAt;
}
