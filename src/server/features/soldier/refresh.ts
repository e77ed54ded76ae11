// The job that reads a soldier's statistics from the service: on request, when the page of a soldier with an old reading is opened, and
// periodically.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ASKED_AFTER_MS, isEmptyReading, REFUSED_FOR_MS } from "#domain/soldier/reading.ts";
import { isSameName, type PendingQuestions } from "#domain/soldier/soldier.ts";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Config } from "#server/config/config.ts";
import type { JobParts } from "#server/context.ts";
import { type Database, inTransaction, OF_ALL_OWNERS } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import { type JobKind, jobKind, type NewJob } from "#server/jobs/job.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import {
  changeSoldier,
  findDuplicate,
  getSoldier,
  type StoredSoldier,
  serializePendingQuestions,
} from "./repository.ts";
import { deletePendingSnapshot, storeServiceReading } from "./snapshot-repository.ts";

const KIND = "refresh-soldier";
const input = z.object({ soldierId: z.string() });

/** Returns the job that reads a soldier; its key allows one at a time. */
export const createRefreshJob = (userId: string, soldierId: string): NewJob => ({
  userId,
  kind: KIND,
  key: `${KIND}:${userId}:${soldierId}`,
  input: { soldierId },
});

type RefreshParts = Pick<JobParts, "db" | "statistics" | "config" | "now">;

/**
 * Returns the kind of job with the steps reading, comparing and stored. Its result is the snapshot and whether it is new. Changes that
 * need the person's decision are stored in the soldier's `pendingReading`.
 */
export const refreshSoldier = (parts: RefreshParts): Record<typeof KIND, JobKind> => ({
  [KIND]: jobKind({
    input,
    async run({ userId, input: { soldierId }, step, signal }) {
      await step("reading");
      const { db, statistics, now } = parts;
      const soldier = await getSoldier(db, userId, soldierId);
      await changeSoldier(db, userId, soldierId, { triedAt: now().toISOString() }, now());
      const reading = await statistics.read(soldier, signal).catch(async (error: unknown) => {
        if (error instanceof AppError) await recordFailure(parts, userId, soldier, error.code);
        throw error;
      });
      await step("comparing");
      const outcome = await withPersonLock(db, userId, (trx) => storeReading(trx, parts, { userId, soldier, reading }));
      if (outcome.refusal) throw outcome.refusal;
      await step("stored");
      return outcome.stored;
    },
  }),
});

type ReadingOutcome =
  | { stored: { snapshotId: string; isNew: boolean }; refusal?: never }
  | { stored?: never; refusal: AppError };

type NewReading = { userId: string; soldier: StoredSoldier; reading: Awaited<ReturnType<StatisticsSource["read"]>> };

/** Stores the reading, or the reason why it is refused; then the last accepted reading stays. */
async function storeReading(
  trx: Database,
  { config, now }: Pick<RefreshParts, "config" | "now">,
  { userId, soldier: requested, reading }: NewReading,
): Promise<ReadingOutcome> {
  const soldier = await getSoldier(trx, userId, requested.id);
  const change = (changes: Parameters<typeof changeSoldier>[3]) =>
    changeSoldier(trx, userId, soldier.id, changes, now());
  const questions: PendingQuestions = soldier.pendingReading ?? { identity: null, restart: null };
  // The person has confirmed another name or id since the request, so the response is for the previous one.
  if (soldier.playerId !== requested.playerId || soldier.name !== requested.name)
    return { refusal: new AppError("source_mismatched") };
  const identityInResponse = { name: reading.name, playerId: reading.playerId };
  const isSame = isSameName(identityInResponse.name, soldier.name);
  const isRefused =
    questions.identity?.isRefused === true && isSameName(questions.identity.name, identityInResponse.name);
  const identity = isSame ? null : { ...identityInResponse, isRefused };
  if (identity && soldier.playerId === null) {
    const refusal = new AppError("soldier_unconfirmed");
    await change({ lastError: refusal.code, pendingReading: serializePendingQuestions({ ...questions, identity }) });
    return { refusal };
  }
  const playerId = soldier.playerId ?? identityInResponse.playerId;
  if (playerId !== soldier.playerId && (await findDuplicate(trx, userId, soldier, { nameKey: null, playerId }))) {
    const refusal = new AppError("soldier_listed");
    await change({ lastError: refusal.code });
    return { refusal };
  }
  const { everyMs } = config.statistics;
  const nextReadAt = everyMs > 0 ? new Date(now().getTime() + everyMs).toISOString() : null;
  const answered = { playerId, vanishedAt: null, nextReadAt, ...(isSame && { name: identityInResponse.name }) };
  if (isEmptyReading(reading.statistics.figures)) {
    const refusal = new AppError("reading_empty");
    await change({
      ...answered,
      lastError: refusal.code,
      pendingReading: serializePendingQuestions({ ...questions, identity }),
    });
    return { refusal };
  }
  const reported = { userId, soldierId: soldier.id, takenAt: reading.answeredAt, statistics: reading.statistics };
  const outcome = await storeServiceReading(trx, reported, now());
  if (questions.restart) await deletePendingSnapshot(trx, userId, questions.restart.snapshotId);
  if (outcome.kind !== "stored") {
    const isRise = outcome.kind === "increased";
    const refusal = isRise ? new AppError("reading_risen") : new AppError("reading_fallen");
    // A previous question applies only if it was about the same direction, lower or too high.
    const previous = questions.restart?.isRise === isRise ? questions.restart : null;
    const { firstAt } = previous ?? { firstAt: reading.answeredAt };
    const getAge = (since: string) => Date.parse(reading.answeredAt) - Date.parse(since);
    const refusedAt = previous?.isRefused ? (previous.refusedAt ?? firstAt) : null;
    const lastRefusal = refusedAt !== null && getAge(refusedAt) < REFUSED_FOR_MS ? { refusedAt } : null;
    const restart = {
      firstAt,
      snapshotId: outcome.snapshotId,
      isRise,
      isAsked: getAge(firstAt) >= ASKED_AFTER_MS,
      isRefused: lastRefusal !== null,
      ...lastRefusal,
    };
    await change({
      ...answered,
      lastError: refusal.code,
      pendingReading: serializePendingQuestions({ identity, restart }),
    });
    return { refusal };
  }
  const pendingReading = serializePendingQuestions({ identity, restart: null });
  await change({ ...answered, lastError: null, readAt: reading.answeredAt, pendingReading });
  return { stored: { snapshotId: outcome.snapshotId, isNew: outcome.isNew } };
}

