// Word of changes as the server sends it. Brought by the screens that listen, never by the first load.
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { EventSource } from "eventsource";
import type { AppRouter } from "#api";
import type { Clients } from "#web/clients.ts";

export type LockerWord = { what: "loadout" | "folder" | "share" | "import"; id: string };

type Listener = {
  onWord: (word: LockerWord) => void;
  /** The line is open again after it was lost: anything may have changed in between. */
  onReopened: () => void;
  /** The line has ended, in peace or not, and opens again by nobody but the listener. */
  onEnd: () => void;
};

/** Listens to the changes of the locker until the answer is called. */
export function listen({ origin, fetch }: Clients["server"], { onWord, onReopened, onEnd }: Listener): () => void {
  const client = createTRPCClient<AppRouter>({
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
  let wasOpen = false;
  const subscription = client.loadout.changes.subscribe(undefined, {
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
