// Word from the server while it happens. Brought by the screens that listen, never by the first load.
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { EventSource } from "eventsource";
import type { AppRouter } from "#api";
import type { Clients } from "#web/data/query-client.ts";

export type LockerWord = { what: "loadout" | "folder" | "share" | "import"; id: string };

/** Work the server does after its answer. */
export type Job = inferRouterOutputs<AppRouter>["job"]["get"];

type Server = Clients["server"];

type Listener = {
  onWord: (word: LockerWord) => void;
  /** The line is open again after it was lost: anything may have changed in between. */
  onReopened: () => void;
  /** The stream has ended, with or without an error; only the listener reopens it. */
  onEnd: () => void;
};

/** Listens to the changes of the locker until the answer is called. */
export function subscribe(server: Server, { onWord, onReopened, onEnd }: Listener): () => void {
  let wasOpen = false;
  const subscription = lineTo(server).loadout.changes.subscribe(undefined, {
    onData: onWord,
    onConnectionStateChange: ({ state }) => {
      if (state !== "pending") return;
      if (wasOpen) onReopened();
      wasOpen = true;
    },
    onError: onEnd,
    onComplete: onEnd,
  });
  return () => subscription.unsubscribe();
}

/** Reports a job's changes until the stream ends. */
export function watchJob(server: Server, id: string, on: { job: (job: Job) => void; end: () => void }): void {
  const subscription = lineTo(server).job.watch.subscribe(
    { id },
    {
      onData: on.job,
      onError: () => {
        subscription.unsubscribe();
        on.end();
      },
      onComplete: on.end,
    },
  );
}

const lineTo = ({ origin, fetch }: Server) =>
  createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${origin}/api/trpc`,
        EventSource,
        eventSourceOptions: {
          withCredentials: true,
          // The browser's own EventSource carries no headers.
          fetch: (url, { headers, ...init }) =>
            fetch(url, { ...init, headers: { ...headers, "x-trpc-source": "react-app" } }),
        },
      }),
    ],
  });
