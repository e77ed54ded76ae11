// Work after the answer: rows of a table on both databases, claimed with a lease, so that a job outlives its process and
// runs in one at a time.
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/database.ts";
import type { Logger } from "#server/logger.ts";
import { createWorker } from "#server/worker.ts";
import type { Job, JobKinds, NewJob } from "./job.ts";
import { createJobQueue } from "./job-queue.ts";
import { addJob, cancelJob, findJob, jobsUnderWay } from "./job-rows.ts";
import { createPerformer } from "./performing.ts";

const AT_ONCE = 4;
/** Whoever watches is told within this time, even of what another process did. */
const WATCH_EVERY_MS = 500;
const LONGEST_WATCH_MS = 10 * 60_000;

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

type JobsParts = { db: Database; kinds: JobKinds; now: () => Date; logger: Logger };

/** Disposing stops what is under way, for another process or the next start to go on with. */
export function createJobs({ db, kinds, now, logger }: JobsParts): Jobs {
  const queue = createJobQueue(db, now);
  const changes = new EventEmitter().setMaxListeners(0);
  const changed = (id: string) => void changes.emit(id);
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
  return {
    async begin(wanted) {
      const job = await addJob(db, wanted, now());
      worker.wake();
      return job;
    },
    add: (wanted, trx) => addJob(trx, wanted, now()),
    wake: worker.wake,
    find: (userId, id) => findJob(db, userId, id),
    underWay: (userId) => jobsUnderWay(db, userId),
    async cancel(userId, id) {
      const isUnderWay = await cancelJob(db, userId, id, now());
      if (isUnderWay) performer.stop(id);
      changed(id);
      return isUnderWay;
    },
    async *watch(userId, id, signal) {
      const stop = AbortSignal.any([...(signal ? [signal] : []), end.signal, AbortSignal.timeout(LONGEST_WATCH_MS)]);
      for (let told = ""; !stop.aborted; await changeOrPause(changes, id, stop)) {
        const job = await findJob(db, userId, id);
        if (!job) return;
        const now = JSON.stringify(job);
        if (now !== told) yield job;
        if (job.outcome) return;
        told = now;
      }
    },
    drained: worker.drained,
    async [Symbol.asyncDispose]() {
      end.abort();
      await worker[Symbol.asyncDispose]();
    },
  };
}

/** Resolves when the job changed here, when it may have changed elsewhere, or at the signal. */
async function changeOrPause(changes: EventEmitter, id: string, signal: AbortSignal): Promise<void> {
  const either = new AbortController();
  const until = { signal: AbortSignal.any([either.signal, signal]) };
  const waits = [once(changes, id, until), sleep(WATCH_EVERY_MS, undefined, until)];
  await Promise.race(waits).catch(() => undefined);
  either.abort();
  await Promise.allSettled(waits);
}
