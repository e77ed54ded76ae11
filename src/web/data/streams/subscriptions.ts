// Subscriptions to events of the server. Screens that listen load this module; it is not part of the first load.
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { EventSource } from "eventsource";
import type { AppRouter, RouterOutputs } from "#api";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import type { StreamHandlers } from "#web/data/streams/keep-listening.ts";

export type LockerEvent = { what: "loadout" | "folder" | "share" | "import"; id: string };

/** A task that the server runs after its response. */
export type Job = RouterOutputs["job"]["get"];

type Server = Clients["server"];

/** Listens to changes of the locker; returns a function that stops listening. */
export const subscribe = (server: Server, handlers: StreamHandlers<LockerEvent>): (() => void) =>
  listen(handlers, (on) => createStreamClient(server).loadout.changes.subscribe(undefined, on));

export type PlatoonEvent = { what: "loadout" | "members" | "squads" | "board" | "feed"; id: string };

/** Listens to changes of a platoon; returns a function that stops listening. */
export const subscribeToPlatoon = (
  server: Server,
  organizationId: string,
  handlers: StreamHandlers<PlatoonEvent>,
): (() => void) =>
  listen(handlers, (on) => createStreamClient(server).platoon.feed.changes.subscribe({ organizationId }, on));

type SubscriptionCallbacks<Word> = {
  onData: (word: Word) => void;
  onConnectionStateChange: (change: { state: string }) => void;
  onError: () => void;
  onComplete: () => void;
};

function listen<Word>(
  { onWord, onOpened, onEnd }: StreamHandlers<Word>,
  open: (on: SubscriptionCallbacks<Word>) => { unsubscribe: () => void },
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
  const subscription = createStreamClient(server).job.watch.subscribe(
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

const createStreamClient = ({ origin, fetch }: Server) =>
  createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${origin}/api/trpc${m.language_query()}`,
        EventSource,
        eventSourceOptions: {
          withCredentials: true,
          // The browser's own EventSource cannot send headers.
          fetch: (url, { headers, ...init }) =>
            fetch(url, { ...init, headers: { ...headers, "x-trpc-source": "react-app" } }),
        },
      }),
    ],
  });
