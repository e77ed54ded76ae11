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
import { addJob, cancelJob, findJob, type JobRow, jobsUnderWay } from "./job-rows.ts";

const AT_ONCE = 4;
/** Another process continues with the jobs of one that died after this time. */
const LEASE_MS = 9_000;
/** Watchers are notified at once, also by other processes; while pub/sub is unavailable, within half a second. */
const WATCH_EVERY_MS = 5000;
const WATCH_ALONE_EVERY_MS = 500;

export type Jobs = AsyncDisposable & {
  /** The job of this key that has not ended: made where there is none, and begun at once. */
  begin(job: NewJob): Promise<Job>;
  /** As `begin`, within the caller's transaction; `wake` begins it after that. */
  add(job: NewJob, trx: Database): Promise<Job>;
  wake(): void;
  /** One of the user's jobs, or null. */
  find(userId: string, id: string): Promise<Job | null>;
  /** The user's jobs that have not ended, oldest first. */
  underWay(userId: string): Promise<Job[]>;
  /** Ends a job; false when the user has no such job under way. */
  cancel(userId: string, id: string): Promise<boolean>;
  /** The job as it is and after each change, until it or the signal has ended. Nothing where there is no such job. */
  watch(userId: string, id: string, signal: AbortSignal | undefined): AsyncIterable<Job>;
  /** Resolves when this process works on nothing and nothing is due; what waits for its next try is not due. */
  drained(): Promise<void>;
};

type JobsParts = {
  db: Database;
  kinds: JobKinds;
  messages: PubSub;
  now: () => Date;
  logger: Logger;
};

// Messages between processes: a job may be due, the job of this id has changed, its owner has cancelled it.
const DUE = "job-due";
const getChange = (id: string): string => `job:${id}`;
const ENDED = "job-ended";

/** Disposing stops running jobs; another process or the next start continues with them. */
export function createJobs({ db, kinds, messages, now, logger }: JobsParts): Jobs {
  // Jobs of other kinds belong to a newer or older release that runs beside this one.
  const isOpen = sql<boolean>`kind IN (${sql.join(Object.keys(kinds))}) AND "endedAt" IS NULL`;
  const options = { table: "job", dueColumn: "dueAt", isOpen, leaseMs: LEASE_MS };
  const queue = createLeaseQueue<JobRow>(db, now, options);
  const changed = (id: string) => messages.send(getChange(id), "");
  const end = new AbortController();
  const performer = createPerformer({ queue, kinds, closing: end.signal, changed, now, logger });
  const worker = createWorker({ name: "the jobs", atOnce: AT_ONCE, ...queue, perform: performer.perform, logger });
  // A lost message delays a job only: the worker polls, and a job checks for cancellation when it renews its lease.
  const subscriptions = new DisposableStack();
  subscriptions.use(messages.on(DUE, { onMessage: worker.wake, onGap: worker.wake }));
  subscriptions.use(messages.on(ENDED, { onMessage: performer.stop, onGap: () => {} }));
  const wake = () => messages.send(DUE, "");
  return {
    async begin(requested) {
      const job = await addJob(db, requested, now());
      wake();
      return job;
    },
    add: (requested, trx) => addJob(trx, requested, now()),
    wake,
    find: (userId, id) => findJob(db, userId, id),
    underWay: (userId) => jobsUnderWay(db, userId),
    async cancel(userId, id) {
      const isUnderWay = await cancelJob(db, userId, id, now());
      if (isUnderWay) messages.send(ENDED, id);
      changed(id);
      return isUnderWay;
    },
    async *watch(userId, id, signal) {
      const stop = AbortSignal.any([...(signal ? [signal] : []), end.signal]);
      // Subscribe before the first read, so that no change after it is lost.
      using change = listenTo(messages, id);
      for (let lastPublished = ""; !stop.aborted; await change.orPause(stop)) {
        const job = await findJob(db, userId, id);
        if (!job) return;
        const now = JSON.stringify(job);
        if (now !== lastPublished) yield job;
        if (job.outcome) return;
        lastPublished = now;
      }
    },
    drained: worker.drained,
    async [Symbol.asyncDispose]() {
      end.abort();
      subscriptions.dispose();
      await worker[Symbol.asyncDispose]();
    },
  };
}

