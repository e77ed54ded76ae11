// The user's server jobs that this page knows of. They are followed across screens.
import { atom } from "nanostores";
import { getErrorCode, isAuthenticationError } from "#web/data/problem.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useStore } from "#web/ui/environment.ts";
import type { Job } from "./streams/subscriptions.ts";

const LOOK_AGAIN_MS = 2000;

/** A job, and the id of what it is about. */
export type Work = Job & { about: string };

type Following = { clients: Clients; onEnd: () => void };

const works = atom<readonly Work[]>([]);

/** Ignores jobs that are no longer shown. */
const update = (work: Work): void => works.set(works.get().map((one) => (one.id === work.id ? work : one)));

/** Ids of everything that was ever followed: an old answer of the server may still name a job that has ended. */
const begun = new Set<string>();

/**
 * Updates `useWork` with this job until it has ended, then calls back. A job that is or was followed is ignored; of
 * several jobs about the same subject the newest is shown.
 */
export function follow(work: Work, following: Following): void {
  if (begun.has(work.id)) return;
  begun.add(work.id);
  works.set([...works.get().filter(({ about }) => about !== work.about), work]);
  if (work.outcome) following.onEnd();
  else void watch(work, following);
}

/** A job that has ended is shown until this is called. */
export const forget = (id: string): void => works.set(works.get().filter((work) => work.id !== id));

/** Called at a change of user: the next one has started none of these jobs. */
export const forgetAll = (): void => works.set([]);

export const useWork = (): readonly Work[] => useStore(works);

async function watch(work: Work, following: Following): Promise<void> {
  const { watchJob } = await import("./streams/subscriptions.ts");
  let last = work;
  watchJob(following.clients.server, work.id, {
    job: (now) => {
      last = { ...now, about: work.about };
      update(last);
    },
    end: () => void (last.outcome ? following.onEnd() : lookAgain(last, following)),
  });
}

/** After a lost connection: fetches the job, and watches it again if it still runs. */
async function lookAgain(work: Work, following: Following): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  if (!works.get().some(({ id }) => id === work.id)) return;
  const { getDataClient } = await import("./trpc.ts");
  try {
    const job = await getDataClient(following.clients).job.get.query({ id: work.id });
    const now = { ...job, about: work.about };
    update(now);
    if (now.outcome) following.onEnd();
    else await watch(now, following);
  } catch (error) {
    // After sign-out there are no jobs, and old ones are forgotten; other errors are temporary.
    if (getErrorCode(error) === "job_missing" || isAuthenticationError(error)) forget(work.id);
    else await lookAgain(work, following);
  }
}
