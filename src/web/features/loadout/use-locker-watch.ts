import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { atom } from "nanostores";
import { useEffect } from "react";
import { useStore } from "#web/components/ui/environment.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useSession } from "#web/data/session/session.ts";
import { keepListening, type Line } from "#web/data/streams/keep-listening.ts";
import type { LockerWord } from "#web/data/streams/subscriptions.ts";
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
    const stop = keepListening(openLocker(server), { onWord: reader.take, onMissed: reader.readAll });
    return () => {
      stop();
      reader.end();
      clearPendingUpdates();
    };
  }, [userId, server, trpc, queryClient]);
}

/** The line of the person's locker; what it is made of is loaded on use. */
const openLocker = (server: Clients["server"]) => async () => {
  const { subscribe } = await import("#web/data/streams/subscriptions.ts");
  return (line: Line<LockerWord>) => subscribe(server, line);
};

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

// Ids of loadouts changed elsewhere while the user reads further down: they wait for a click, so that nothing moves.
const pendingUpdates = atom<ReadonlySet<string>>(new Set());

const addPendingUpdate = (ids: Iterable<string>): void =>
  pendingUpdates.set(new Set([...pendingUpdates.get(), ...ids]));

export function clearPendingUpdates(): void {
  if (pendingUpdates.get().size > 0) pendingUpdates.set(new Set());
}

/** How many changed loadouts wait to be shown. */
export const usePendingUpdates = (): number => useStore(pendingUpdates).size;
