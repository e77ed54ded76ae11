// The job table as seen by workers. jobs.ts decides when a job is retried.
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { JobOutcome, JobStep } from "./job.ts";
import type { JobRow } from "./job-rows.ts";

/** A claim lasts this long, and as long again with each renewal: a process that died is followed after it. */
export const LEASE_MS = 9_000;

/** No try is put off for as long: one that is due later was put off by a clock that was set back since. */
const MAX_WAIT_MS = 60 * 60_000;

export type JobQueue = ReturnType<typeof createJobQueue>;

/** Work of these kinds, one at least. Another is a newer release's to do, while both run, or the older's that comes back. */
export function createJobQueue(db: Database, kinds: readonly string[], now: () => Date) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  const claimableAt = sql<string>`coalesce("leasedUntil", "dueAt")`;
  const isClaimable = () =>
    sql<boolean>`(${claimableAt} <= ${inMs(0)} OR ("leasedUntil" IS NULL AND "dueAt" > ${inMs(MAX_WAIT_MS)}))`;

  const change = (id: string, set: Partial<JobRow>) =>
    db
      .updateTable("job")
      .set({ ...set, updatedAt: inMs(0) })
      .where("id", "=", id)
      .where("endedAt", "is", null);

  /** As long as no other process has taken it over. */
  const changeClaimed = ({ id, attempts }: JobRow, set: Partial<JobRow>) =>
    change(id, set).where("attempts", "=", attempts).where("leasedUntil", "is not", null);

  return {
    /** The job that is due for longest, now claimed; null when none is due. `attempts` counts this claim, too. */
    async claim(): Promise<JobRow | null> {
      for (;;) {
        const due = await db
          .selectFrom("job")
          .select("id")
          .where("kind", "in", kinds)
          .where("endedAt", "is", null)
          .where(isClaimable())
          .orderBy("dueAt")
          .orderBy("id")
          .limit(1)
          .executeTakeFirst();
        if (!due) return null;
        // Where another process was sooner, the lease it has set lets this change no row.
        const claimed = await change(due.id, { leasedUntil: inMs(LEASE_MS) })
          .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
          .where(isClaimable())
          .returningAll()
          .executeTakeFirst();
        if (claimed) return claimed;
      }
    },

    /** Keeps the claim and the steps begun by now; false when the claim is lost, or the owner wants the job to end. */
    async renew(job: JobRow, steps: readonly JobStep[]): Promise<boolean> {
      const row = await changeClaimed(job, { leasedUntil: inMs(LEASE_MS), steps: JSON.stringify(steps) })
        .returning("cancelledAt")
        .executeTakeFirst();
      return row !== undefined && row.cancelledAt === null;
    },

    /** Gives a claimed job back, to be due again later. */
    async putOff(job: JobRow, ms: number): Promise<void> {
      await changeClaimed(job, { leasedUntil: null, dueAt: inMs(ms) }).execute();
    },

    async end(job: JobRow, outcome: JobOutcome): Promise<void> {
      const ended = { endedAt: inMs(0), leasedUntil: null, outcome: JSON.stringify(outcome) };
      await changeClaimed(job, ended).execute();
    },

    /** How long until the next job is due, or null when there is none. */
    async untilNextMs(): Promise<number | null> {
      const { next } = await db
        .selectFrom("job")
        .select(({ fn }) => fn.min<string | null>(claimableAt).as("next"))
        .where("kind", "in", kinds)
        .where("endedAt", "is", null)
        .executeTakeFirstOrThrow();
      return next === null ? null : Math.max(0, Date.parse(next) - now().getTime());
    },
  };
}
