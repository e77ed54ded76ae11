// Background jobs of users: a durable queue with progress, cancellation and watchers.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import type { Logger } from "#platform/logger.ts";
import type { PubSub } from "#platform/pubsub/pubsub.ts";
import { createLeaseQueue, createWorker, keepLease, type LeaseQueue } from "#platform/queue.ts";
import type { Database } from "#server/database/database.ts";
import { withLanguage } from "#server/http/language.ts";
import type { Job, JobKinds, JobOutcome, JobStep, NewJob } from "./job.ts";
import { addJob, cancelJob, findJob, type JobRow, listUnfinishedJobs } from "./job-rows.ts";

const MAX_CONCURRENT = 4;
/** After this time another process continues the jobs of a crashed one. */
const LEASE_MS = 9_000;
/** Poll intervals of watchers, in case a message is lost, and while pub/sub is unavailable. */
const WATCH_EVERY_MS = 5000;
const WATCH_DISCONNECTED_EVERY_MS = 500;

export type Jobs = AsyncDisposable & {
  /** Returns the unfinished job with this key, or adds and starts it. */
  begin(job: NewJob): Promise<Job>;
  /** Like `begin`, within the caller's transaction; the caller must call `wake` after it. */
  add(job: NewJob, trx: Database): Promise<Job>;
  wake(): void;
  /** Returns one of the user's jobs, or null. */
  find(userId: string, id: string): Promise<Job | null>;
  /** Returns the user's unfinished jobs, oldest first. */
  listUnfinished(userId: string): Promise<Job[]>;
  /** Cancels a job; returns false if the user has no such unfinished job. */
  cancel(userId: string, id: string): Promise<boolean>;
  /** Yields the job now and after each change, until it has ended or the signal is aborted; nothing if there is no such job. */
  watch(userId: string, id: string, signal: AbortSignal | undefined): AsyncIterable<Job>;
  /** Resolves when this process runs no job and none is due; a job that waits for its next attempt is not due. */
  drained(): Promise<void>;
};

type JobsParts = {
  db: Database;
  kinds: JobKinds;
  messages: PubSub;
  now: () => Date;
  logger: Logger;
};

// Topics of messages between processes: a job may be due, a job has changed, a job was cancelled.
const DUE_TOPIC = "job-due";
const getJobTopic = (id: string): string => `job:${id}`;
const CANCELLED_TOPIC = "job-ended";

/** Creates the job queue. Disposing stops running jobs; another process or the next start continues them. */
export function createJobs({ db, kinds, messages, now, logger }: JobsParts): Jobs {
  // Jobs of other kinds belong to a newer or older release that runs at the same time.
  const isOpen = sql<boolean>`kind IN (${sql.join(Object.keys(kinds))}) AND "endedAt" IS NULL`;
  const options = { table: "job", dueColumn: "dueAt", isOpen, leaseMs: LEASE_MS };
  const queue = createLeaseQueue<JobRow>(db, now, options);
  const publishChange = (id: string) => messages.send(getJobTopic(id), "");
  const shutdown = new AbortController();
  const performer = createPerformer({ queue, kinds, closing: shutdown.signal, publishChange, now, logger });
  const worker = createWorker({
    name: "the jobs",
    maxConcurrent: MAX_CONCURRENT,
    ...queue,
    perform: performer.perform,
    logger,
  });
  // A lost message only delays a job: the worker polls, and a job checks for cancellation when it renews its lease.
  const subscriptions = new DisposableStack();
  subscriptions.use(messages.on(DUE_TOPIC, { onMessage: worker.wake, onGap: worker.wake }));
  subscriptions.use(messages.on(CANCELLED_TOPIC, { onMessage: performer.stop, onGap: () => {} }));
  const wake = () => messages.send(DUE_TOPIC, "");
  return {
    async begin(requested) {
      const job = await addJob(db, requested, now());
      wake();
      return job;
    },
    add: (requested, trx) => addJob(trx, requested, now()),
    wake,
    find: (userId, id) => findJob(db, userId, id),
    listUnfinished: (userId) => listUnfinishedJobs(db, userId),
    async cancel(userId, id) {
      const isCancelled = await cancelJob(db, userId, id, now());
      if (isCancelled) messages.send(CANCELLED_TOPIC, id);
      publishChange(id);
      return isCancelled;
    },
    async *watch(userId, id, signal) {
      const stop = AbortSignal.any([...(signal ? [signal] : []), shutdown.signal]);
      // Subscribe before the first read, so that no change after it is lost.
      using change = subscribeToJob(messages, id);
      for (let lastPublished = ""; !stop.aborted; await change.waitForChange(stop)) {
        const job = await findJob(db, userId, id);
        if (!job) return;
        const serialized = JSON.stringify(job);
        if (serialized !== lastPublished) yield job;
        if (job.outcome) return;
        lastPublished = serialized;
      }
    },
    drained: worker.drained,
    async [Symbol.asyncDispose]() {
      shutdown.abort();
      subscriptions.dispose();
      await worker[Symbol.asyncDispose]();
    },
  };
}

