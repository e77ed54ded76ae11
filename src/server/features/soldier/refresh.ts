// Refreshes a soldier from the service, as a job: on request, when an old page is opened, and periodically.
import { z } from "zod";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import type { Logger } from "#platform/logger.ts";
import type { Database } from "#server/database/database.ts";
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
  key: `${KIND}:${soldierId}`,
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
/** Maximum of readings started at a time, by the service's rate. */
const MAX_PER_CHECK = 50;

type ScheduleParts = { db: Database; jobs: Pick<Jobs, "add" | "wake">; everyMs: number; now: () => Date };

/** Starts jobs for the readings that are due. */
export async function beginDueReadings({ db, jobs, everyMs, now }: ScheduleParts): Promise<void> {
  const at = now().toISOString();
  const due = await db
    .selectFrom("soldier")
    .select(["id", "userId", "nextReadAt"])
    .where("nextReadAt", "<=", at)
    .where("deletedAt", "is", null)
    .where("relation", "!=", "sample")
    .orderBy("nextReadAt")
    .limit(MAX_PER_CHECK)
    .execute();
  const nextReadAt = new Date(now().getTime() + everyMs).toISOString();
  for (const { id, userId, nextReadAt: seen } of due) {
    await db.transaction().execute(async (trx) => {
      // Where another process was sooner, the next reading it has set lets this change no row.
      const { numUpdatedRows } = await trx
        .updateTable("soldier")
        .set({ nextReadAt })
        .where("id", "=", id)
        .where("nextReadAt", "=", seen)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await jobs.add(getRefresh(userId, id), trx);
    });
  }
  jobs.wake();
}

/** Checks every minute until disposed of; does nothing for an interval of 0. */
export function createSchedule(parts: ScheduleParts & { logger: Logger }): Disposable {
  const look = () =>
    beginDueReadings(parts).catch((err: unknown) => parts.logger.error({ err }, "no reading could be begun"));
  const timer = parts.everyMs > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
