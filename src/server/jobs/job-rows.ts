// Adding, reading and cancelling jobs.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "#server/database/database.ts";
import { deleteRows } from "#server/database/purge-run.ts";
import type { Tables } from "#server/database/schema.ts";
import type { Job, JobOutcome, NewJob } from "./job.ts";

export type JobRow = Selectable<Tables["job"]>;

const MAX_LISTED = 100;
const MAX_ENDED_JOBS = 100;

/** Returns the unfinished job with this key, or adds it. */
export async function addJob(db: Database, { userId, kind, key, input }: NewJob, now: Date): Promise<Job> {
  const timestamp = now.toISOString();
  const initialColumns = {
    steps: "[]",
    outcome: null,
    attempts: 0,
    leasedUntil: null,
    cancelledAt: null,
    endedAt: null,
  };
  const row: JobRow = {
    id: randomUUID(),
    userId,
    kind,
    key,
    input: JSON.stringify(input),
    ...initialColumns,
    dueAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  for (;;) {
    const added = await db
      .insertInto("job")
      .values(row)
      .onConflict((conflict) => conflict.column("key").where("endedAt", "is", null).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) await deleteOldJobs(db, userId);
    const open = added ?? (await findOpenJob(db, key));
    // If there is none, the conflicting job has just ended; then try again.
    if (open) return parseJob(open);
  }
}

/** Deletes a person's ended jobs except the newest. */
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

const findOpenJob = (db: Database, key: string): Promise<JobRow | undefined> =>
  db.selectFrom("job").selectAll().where("key", "=", key).where("endedAt", "is", null).executeTakeFirst();

/** Returns one of the user's jobs, or null. */
export async function findJob(db: Database, userId: string, id: string): Promise<Job | null> {
  const row = await db
    .selectFrom("job")
    .selectAll()
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? parseJob(row) : null;
}

/** Returns the user's unfinished jobs, oldest first. */
export async function listUnfinishedJobs(db: Database, userId: string): Promise<Job[]> {
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
 * Ends a job that no worker has claimed, and marks a claimed job as cancelled, which its worker checks. Returns false if the user has
 * no such unfinished job.
 */
export async function cancelJob(db: Database, userId: string, id: string, now: Date): Promise<boolean> {
  const timestamp = now.toISOString();
  const updateUserJob = () =>
    db.updateTable("job").where("id", "=", id).where("userId", "=", userId).where("endedAt", "is", null);
  const { numUpdatedRows } = await updateUserJob()
    .set({ cancelledAt: timestamp, updatedAt: timestamp })
    .executeTakeFirst();
  const outcome: JobOutcome = { kind: "cancelled" };
  await updateUserJob()
    .set({ endedAt: timestamp, leasedUntil: null, outcome: JSON.stringify(outcome) })
    .where(({ eb, or }) => or([eb("leasedUntil", "is", null), eb("leasedUntil", "<=", timestamp)]))
    .execute();
  return numUpdatedRows === 1n;
}

function parseJob({ id, kind, key, createdAt, steps, outcome, endedAt, leasedUntil, dueAt }: JobRow): Job {
  const isWaiting = endedAt === null && leasedUntil === null && dueAt !== createdAt;
  return {
    id,
    kind,
    key,
    createdAt,
    steps: JSON.parse(steps),
    outcome: outcome === null ? null : JSON.parse(outcome),
    endedAt,
    triesAgainAt: isWaiting ? dueAt : null,
  };
}
