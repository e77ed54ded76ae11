// Work after the answer: rows of a table on both databases, claimed with a lease, so that a job outlives its process and
// runs in one at a time.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "#platform/logger.ts";
import type { PubSub } from "#platform/pubsub/pubsub.ts";
import { createWorker } from "#platform/worker.ts";
import type { Database } from "#server/database/database.ts";
import type { Job, JobKinds, NewJob } from "./job.ts";
import { createJobQueue } from "./job-queue.ts";
import { addJob, cancelJob, findJob, jobsUnderWay } from "./job-rows.ts";
import { createPerformer } from "./performing.ts";

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
  ears.use(messages.on(DUE, { heard: worker.wake, missed: worker.wake }));
  ears.use(messages.on(ENDED, { heard: performer.stop, missed: () => {} }));
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
  const listening = messages.on(getChange(id), { heard: wake, missed: wake });
  return {
    /** Resolves when the job has changed since the last time, when it may have changed unheard, or at the signal. */
    async orPause(stop) {
      const everyMs = messages.isWhole ? WATCH_EVERY_MS : WATCH_ALONE_EVERY_MS;
      await sleep(everyMs, undefined, { signal: AbortSignal.any([changed.signal, stop]) }).catch(() => undefined);
      changed = new AbortController();
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}
