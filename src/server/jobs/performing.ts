// One job at a time: its steps, its lease, and what becomes of it.
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { Logger } from "#platform/logger.ts";
import type { JobKinds, JobOutcome, JobStep } from "./job.ts";
import { type JobQueue, LEASE_MS } from "./job-queue.ts";
import type { JobRow } from "./job-rows.ts";

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

export type Performer = {
  perform(job: JobRow): Promise<void>;
  /** Ends the job's run where it is in this process. */
  stop(id: string): void;
};

export function createPerformer({ queue, kinds, closing, changed, now, logger }: PerformerParts): Performer {
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