function listenTo(messages: PubSub, id: string): Disposable & { orPause(signal: AbortSignal): Promise<void> } {
  let changed = new AbortController();
  const wake = () => changed.abort();
  const listening = messages.on(getChange(id), { onMessage: wake, onGap: wake });
  return {
    /** Resolves when the job has changed, when a message may have been lost, after a pause, or at the signal. */
    async orPause(stop) {
      const everyMs = messages.isConnected ? WATCH_EVERY_MS : WATCH_ALONE_EVERY_MS;
      await sleep(everyMs, undefined, { signal: AbortSignal.any([changed.signal, stop]) }).catch(() => undefined);
      changed = new AbortController();
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}

/** The pause after each temporary failure; after one more the job has failed. */
const FIRST_RETRY_MS = 2000;
const RETRY_AFTER_MS = [FIRST_RETRY_MS, 10_000, 60_000];

/** A job waits this long for a busy source, which costs no attempt. */
const MAX_BUSY_MS = 24 * 60 * 60_000;

/** A job that was claimed this often fails: it may be the reason why its processes die. */
const MAX_ATTEMPTS = 10;

/** Errors that are temporary. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "source_unavailable",
  "source_mismatched",
  "source_busy",
]);

type PerformerParts = {
  queue: LeaseQueue<JobRow>;
  kinds: JobKinds;
  /** Ends when this process closes. */
  closing: AbortSignal;
  /** Called after each change of a job. */
  changed(id: string): void;
  now: () => Date;
  logger: Logger;
};

type Performer = {
  perform(job: JobRow): Promise<void>;
  /** Ends the job's run where it is in this process. */
  stop(id: string): void;
};

function createPerformer({ queue, kinds, closing, changed, now, logger }: PerformerParts): Performer {
  const stops = new Map<string, AbortController>();

  async function getOutcome(job: JobRow, run: { signal: AbortSignal; step(name: string): Promise<void> }) {
    const kind = kinds[job.kind];
    if (!kind || job.attempts > MAX_ATTEMPTS) return failed(null);
    try {
      const input = JSON.parse(job.input);
      // A call that wakes the worker lends it its context, and with it the language of any user.
      const result = await withLanguage(BASE_LANGUAGE, () => kind.run({ userId: job.userId, input, ...run }));
      return { kind: "done", result: result ?? null } as const;
    } catch (error) {
      if (run.signal.aborted) return { kind: "cancelled" } as const;
      if (error instanceof AppError) return failed(error.code, error.details);
      logger.error({ err: error, job: job.id, kind: job.kind }, "a job failed");
      return failed(null);
    }
  }

  /** Ends the job, or gives it back for another attempt or another process. */
  async function settle(job: JobRow, outcome: JobOutcome): Promise<unknown> {
    if (outcome.kind === "cancelled" && closing.aborted) return queue.putOff(job, 0);
    const retry = getRetry(job, outcome, now());
    if (retry) return queue.putOff(job, retry.pauseMs, retry.attempts);
    return queue.update(job, { endedAt: now().toISOString(), leasedUntil: null, outcome: JSON.stringify(outcome) });
  }

  async function perform(job: JobRow): Promise<void> {
    const stop = new AbortController();
    stops.set(job.id, stop);
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
      changed(job.id);
      signal.throwIfAborted();
    };
    try {
      const outcome = await getOutcome(job, { signal, step });
      await settle(job, outcome);
    } finally {
      stops.delete(job.id);
      changed(job.id);
    }
  }

  return { perform, stop: (id) => stops.get(id)?.abort() };
}

const failed = (fault: ErrorCode | null, details: Readonly<Record<string, unknown>> = {}): JobOutcome => ({
  kind: "failed",
  fault,
  details,
});

/** When a job is due again, and the attempts it has had by then; null where none follows. */
function getRetry(job: JobRow, outcome: JobOutcome, at: Date): { pauseMs: number; attempts: number } | null {
  if (outcome.kind !== "failed" || !outcome.fault || !TEMPORARY.has(outcome.fault)) return null;
  const waitMs = Number(outcome.details["retryAfterS"] ?? 0) * 1000;
  if (outcome.fault === "source_busy" && at.getTime() - Date.parse(job.createdAt) < MAX_BUSY_MS) {
    return { pauseMs: Math.max(FIRST_RETRY_MS, waitMs), attempts: job.attempts - 1 };
  }
  const pauseMs = RETRY_AFTER_MS[job.attempts - 1];
  return pauseMs === undefined ? null : { pauseMs: Math.max(pauseMs, waitMs), attempts: job.attempts };
}
