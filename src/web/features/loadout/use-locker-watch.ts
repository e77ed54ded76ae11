import type { QueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { atom } from "nanostores";
import { useEffect } from "react";
import { getGathered, type LockerClients, readAgain, useLockerClients } from "#web/data/gathered-locker.ts";
import type { Clients } from "#web/data/query-client.ts";
import { useSession } from "#web/data/session/session.ts";
import { keepListening, type Line } from "#web/data/streams/keep-listening.ts";
import type { LockerWord } from "#web/data/streams/subscriptions.ts";
import { useStore } from "#web/ui/environment.ts";

/** Words that come together are one reading. */
const TOGETHER_MS = 120;
/** What this page changed within this time is shown where the reader is: they asked for it. */
const OWN_MS = 10_000;
/** From here on the lists lie above what is read. */
const SCROLLED_PX = 240;

/** Keeps the locker in sync with other tabs and devices while a user is signed in. */
export function useLockerWatch(): void {
  const clients = useLockerClients();
  const { server } = useRouteContext({ from: "__root__" });
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (!userId) return;
    const reader = getReader(clients);
    const stop = keepListening(openLocker(server), { onWord: reader.take, onMissed: reader.readAll });
    return () => {
      stop();
      reader.end();
      takePendingUpdates();
    };
  }, [userId, server, clients]);
}

/** The line of the person's locker; what it is made of is loaded on use. */
const openLocker = (server: Clients["server"]) => async () => {
  const { subscribe } = await import("#web/data/streams/subscriptions.ts");
  return (line: Line<LockerWord>) => subscribe(server, line);
};

/** Gathers words and reads what they name again; never while a change of one's own is on its way. */
function getReader(clients: LockerClients) {
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
    if (queryClient.isMutating() > 0) return later();
    if (isAllRead) return readAll();
    const ids = [...loadoutIds];
    loadoutIds.clear();
    for (const id of ids) void queryClient.invalidateQueries(trpc.loadout.get.queryFilter({ id }));
    const waiting = window.scrollY > SCROLLED_PX ? ids.filter((id) => !isOwn(queryClient, id)) : [];
    if (waiting.length === 0) return void readAgain(clients, [...ids, ...takePendingUpdates()]);
    addPendingUpdates(waiting);
    void readAgain(
      clients,
      ids.filter((id) => !waiting.includes(id)),
    );
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, TOGETHER_MS);
  };
  return {
    take: ({ what, id }: LockerWord) => {
      if (what === "share") return void queryClient.invalidateQueries(trpc.share.pathFilter());
      if (what === "import") isAllRead = true;
      if (what === "loadout") loadoutIds.add(id);
      if (what === "folder") {
        void queryClient.invalidateQueries(trpc.folder.pathFilter());
        // Where the folder was removed, they lie in none.
        for (const saved of getGathered(clients)) if (saved.folderId === id) loadoutIds.add(saved.id);
      }
      later();
    },
    readAll,
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

const addPendingUpdates = (ids: Iterable<string>): void =>
  pendingUpdates.set(new Set([...pendingUpdates.get(), ...ids]));

/** What waited to be shown, and waits no longer. */
export function takePendingUpdates(): readonly string[] {
  const ids = [...pendingUpdates.get()];
  if (ids.length > 0) pendingUpdates.set(new Set());
  return ids;
}

/** How many changed loadouts wait to be shown. */
export const usePendingUpdates = (): number => useStore(pendingUpdates).size;
