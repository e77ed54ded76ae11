// Starts after the first screen is drawn. No control on the screen depends on it.
import type { QueryClient } from "@tanstack/react-query";
import { handleHotkeys } from "#web/app/shell/hotkeys.ts";
import { isOffline } from "#web/data/offline/connectivity.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getQueryClient } from "#web/data/query-client.ts";
import { getLastPerson, PERSON_KEY, personChange } from "#web/data/session/person.ts";
import { dropEndedSession, renewSession, sessionQuery } from "#web/data/session/session-query.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import type { createAppRouter } from "./router.tsx";

type Background = {
  clients: Clients;
  router: ReturnType<typeof createAppRouter>;
  /** The original query string of the page; the router removes parameters that no screen reads. */
  search: string;
};

/** Handles hotkeys, synchronizes the session, and starts the background tasks when the browser is idle. */
export function startBackground({ clients, router, search }: Background): void {
  const queryClient = getQueryClient(clients);
  const goTo = (href: string) => router.history.push(href);
  handleHotkeys(goTo);
  syncSession(queryClient, () => void router.invalidate());
  router.subscribe("onResolved", () => checkSession(queryClient));
  if (search.includes("revoked=")) void showRevoked(queryClient, search);
  runWhenIdle(() => void startBackgroundWork(clients, goTo));
}

/** Loads and starts the background tasks; without a network, it starts when the network is back. */
async function startBackgroundWork(clients: Clients, goTo: (href: string) => void): Promise<void> {
  const [tasks, notices] = await Promise.all([
    importOptional(() => import("#web/data/offline/background-tasks.ts")),
    importOptional(() => import("#web/app/shell/session/change-notices.ts")),
  ]);
  if (tasks) {
    notices?.showChangeNotices(goTo);
    await tasks.startBackgroundTasks(clients);
  } else if (isOffline())
    window.addEventListener("online", () => void startBackgroundWork(clients, goTo), { once: true });
}

async function showRevoked(queryClient: QueryClient, search: string): Promise<void> {
  const { showRevokedReturn } = await import("#web/features/account/revoked.ts");
  await showRevokedReturn(queryClient, search);
}

/** Runs the callback when the page is loaded and the browser is idle. */
function runWhenIdle(run: () => void): void {
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 2000);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}

// Synchronizes this tab with session changes in other tabs and on the server.

/**
 * Applies the end of a session, a sign-out and a sign-in, in this tab or another, to the screens. `onOtherTab` is called after a
 * change in another tab.
 */
export function syncSession(queryClient: QueryClient, onOtherTab: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // Without a key, the whole storage was cleared.
    if (key === PERSON_KEY || key === null) personChange.set({ isOtherTab: true });
  });
  const applyPerson = ({ isOtherTab }: { isOtherTab: boolean }) => {
    const person = getLastPerson();
    const cachedSession = queryClient.getQueryData(sessionQuery.queryKey);
    if (cachedSession && (!person || person.hasEnded)) {
      void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      dropEndedSession(queryClient);
    }
    if (!isOtherTab) return;
    const isCurrent = !person || person.hasEnded === true || cachedSession?.user.id === person.id;
    void (isCurrent ? Promise.resolve() : renewSession(queryClient)).then(onOtherTab, onOtherTab);
  };
  personChange.listen(applyPerson);
  // Another tab may have signed out while this page was loading.
  applyPerson({ isOtherTab: false });
}

const MAX_SESSION_AGE_MS = 5_000;

/** Refetches the session if it is older than a few seconds, because it may have ended elsewhere. */
export function checkSession(queryClient: QueryClient): void {
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > MAX_SESSION_AGE_MS)
    void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
}
