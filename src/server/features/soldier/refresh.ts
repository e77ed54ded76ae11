// Refreshes a soldier from the service, as a job: on request, when an old page is opened, and periodically.
import { z } from "zod";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { Database } from "#server/database/database.ts";
import { type JobKind, jobKind, type NewJob } from "#server/jobs/job.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import { keepReading } from "./snapshot-rows.ts";
import { changeSoldier, getSoldier } from "./soldier-rows.ts";

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
  /** How long after a reading the next one follows by itself; 0: never. */
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
        if (error instanceof AppError) await noteTrouble(parts, userId, soldierId, error.code);
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

/** The history of a soldier that is no longer known stays. */
async function noteTrouble({ db, now }: RefreshParts, userId: string, id: string, trouble: ErrorCode): Promise<void> {
  const vanished = trouble === "soldier_unknown" ? { vanishedAt: now().toISOString() } : {};
  await changeSoldier(db, userId, id, { trouble, ...vanished }, now());
}
