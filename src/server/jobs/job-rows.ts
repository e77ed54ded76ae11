// Jobs as their owners ask for them, see them and end them.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "#server/database/database.ts";
import { deleteRows } from "#server/database/purge-run.ts";
import type { Tables } from "#server/database/schema.ts";
import type { Job, JobOutcome, NewJob } from "./job.ts";

export type JobRow = Selectable<Tables["job"]>;

const MAX_LISTED = 100;
const MAX_ENDED_JOBS = 100;

/** The job of this key that has not ended, made where there is none. */
export async function addJob(db: Database, { userId, kind, key, input }: NewJob, now: Date): Promise<Job> {
  const at = now.toISOString();
  const begun = { steps: "[]", outcome: null, attempts: 0, leasedUntil: null, cancelledAt: null, endedAt: null };
  const row: JobRow = {
    id: randomUUID(),
    userId,
    kind,
    key,
    input: JSON.stringify(input),
    ...begun,
    dueAt: at,
    createdAt: at,
    updatedAt: at,
  };
  for (;;) {
    const added = await db
      .insertInto("job")
      .values(row)
      .onConflict((conflict) => conflict.column("key").where("endedAt", "is", null).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) await deleteOldJobs(db, userId);
    const open = added ?? (await openJob(db, key));
    // Else the one that was in the way has ended in between.
    if (open) return parseJob(open);
  }
}

/** Of the jobs of a person that have ended, the newest stay. */
async function deleteOldJobs(db: Database, userId: string): Promise<void> {
  const old = db
    .selectFrom("job")
    .select("id")
    .where("userId", "=", userId)
    .where("endedAt", "is not", null)
    .orderBy("createdAt", "desc")
    .offset(MAX_ENDED_JOBS)
    .limit(MAX_ENDED_JOBS);
  await deleteRows(db, "job", await old.execute());
}

const openJob = (db: Database, key: string): Promise<JobRow | undefined> =>
  db.selectFrom("job").selectAll().where("key", "=", key).where("endedAt", "is", null).executeTakeFirst();

/** One of the user's jobs, or null. */
export async function findJob(db: Database, userId: string, id: string): Promise<Job | null> {
  const row = await db
    .selectFrom("job")
    .selectAll()
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? parseJob(row) : null;
}

/** The user's jobs that have not ended, oldest first. */
export async function jobsUnderWay(db: Database, userId: string): Promise<Job[]> {
  const rows = await db
    .selectFrom("job")
    .selectAll()
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(parseJob);
}

/**
 * Ends a job that no worker has claimed, and signals the worker of a claimed one to stop. False when the user has no
 * such job under way.
 */
export async function cancelJob(db: Database, userId: string, id: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const ofUser = () =>
    db.updateTable("job").where("id", "=", id).where("userId", "=", userId).where("endedAt", "is", null);
  const { numUpdatedRows } = await ofUser().set({ cancelledAt: at, updatedAt: at }).executeTakeFirst();
  const outcome: JobOutcome = { kind: "cancelled" };
  await ofUser()
    .set({ endedAt: at, leasedUntil: null, outcome: JSON.stringify(outcome) })
    .where(({ eb, or }) => or([eb("leasedUntil", "is", null), eb("leasedUntil", "<=", at)]))
    .execute();
  return numUpdatedRows === 1n;
}

function parseJob({ id, kind, key, createdAt, steps, outcome, endedAt, leasedUntil, dueAt }: JobRow): Job {
  const waits = endedAt === null && leasedUntil === null && dueAt !== createdAt;
  return {
    id,
    kind,
    key,
    createdAt,
    steps: JSON.parse(steps),
    outcome: outcome === null ? null : JSON.parse(outcome),
    endedAt,
    triesAgainAt: waits ? dueAt : null,
  };
}
