import type { QueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { atom } from "nanostores";
import { useEffect } from "react";
import { getCachedLoadouts, type LockerClients, refetchLoadouts, useLockerClients } from "#web/data/gathered-locker.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useSession } from "#web/data/session/session.ts";
import { keepListening, type StreamHandlers } from "#web/data/streams/keep-listening.ts";
import type { LockerEvent } from "#web/data/streams/subscriptions.ts";
import { useStore } from "#web/ui/environment.ts";

/** Events within this time are handled together. */
const DEBOUNCE_MS = 120;
/** Changes made by this page within this time are shown at once, even if the list is scrolled. */
const OWN_CHANGE_MS = 10_000;
/** If the page is scrolled further than this, changes above would shift the visible content. */
const SCROLLED_PX = 240;

/** Keeps the locker in sync with other tabs and devices while a user is signed in. */
export function useLockerWatch(): void {
  const clients = useLockerClients();
  const { server } = useRouteContext({ from: "__root__" });
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (!userId) return;
    const handler = createEventHandler(clients);
    const stop = keepListening(createSubscriptionLoader(server), { onWord: handler.take, onMissed: handler.readAll });
    return () => {
      stop();
      handler.end();
      takePendingUpdates();
    };
  }, [userId, server, clients]);
}

/** Returns a loader of the function that subscribes to the locker; its module is loaded on demand. */
const createSubscriptionLoader = (server: Clients["server"]) => async () => {
  const { subscribe } = await import("#web/data/streams/subscriptions.ts");
  return (line: StreamHandlers<LockerEvent>) => subscribe(server, line);
};

/** Collects events and reloads the data they concern, but not while this page has a running mutation. */
function createEventHandler(clients: LockerClients) {
  const { trpc, queryClient } = clients;
  const loadoutIds = new Set<string>();
  let isAllRead = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readAll = () => {
    loadoutIds.clear();
    isAllRead = false;
    takePendingUpdates();
    void queryClient.invalidateQueries(trpc.loadout.pathFilter());
    void queryClient.invalidateQueries(trpc.folder.pathFilter());
  };
  const flush = () => {
    if (queryClient.isMutating() > 0) return schedule();
    if (isAllRead) return readAll();
    const ids = [...loadoutIds];
    loadoutIds.clear();
    for (const id of ids) void queryClient.invalidateQueries(trpc.loadout.get.queryFilter({ id }));
    const pendingIds = window.scrollY > SCROLLED_PX ? ids.filter((id) => !isOwnChange(queryClient, id)) : [];
    if (pendingIds.length === 0) return void refetchLoadouts(clients, [...ids, ...takePendingUpdates()]);
    addPendingUpdates(pendingIds);
    void refetchLoadouts(
      clients,
      ids.filter((id) => !pendingIds.includes(id)),
    );
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, DEBOUNCE_MS);
  };
  return {
    take: ({ what, id }: LockerEvent) => {
      if (what === "share") return void queryClient.invalidateQueries(trpc.share.pathFilter());
      if (what === "import") isAllRead = true;
      if (what === "loadout") loadoutIds.add(id);
      if (what === "folder") {
        void queryClient.invalidateQueries(trpc.folder.pathFilter());
        // If the folder was removed, its loadouts are now without a folder.
        for (const saved of getCachedLoadouts(clients)) if (saved.folderId === id) loadoutIds.add(saved.id);
      }
      schedule();
    },
    readAll,
    end: () => clearTimeout(timer),
  };
}

/** Whether this page has changed the loadout recently. */
function isOwnChange(queryClient: QueryClient, id: string): boolean {
  const since = Date.now() - OWN_CHANGE_MS;
  return queryClient
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.submittedAt > since && JSON.stringify(state.variables ?? "").includes(id));
}

// Ids of loadouts changed elsewhere while the page is scrolled. They are shown on a click, so that the content does not shift.
const pendingUpdates = atom<ReadonlySet<string>>(new Set());

const addPendingUpdates = (ids: Iterable<string>): void =>
  pendingUpdates.set(new Set([...pendingUpdates.get(), ...ids]));

/** Removes and returns the ids of the pending updates. */
export function takePendingUpdates(): readonly string[] {
  const ids = [...pendingUpdates.get()];
  if (ids.length > 0) pendingUpdates.set(new Set());
  return ids;
}

/** Returns the number of pending updates. */
export const usePendingUpdates = (): number => useStore(pendingUpdates).size;
