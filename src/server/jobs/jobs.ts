// Work after the answer: rows of a table on both databases, claimed with a lease, so that a job outlives its process and
// runs in one at a time.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { Logger } from "#platform/logger.ts";
import type { PubSub } from "#platform/pubsub/pubsub.ts";
import { createWorker } from "#platform/worker.ts";
import type { Database } from "#server/database/database.ts";
import type { Job, JobKinds, JobOutcome, JobStep, NewJob } from "./job.ts";
import { createJobQueue, type JobQueue, LEASE_MS } from "./job-queue.ts";
import { addJob, cancelJob, findJob, type JobRow, jobsUnderWay } from "./job-rows.ts";

const AT_ONCE = 4;
/** Watchers are notified at once, also by other processes; without pub/sub within half a second. */
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

type JobsParts = { db: Database; kinds: JobKinds; messages: PubSub; now: () => Date; logger: Logger };

/** Said between processes: a job may be due; the job of this id has changed; its owner wants it to end. */
const DUE = "job-due";
const getChange = (id: string): string => `job:${id}`;
const ENDED = "job-ended";

/** Disposing stops what is under way, for another process or the next start to go on with. */
export function createJobs({ db, kinds, messages, now, logger }: JobsParts): Jobs {
  const queue = createJobQueue(db, Object.keys(kinds), now);
  const changed = (id: string) => messages.send(getChange(id), "");
  const end = new AbortController();
  const performer = createPerformer({ queue, kinds, closing: end.signal, changed, now, logger });
  const { claim, untilNextMs } = queue;
  const worker = createWorker({
    name: "the jobs",
    atOnce: AT_ONCE,
    claim,
    perform: performer.perform,
    untilNextMs,
    logger,
  });
  // The worker polls now and then, and a job checks for cancellation when it renews its lease.
  const ears = new DisposableStack();
  ears.use(messages.on(DUE, { onMessage: worker.wake, onGap: worker.wake }));
  ears.use(messages.on(ENDED, { onMessage: performer.stop, onGap: () => {} }));
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
      // Before the first look: what changes after it is heard.
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
      ears.dispose();
      await worker[Symbol.asyncDispose]();
    },
  };
}

function listenTo(messages: PubSub, id: string): Disposable & { orPause(signal: AbortSignal): Promise<void> } {
  let changed = new AbortController();
  const wake = () => changed.abort();
  const listening = messages.on(getChange(id), { onMessage: wake, onGap: wake });
  return {
    /** Resolves when the job has changed since the last time, when it may have changed unheard, or at the signal. */
    async orPause(stop) {
      const everyMs = messages.isConnected ? WATCH_EVERY_MS : WATCH_ALONE_EVERY_MS;
      await sleep(everyMs, undefined, { signal: AbortSignal.any([changed.signal, stop]) }).catch(() => undefined);
      changed = new AbortController();
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}

// One job at a time: its steps, its lease, and what becomes of it.

/** How long after each failure that may pass a job is tried again; after one more it has failed. */
const TRY_AGAIN_AFTER_MS = [2000, 10_000, 60_000];

/** A job that was claimed this often ends: it may be what its processes die of. */
const MAX_ATTEMPTS = 10;

/** What passes by itself. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["source_unavailable", "source_busy"]);

type PerformerParts = {
  queue: JobQueue;
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
      const result = await kind.run({ userId: job.userId, input: JSON.parse(job.input), ...run });
      return { kind: "done", result: result ?? null } as const;
    } catch (error) {
      if (run.signal.aborted) return { kind: "cancelled" } as const;
      if (error instanceof AppError) return failed(error.code, error.details);
      logger.error({ err: error, job: job.id, kind: job.kind }, "a job failed");
      return failed(null);
    }
  }

  /** Ends the job, or gives it back for another try or another process. */
  async function settle(job: JobRow, outcome: JobOutcome): Promise<void> {
    if (outcome.kind === "cancelled" && closing.aborted) return queue.putOff(job, 0);
    const pauseMs = pauseAfter(job, outcome);
    return pauseMs === null ? queue.end(job, outcome) : queue.putOff(job, pauseMs);
  }

  async function perform(job: JobRow): Promise<void> {
    const stop = new AbortController();
    stops.set(job.id, stop);
    const steps: JobStep[] = JSON.parse(job.steps);
    const renew = async () => {
      if (!(await queue.renew(job, steps))) stop.abort();
    };
    const lostLease = (err: unknown) => logger.warn({ err }, "the lease of a job was not renewed");
    const renewing = setInterval(() => void renew().catch(lostLease), LEASE_MS / 3);
    const signal = AbortSignal.any([stop.signal, closing]);
    const step = async (name: string) => {
      signal.throwIfAborted();
      steps.push({ name, at: now().toISOString() });
      await renew();
      changed(job.id);
      signal.throwIfAborted();
    };
    try {
      await settle(job, await getOutcome(job, { signal, step }));
    } finally {
      clearInterval(renewing);
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

/** How long until another try; null where none follows. */
function pauseAfter(job: JobRow, outcome: JobOutcome): number | null {
  if (outcome.kind !== "failed" || !outcome.fault || !PASSING.has(outcome.fault)) return null;
  const pauseMs = TRY_AGAIN_AFTER_MS[job.attempts - 1];
  if (pauseMs === undefined) return null;
  return Math.max(pauseMs, Number(outcome.details["retryAfterS"] ?? 0) * 1000);
}