/** Records the error. A soldier that the service no longer finds is marked as vanished, unless it was never read. */
async function recordFailure(
  { db, now }: RefreshParts,
  userId: string,
  { id, readAt }: StoredSoldier,
  lastError: ErrorCode,
): Promise<void> {
  const vanishedAt = readAt === null ? null : now().toISOString();
  await changeSoldier(db, userId, id, { lastError, ...(lastError === "soldier_unknown" && { vanishedAt }) }, now());
}

// Automatic readings: each due soldier is read once, even if several processes share the database.
const CHECK_EVERY_MS = 60_000;
const MAX_PER_CHECK = 500;
/** The lease of the process that checks for due readings; after a crash it ends after this time. */
const CHECK_LEASE = { name: "due-readings", ms: 30_000 };
/** Maximum of service calls per reading. */
const MAX_CALLS: Record<string, number> = { bf4: 3, bf2042: 1 };
/** Share of the rate for automatic readings; the rest is for waiting users. */
const SCHEDULED_SHARE = 0.5;
const RATE_KEY = "scheduled-readings";

type ScheduleParts = {
  db: Database;
  jobs: Pick<Jobs, "add" | "wake">;
  statistics: Pick<StatisticsSource, "restingMs">;
  rateLimiter: RateLimiter;
  config: { statistics: Pick<Config["statistics"], "everyMs" | "perMinute"> };
  now: () => Date;
};

/** Starts jobs for due readings, as many as the service's rate allows; none while the service is paused. */
export async function startDueReadings(parts: ScheduleParts): Promise<void> {
  const { db, jobs, statistics, now } = parts;
  const leases = createLeaseRows(db, now);
  const holder = randomUUID();
  if ((await statistics.restingMs()) > 0 || !(await leases.claim(CHECK_LEASE.name, holder, CHECK_LEASE.ms))) return;
  try {
    await startAllowedReadings(parts);
  } finally {
    await leases.release([CHECK_LEASE.name], holder);
  }
  jobs.wake();
}

async function startAllowedReadings({ db, jobs, rateLimiter, config, now }: ScheduleParts): Promise<void> {
  const { perMinute, everyMs } = config.statistics;
  const max = Math.ceil(perMinute * SCHEDULED_SHARE);
  // Unfinished jobs count, because readings may be waiting for the rate that users take.
  const open = await countAll(db.selectFrom("job").where("kind", "=", KIND).where("endedAt", "is", null));
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
  for (const { id, userId, game, nextReadAt: dueAt } of due) {
    const limit = { max, windowMs: CHECK_EVERY_MS };
    if ((await rateLimiter.consume(RATE_KEY, limit)) > 0) return;
    for (let call = 1; call < (MAX_CALLS[game] ?? 1); call += 1) await rateLimiter.consume(RATE_KEY, limit);
    await inTransaction(db, async (trx) => {
      // If another process was faster, this changes no row because `nextReadAt` differs.
      const { numUpdatedRows } = await trx
        .updateTable("soldier")
        .set({ nextReadAt })
        .where("userId", "=", userId)
        .where("id", "=", id)
        .where("nextReadAt", "=", dueAt)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await jobs.add(createRefreshJob(userId, id), trx);
    });
  }
}

/** Checks for due readings every minute until disposed of; never if the interval is 0. */
export function createSchedule(parts: ScheduleParts & { logger: Logger }): Disposable {
  const check = () =>
    startDueReadings(parts).catch((err: unknown) => parts.logger.error({ err }, "no reading could be begun"));
  const timer = parts.config.statistics.everyMs > 0 ? setInterval(check, CHECK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
