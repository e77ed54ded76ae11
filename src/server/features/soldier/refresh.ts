// Refreshes a soldier from the service, as a job: on request, when an old page is opened, and periodically.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ASKED_AFTER_MS, isEmptyReading, REFUSED_FOR_MS } from "#domain/soldier/reading.ts";
import { isSameName, type PendingReading } from "#domain/soldier/soldier.ts";
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
import { changeSoldier, findTwin, getSoldier, type StoredSoldier, serializePendingReading } from "./repository.ts";
import { deletePendingReading, keepReading } from "./snapshot-repository.ts";

const KIND = "refresh-soldier";
const input = z.object({ soldierId: z.string() });

/** The job that reads a soldier: one at a time. */
export const getRefresh = (userId: string, soldierId: string): NewJob => ({
  userId,
  kind: KIND,
  key: `${KIND}:${userId}:${soldierId}`,
  input: { soldierId },
});

type RefreshParts = Pick<JobParts, "db" | "statistics" | "config" | "now">;

/**
 * Steps: reading, comparing, stored. Answers the snapshot and whether anything was new. What an answer cannot change by itself is
 * left to the person: see `pendingReading` of the soldier.
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

/** Stores the reading, or why it cannot be stored: then the last good one stays. */
async function storeReading(
  trx: Database,
  { config, now }: Pick<RefreshParts, "config" | "now">,
  { userId, soldier: requested, reading }: NewReading,
): Promise<ReadingOutcome> {
  const soldier = await getSoldier(trx, userId, requested.id);
  const change = (changes: Parameters<typeof changeSoldier>[3]) =>
    changeSoldier(trx, userId, soldier.id, changes, now());
  const decisions: PendingReading = soldier.pendingReading ?? { identity: null, restart: null };
  // The person has confirmed another name or id since the question was sent: the answer is about the one before.
  if (soldier.playerId !== requested.playerId || soldier.name !== requested.name)
    return { refusal: new AppError("source_mismatched") };
  const answer = { name: reading.name, playerId: reading.playerId };
  const isSame = isSameName(answer.name, soldier.name);
  const isRefused = decisions.identity?.isRefused === true && isSameName(decisions.identity.name, answer.name);
  const identity = isSame ? null : { ...answer, isRefused };
  if (identity && soldier.playerId === null) {
    const refusal = new AppError("soldier_unconfirmed");
    await change({ lastError: refusal.code, pendingReading: serializePendingReading({ ...decisions, identity }) });
    return { refusal };
  }
  const playerId = soldier.playerId ?? answer.playerId;
  if (playerId !== soldier.playerId && (await findTwin(trx, userId, soldier, { nameKey: null, playerId }))) {
    const refusal = new AppError("soldier_listed");
    await change({ lastError: refusal.code });
    return { refusal };
  }
  const { everyMs } = config.statistics;
  const nextReadAt = everyMs > 0 ? new Date(now().getTime() + everyMs).toISOString() : null;
  const answered = { playerId, vanishedAt: null, nextReadAt, ...(isSame && { name: answer.name }) };
  if (isEmptyReading(reading.statistics.figures)) {
    const refusal = new AppError("reading_empty");
    await change({
      ...answered,
      lastError: refusal.code,
      pendingReading: serializePendingReading({ ...decisions, identity }),
    });
    return { refusal };
  }
  const reported = { userId, soldierId: soldier.id, takenAt: reading.answeredAt, statistics: reading.statistics };
  const outcome = await keepReading(trx, reported, now());
  if (decisions.restart) await deletePendingReading(trx, userId, decisions.restart.snapshotId);
  if (outcome.kind !== "stored") {
    const isRise = outcome.kind === "risen";
    const refusal = isRise ? new AppError("reading_risen") : new AppError("reading_fallen");
    // What is lower by now was not asked about where it was too high before, and the other way round.
    const before = decisions.restart?.isRise === isRise ? decisions.restart : null;
    const { firstAt } = before ?? { firstAt: reading.answeredAt };
    const getAge = (since: string) => Date.parse(reading.answeredAt) - Date.parse(since);
    const refusedAt = before?.isRefused ? (before.refusedAt ?? firstAt) : null;
    const lastNo = refusedAt !== null && getAge(refusedAt) < REFUSED_FOR_MS ? { refusedAt } : null;
    const restart = {
      firstAt,
      snapshotId: outcome.snapshotId,
      isRise,
      isAsked: getAge(firstAt) >= ASKED_AFTER_MS,
      isRefused: lastNo !== null,
      ...lastNo,
    };
    await change({
      ...answered,
      lastError: refusal.code,
      pendingReading: serializePendingReading({ identity, restart }),
    });
    return { refusal };
  }
  const pendingReading = serializePendingReading({ identity, restart: null });
  await change({ ...answered, lastError: null, readAt: reading.answeredAt, pendingReading });
  return { stored: { snapshotId: outcome.snapshotId, isNew: outcome.isNew } };
}

/** The history of a soldier that the service no longer knows is retained; one that it never knew has not vanished. */
async function recordFailure(
  { db, now }: RefreshParts,
  userId: string,
  { id, readAt }: StoredSoldier,
  lastError: ErrorCode,
): Promise<void> {
  const vanishedAt = readAt === null ? null : now().toISOString();
  await changeSoldier(db, userId, id, { lastError, ...(lastError === "soldier_unknown" && { vanishedAt }) }, now());
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
  config: { statistics: Pick<Config["statistics"], "everyMs" | "perMinute"> };
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

async function beginAllowed({ db, jobs, rateLimiter, config, now }: ScheduleParts): Promise<void> {
  const { perMinute, everyMs } = config.statistics;
  const max = Math.ceil(perMinute * SCHEDULED_SHARE);
  // Readings that are put off because people use the rate are waiting already.
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
  const timer = parts.config.statistics.everyMs > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
