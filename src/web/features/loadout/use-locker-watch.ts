import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { atom } from "nanostores";
import { useEffect } from "react";
import { useStore } from "#web/components/ui/environment.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useSession } from "#web/data/session/session.ts";
import type { LockerWord } from "#web/data/subscriptions.ts";
import { type Data, useTRPC } from "#web/data/trpc.ts";

/** Words that come together are one reading. */
const TOGETHER_MS = 120;
/** What this page changed within this time is shown where the reader is: they asked for it. */
const OWN_MS = 10_000;
/** From here on the lists lie above what is read. */
const SCROLLED_PX = 240;

/** Keeps the locker in sync with other tabs and devices while a user is signed in. */
export function useLockerWatch(): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { server } = useRouteContext({ from: "__root__" });
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (!userId) return;
    const reader = getReader(trpc, queryClient);
    const stop = keepListening(server, { onWord: reader.take, onMissed: reader.readAll });
    return () => {
      stop();
      reader.end();
      clearPendingUpdates();
    };
  }, [userId, server, trpc, queryClient]);
}

/** Gathers words and asks anew for what they are about; never while a change of one's own is on its way. */
function getReader(trpc: Data, queryClient: QueryClient) {
  const loadoutIds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readLists = () => {
    clearPendingUpdates();
    void queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
  };
  const readRest = () => {
    void queryClient.invalidateQueries(trpc.loadout.counts.pathFilter());
    void queryClient.invalidateQueries(trpc.folder.pathFilter());
  };
  const flush = () => {
    if (queryClient.isMutating() > 0) return later();
    for (const id of loadoutIds) void queryClient.invalidateQueries(trpc.loadout.get.queryFilter({ id }));
    readRest();
    const foreign = [...loadoutIds].filter((id) => !isOwn(queryClient, id));
    if (window.scrollY > SCROLLED_PX && foreign.length > 0) addPendingUpdate(foreign);
    else readLists();
    loadoutIds.clear();
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, TOGETHER_MS);
  };
  return {
    take: ({ what, id }: LockerWord) => {
      if (what === "share") return void queryClient.invalidateQueries(trpc.share.pathFilter());
      if (what === "loadout") loadoutIds.add(id);
      later();
    },
    readAll: () => {
      void queryClient.invalidateQueries(trpc.loadout.pathFilter());
      readRest();
      clearPendingUpdates();
    },
    end: () => clearTimeout(timer),
  };
}

/** Whether this page itself changed that lately. */
function isOwn(queryClient: QueryClient, id: string): boolean {
  const since = Date.now() - OWN_MS;
  return queryClient
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.submittedAt > since && JSON.stringify(state.variables ?? "").includes(id));
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

type Listener = {
  onWord: (word: LockerWord) => void;
  /** Words may have been missed. */
  onMissed: () => void;
};

/**
 * Listens to the locker while the page is in sight, and comes back after every end, until the answer is called. A page
 * out of sight holds no line: a browser has few of them for all its tabs.
 */
export function keepListening(server: Clients["server"], { onWord, onMissed }: Listener): () => void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let isOver = false;

  const end = () => {
    stop?.();
    stop = null;
    clearTimeout(timer);
  };
  const again = () => {
    end();
    if (isOver || document.hidden) return;
    timer = setTimeout(() => begin().then(onMissed, again), waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  };
  const begin = async () => {
    const { subscribe: listen } = await import("#web/data/subscriptions.ts");
    if (isOver || document.hidden || stop) return;
    const heard = (word: LockerWord) => {
      waitMs = FIRST_WAIT_MS;
      onWord(word);
    };
    stop = listen(server, { onWord: heard, onReopened: onMissed, onEnd: () => stop && again() });
  };
  const turn = () => {
    if (document.hidden) end();
    else if (!stop) void begin().then(onMissed, again);
  };

  document.addEventListener("visibilitychange", turn);
  begin().catch(again);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", turn);
    end();
  };
}

// Ids of loadouts changed elsewhere while the user reads further down: they wait for a click, so that nothing moves.
const pendingUpdates = atom<ReadonlySet<string>>(new Set());

const addPendingUpdate = (ids: Iterable<string>): void =>
  pendingUpdates.set(new Set([...pendingUpdates.get(), ...ids]));

export function clearPendingUpdates(): void {
  if (pendingUpdates.get().size > 0) pendingUpdates.set(new Set());
}

/** How many changed loadouts wait to be shown. */
export const usePendingUpdates = (): number => useStore(pendingUpdates).size;
