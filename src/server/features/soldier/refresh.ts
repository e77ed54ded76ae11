// Refreshes a soldier from the service, as a job: on request, when an old page is opened, and periodically.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import { type Database, inTransaction, OF_ALL_OWNERS } from "#server/database/database.ts";
import { type JobKind, jobKind, type NewJob } from "#server/jobs/job.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import { changeSoldier, getSoldier } from "./repository.ts";
import { keepReading } from "./snapshot-repository.ts";

const KIND = "refresh-soldier";
const input = z.object({ soldierId: z.string() });

/** The job that reads a soldier: one at a time. */
export const getRefresh = (userId: string, soldierId: string): NewJob => ({
  userId,
  kind: KIND,
  key: `${KIND}:${userId}:${soldierId}`,
  input: { soldierId },
});

type RefreshParts = {
  db: Database;
  statistics: StatisticsSource;
  /** Interval of automatic readings; 0: none. */
  everyMs: number;
  now: () => Date;
};

/** Steps: reading, comparing, stored. Answers the snapshot and whether anything was new. */
export const refreshSoldier = (parts: RefreshParts): Record<typeof KIND, JobKind> => ({
  [KIND]: jobKind({
    input,
    async run({ userId, input: { soldierId }, step, signal }) {
      await step("reading");
      const { db, statistics, everyMs, now } = parts;
      const soldier = await getSoldier(db, userId, soldierId);
      await changeSoldier(db, userId, soldierId, { triedAt: now().toISOString() }, now());
      const reading = await statistics.read(soldier, signal).catch(async (error: unknown) => {
        if (error instanceof AppError) await recordFailure(parts, userId, soldierId, error.code);
        throw error;
      });
      await step("comparing");
      const { answeredAt, name, playerId } = reading;
      const stored = await withPersonLock(db, userId, async (trx) => {
        const reported = { userId, soldierId, takenAt: answeredAt, statistics: reading.statistics };
        const snapshot = await keepReading(trx, reported, now());
        const nextReadAt = everyMs > 0 ? new Date(now().getTime() + everyMs).toISOString() : null;
        const fine = { trouble: null, vanishedAt: null, readAt: answeredAt, nextReadAt };
        await changeSoldier(trx, userId, soldierId, { ...fine, name, playerId: playerId ?? soldier.playerId }, now());
        return snapshot;
      });
      await step("stored");
      return stored;
    },
  }),
});

/** The history of a soldier that the service no longer knows is retained. */
async function recordFailure({ db, now }: RefreshParts, userId: string, id: string, trouble: ErrorCode): Promise<void> {
  const vanished = trouble === "soldier_unknown" ? { vanishedAt: now().toISOString() } : {};
  await changeSoldier(db, userId, id, { trouble, ...vanished }, now());
}

// Automatic readings: each soldier that is due is read once, however many processes share the database.
const LOOK_EVERY_MS = 60_000;
const MAX_PER_CHECK = 500;
/** One process looks at a time; the next may when it died. */
const LOOK_LEASE = { name: "due-readings", ms: 30_000 };
/** Calls that a reading may take of the service's rate. */
const MAX_CALLS: Record<string, number> = { bf4: 3, bf2042: 1 };
/** The rest of the rate is for people who wait. */
const SCHEDULED_SHARE = 0.5;
const RATE_KEY = "scheduled-readings";

type ScheduleParts = {
  db: Database;
  jobs: Pick<Jobs, "add" | "wake">;
  statistics: Pick<StatisticsSource, "restingMs">;
  rateLimiter: RateLimiter;
  /** Maximum of calls to the service, over all processes. */
  perMinute: number;
  everyMs: number;
  now: () => Date;
};

/** Starts jobs for readings that are due, as many as the service's rate allows; nothing while the service rests. */
export async function beginDueReadings(parts: ScheduleParts): Promise<void> {
  const { db, jobs, statistics, now } = parts;
  const leases = createLeaseRows(db, now);
  const holder = randomUUID();
  if ((await statistics.restingMs()) > 0 || !(await leases.claim(LOOK_LEASE.name, holder, LOOK_LEASE.ms))) return;
  try {
    await beginAllowed(parts);
  } finally {
    await leases.release([LOOK_LEASE.name], holder);
  }
  jobs.wake();
}

async function beginAllowed({ db, jobs, rateLimiter, perMinute, everyMs, now }: ScheduleParts): Promise<void> {
  const max = Math.ceil(perMinute * SCHEDULED_SHARE);
  // Readings that are put off because people use the rate are waiting already.
  const { open } = await db
    .selectFrom("job")
    .select(({ fn }) => fn.countAll<number>().as("open"))
    .where("kind", "=", KIND)
    .where("endedAt", "is", null)
    .executeTakeFirstOrThrow();
  const due = await db
    .selectFrom("soldier")
    .select(["id", "userId", "game", "nextReadAt"])
    .where("nextReadAt", "<=", now().toISOString())
    .where("deletedAt", "is", null)
    .where("relation", "!=", "sample")
    .orderBy("nextReadAt")
    .limit(Math.max(0, Math.min(max - Number(open), MAX_PER_CHECK)))
    .modifyEnd(OF_ALL_OWNERS)
    .execute();
  const nextReadAt = new Date(now().getTime() + everyMs).toISOString();
  for (const { id, userId, game, nextReadAt: seen } of due) {
    const limit = { max, windowMs: LOOK_EVERY_MS };
    if ((await rateLimiter.consume(RATE_KEY, limit)) > 0) return;
    for (let call = 1; call < (MAX_CALLS[game] ?? 1); call += 1) await rateLimiter.consume(RATE_KEY, limit);
    await inTransaction(db, async (trx) => {
      // Where another process was sooner, the next reading it has set lets this change no row.
      const { numUpdatedRows } = await trx
        .updateTable("soldier")
        .set({ nextReadAt })
        .where("userId", "=", userId)
        .where("id", "=", id)
        .where("nextReadAt", "=", seen)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await jobs.add(getRefresh(userId, id), trx);
    });
  }
}

/** Checks every minute until disposed of; does nothing for an interval of 0. */
export function createSchedule(parts: ScheduleParts & { logger: Logger }): Disposable {
  const look = () =>
    beginDueReadings(parts).catch((err: unknown) => parts.logger.error({ err }, "no reading could be begun"));
  const timer = parts.everyMs > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
