// Word from the server while it happens. Brought by the screens that listen, never by the first load.
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { EventSource } from "eventsource";
import type { AppRouter, RouterOutputs } from "#api";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import type { Line } from "#web/data/streams/keep-listening.ts";

export type LockerWord = { what: "loadout" | "folder" | "share" | "import"; id: string };

/** Work the server does after its answer. */
export type Job = RouterOutputs["job"]["get"];

type Server = Clients["server"];

/** Listens to the changes of the locker until the answer is called. */
export const subscribe = (server: Server, line: Line<LockerWord>): (() => void) =>
  listen(line, (on) => lineTo(server).loadout.changes.subscribe(undefined, on));

export type PlatoonWord = { what: "loadout" | "members" | "squads" | "board" | "feed"; id: string };

/** Listens to the changes of a platoon until the answer is called. */
export const subscribeToPlatoon = (server: Server, organizationId: string, line: Line<PlatoonWord>): (() => void) =>
  listen(line, (on) => lineTo(server).platoon.feed.changes.subscribe({ organizationId }, on));

type Subscribing<Word> = {
  onData: (word: Word) => void;
  onConnectionStateChange: (change: { state: string }) => void;
  onError: () => void;
  onComplete: () => void;
};

function listen<Word>(
  { onWord, onOpened, onEnd }: Line<Word>,
  open: (on: Subscribing<Word>) => { unsubscribe: () => void },
): () => void {
  const subscription = open({
    onData: onWord,
    onConnectionStateChange: ({ state }) => {
      if (state === "pending") onOpened();
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
        url: `${origin}/api/trpc${m.language_query()}`,
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