function subscribeToJob(
  messages: PubSub,
  id: string,
): Disposable & { waitForChange(signal: AbortSignal): Promise<void> } {
  let changeController = new AbortController();
  const wake = () => changeController.abort();
  const subscription = messages.on(getJobTopic(id), { onMessage: wake, onGap: wake });
  return {
    /** Resolves when the job has changed, when a message may have been lost, after a pause, or at the signal. */
    async waitForChange(stop) {
      const everyMs = messages.isConnected ? WATCH_EVERY_MS : WATCH_DISCONNECTED_EVERY_MS;
      await sleep(everyMs, undefined, { signal: AbortSignal.any([changeController.signal, stop]) }).catch(
        () => undefined,
      );
      changeController = new AbortController();
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}

/** The pauses after temporary failures; after a further failure the job has failed. */
const FIRST_RETRY_MS = 2000;
const RETRY_AFTER_MS = [FIRST_RETRY_MS, 10_000, 60_000];

/** Maximum time a job waits for a busy source; waiting does not count as an attempt. */
const MAX_BUSY_MS = 24 * 60 * 60_000;

/** Maximum of claims of a job; after that it fails, because it may be the cause of crashes. */
const MAX_ATTEMPTS = 10;

/** Temporary errors, after which a job is repeated. */
const TEMPORARY_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "source_unavailable",
  "source_mismatched",
  "source_busy",
]);

type PerformerParts = {
  queue: LeaseQueue<JobRow>;
  kinds: JobKinds;
  /** Aborted when this process shuts down. */
  closing: AbortSignal;
  /** Called after each change of a job. */
  publishChange(id: string): void;
  now: () => Date;
  logger: Logger;
};

type Performer = {
  perform(job: JobRow): Promise<void>;
  /** Aborts the job's run if it is in this process. */
  stop(id: string): void;
};

function createPerformer({ queue, kinds, closing, publishChange, now, logger }: PerformerParts): Performer {
  const abortControllers = new Map<string, AbortController>();

  async function getOutcome(job: JobRow, run: { signal: AbortSignal; step(name: string): Promise<void> }) {
    const kind = kinds[job.kind];
    if (!kind || job.attempts > MAX_ATTEMPTS) return createFailure(null);
    try {
      const input = JSON.parse(job.input);
      // Results are stored, so they are always in English.
      const result = await withLanguage(BASE_LANGUAGE, () => kind.run({ userId: job.userId, input, ...run }));
      return { kind: "done", result: result ?? null } as const;
    } catch (error) {
      if (run.signal.aborted) return { kind: "cancelled" } as const;
      if (error instanceof AppError) return createFailure(error.code, error.details);
      logger.error({ err: error, job: job.id, kind: job.kind }, "a job failed");
      return createFailure(null);
    }
  }

  /** Ends the job, or releases it for another attempt or another process. */
  async function finish(job: JobRow, outcome: JobOutcome): Promise<unknown> {
    if (outcome.kind === "cancelled" && closing.aborted) return queue.postpone(job, 0);
    const retry = getRetry(job, outcome, now());
    if (retry) return queue.postpone(job, retry.pauseMs, retry.attempts);
    return queue.update(job, { endedAt: now().toISOString(), leasedUntil: null, outcome: JSON.stringify(outcome) });
  }

  async function perform(job: JobRow): Promise<void> {
    const stop = new AbortController();
    abortControllers.set(job.id, stop);
    const steps: JobStep[] = JSON.parse(job.steps);
    const renew = async () => {
      const renewed = await queue.renew(job, { steps: JSON.stringify(steps) });
      if (!renewed || renewed.cancelledAt !== null) stop.abort();
    };
    using _lease = keepLease(LEASE_MS, renew, logger);
    const signal = AbortSignal.any([stop.signal, closing]);
    const step = async (name: string) => {
      signal.throwIfAborted();
      steps.push({ name, at: now().toISOString() });
      await renew();
      publishChange(job.id);
      signal.throwIfAborted();
    };
    try {
      const outcome = await getOutcome(job, { signal, step });
      await finish(job, outcome);
    } finally {
      abortControllers.delete(job.id);
      publishChange(job.id);
    }
  }

  return { perform, stop: (id) => abortControllers.get(id)?.abort() };
}

const createFailure = (fault: ErrorCode | null, details: Readonly<Record<string, unknown>> = {}): JobOutcome => ({
  kind: "failed",
  fault,
  details,
});

/** Returns the pause before the next attempt and the number of attempts so far, or null if there is no next attempt. */
function getRetry(job: JobRow, outcome: JobOutcome, at: Date): { pauseMs: number; attempts: number } | null {
  if (outcome.kind !== "failed" || !outcome.fault || !TEMPORARY_ERRORS.has(outcome.fault)) return null;
  const waitMs = Number(outcome.details["retryAfterS"] ?? 0) * 1000;
  if (outcome.fault === "source_busy" && at.getTime() - Date.parse(job.createdAt) < MAX_BUSY_MS) {
    return { pauseMs: Math.max(FIRST_RETRY_MS, waitMs), attempts: job.attempts - 1 };
  }
  const pauseMs = RETRY_AFTER_MS[job.attempts - 1];
  return pauseMs === undefined ? null : { pauseMs: Math.max(pauseMs, waitMs), attempts: job.attempts };
}
