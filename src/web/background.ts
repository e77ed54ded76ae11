// What starts once the first screen is drawn: no control waits for any of it.
import type { QueryClient } from "@tanstack/react-query";
import { handleHotkeys } from "#web/app/shell/hotkeys.ts";
import { isOffline } from "#web/data/offline/connectivity.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getQueryClient } from "#web/data/query-client.ts";
import { lastPerson, PERSON_KEY, personChange } from "#web/data/session/person.ts";
import { dropEnded, renewSession, sessionQuery } from "#web/data/session/session-query.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import type { createAppRouter } from "./router.tsx";

type Background = {
  clients: Clients;
  router: ReturnType<typeof createAppRouter>;
  /** The query string the page was opened with; the router removes what no screen reads. */
  search: string;
};

/** Answers keys, asks who is here and follows the session, and starts what runs behind the screens as soon as the browser is idle. */
export function startBackground({ clients, router, search }: Background): void {
  const queryClient = getQueryClient(clients);
  const goTo = (href: string) => router.history.push(href);
  handleHotkeys(goTo);
  followPerson(queryClient, () => void router.invalidate());
  router.subscribe("onResolved", () => checkSession(queryClient));
  if (search.includes("revoked=")) void showRevoked(queryClient, search);
  whenIdle(() => void startUpkeep(clients, goTo));
}

/** Without a network it starts once there is one again. */
async function startUpkeep(clients: Clients, goTo: (href: string) => void): Promise<void> {
  const [upkeep, notices] = await Promise.all([
    importOptional(() => import("#web/data/offline/background-tasks.ts")),
    importOptional(() => import("#web/app/shell/session/change-notices.ts")),
  ]);
  if (upkeep) {
    notices?.showChangeNotices(goTo);
    await upkeep.startBackgroundTasks(clients);
  } else if (isOffline()) window.addEventListener("online", () => void startUpkeep(clients, goTo), { once: true });
}

async function showRevoked(queryClient: QueryClient, search: string): Promise<void> {
  const { showRevokedReturn } = await import("#web/features/account/revoked.ts");
  await showRevokedReturn(queryClient, search);
}

/** Runs it once the page is loaded and the browser has nothing else to do. */
function whenIdle(run: () => void): void {
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 2000);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}

// Keeps this tab up with the session as other tabs and the server change it. Imported once the first screen is drawn.

/**
 * Applies a session's end, a sign-out and a sign-in, in this tab or another, to what the screens show. `onOtherTab` is
 * called after a change that was made there.
 */
export function followPerson(queryClient: QueryClient, onOtherTab: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // Without a key all of the storage was cleared.
    if (key === PERSON_KEY || key === null) personChange.set({ isOtherTab: true });
  });
  const follow = ({ isOtherTab }: { isOtherTab: boolean }) => {
    const person = lastPerson();
    const shown = queryClient.getQueryData(sessionQuery.queryKey);
    if (shown && (!person || person.hasEnded)) {
      void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      dropEnded(queryClient);
    }
    if (!isOtherTab) return;
    const isKnown = !person || person.hasEnded === true || shown?.user.id === person.id;
    void (isKnown ? Promise.resolve() : renewSession(queryClient)).then(onOtherTab, onOtherTab);
  };
  personChange.listen(follow);
  // Another tab may have signed out while this page was being drawn.
  follow({ isOtherTab: false });
}

const CHECKED_FOR_MS = 5_000;

/** Asks again, where the last answer is older than a few seconds: a session may have ended elsewhere. */
export function checkSession(queryClient: QueryClient): void {
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > CHECKED_FOR_MS)
    void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
}
