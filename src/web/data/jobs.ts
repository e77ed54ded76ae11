// The user's server jobs that this page tracks across screens.
import { atom } from "nanostores";
import { getErrorCode, isAuthenticationError } from "#web/data/problem.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useStore } from "#web/ui/environment.ts";
import type { Job } from "./streams/subscriptions.ts";

const POLL_DELAY_MS = 2000;

/** A job with the id of its subject. */
export type TrackedJob = Job & { about: string };

type TrackOptions = { clients: Clients; onEnd: () => void };

const trackedJobs = atom<readonly TrackedJob[]>([]);

/** Updates a tracked job; ignores jobs that are no longer shown. */
const updateJob = (updated: TrackedJob): void =>
  trackedJobs.set(trackedJobs.get().map((trackedJob) => (trackedJob.id === updated.id ? updated : trackedJob)));

/** The ids of all jobs ever tracked. A stale response of the server may still list a job that has ended. */
const trackedIds = new Set<string>();

/**
 * Updates `useTrackedJobs` with this job until it has ended, then calls `onEnd`. A job that is or was tracked is ignored; of
 * several jobs with the same subject, the newest is shown.
 */
export function trackJob(job: TrackedJob, options: TrackOptions): void {
  if (trackedIds.has(job.id)) return;
  trackedIds.add(job.id);
  trackedJobs.set([...trackedJobs.get().filter(({ about }) => about !== job.about), job]);
  if (job.outcome) options.onEnd();
  else void watch(job, options);
}

/** Removes a job. A job that has ended is shown until then. */
export const forgetJob = (id: string): void => trackedJobs.set(trackedJobs.get().filter((work) => work.id !== id));

/** Removes all jobs when the user changes. */
export const forgetAllJobs = (): void => trackedJobs.set([]);

export const useTrackedJobs = (): readonly TrackedJob[] => useStore(trackedJobs);

async function watch(job: TrackedJob, options: TrackOptions): Promise<void> {
  const { watchJob } = await import("./streams/subscriptions.ts");
  let last = job;
  watchJob(options.clients.server, job.id, {
    job: (now) => {
      last = { ...now, about: job.about };
      updateJob(last);
    },
    end: () => void (last.outcome ? options.onEnd() : pollJob(last, options)),
  });
}

/** After a lost connection, fetches the job and watches it again if it is still running. */
async function pollJob(trackedJob: TrackedJob, options: TrackOptions): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, POLL_DELAY_MS));
  if (!trackedJobs.get().some(({ id }) => id === trackedJob.id)) return;
  const { getDataClient } = await import("./trpc.ts");
  try {
    const job = await getDataClient(options.clients).job.get.query({ id: trackedJob.id });
    const current = { ...job, about: trackedJob.about };
    updateJob(current);
    if (current.outcome) options.onEnd();
    else await watch(current, options);
  } catch (error) {
    // After a sign-out no job exists, and old jobs expire; other errors are temporary.
    if (getErrorCode(error) === "job_missing" || isAuthenticationError(error)) forgetJob(trackedJob.id);
    else await pollJob(trackedJob, options);
  }
}
