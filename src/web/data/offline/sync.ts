// Sends pending mutations as soon as the server can be reached, and refetches stored responses afterwards.
import { hashKey, type Query, type QueryClient } from "@tanstack/react-query";
import { connectivity, isOffline } from "#web/data/offline/connectivity.ts";
import { getLastPerson } from "#web/data/session/person.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { clearOtherUsers, followOtherTabs, sendNow, showChanges } from "./outbox.ts";
import { listToSend, outboxState, setOutboxState } from "./pending.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** Retries with growing pauses for as long as the page is open. */
export function startSync(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const hasSendable = () =>
    listToSend(outboxState.get().pendingMutations, 1).length > 0 && outboxState.get().phase === "still";
  /** Whether the server was unreachable, or the session was not confirmed yet. */
  const isUnconfirmed = () =>
    connectivity.get().isLost || queryClient.getQueryData(sessionQuery.queryKey)?.isRemembered === true;
  const scheduleRetry = (inMs = waitMs) => {
    clearTimeout(timer);
    if (!isOffline() && (hasSendable() || isUnconfirmed())) timer = setTimeout(() => void retry(), inMs);
  };
  const retry = async () => {
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    const owner = getLastPerson()?.id;
    if (owner && hasSendable()) await sendNow(owner);
    else await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
    if (!isUnconfirmed()) waitMs = FIRST_WAIT_MS;
    scheduleRetry();
  };
  const retryNow = () => {
    waitMs = FIRST_WAIT_MS;
    scheduleRetry(0);
  };

  window.addEventListener("online", retryNow);
  document.addEventListener("visibilitychange", () => !document.hidden && retryNow());
  followOtherTabs();
  connectivity.listen(() => scheduleRetry());
  outboxState.listen(() => scheduleRetry());
  const session = hashKey(sessionQuery.queryKey);
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === "updated" && event.action.type === "success" && event.query.queryHash === session;
    if (isAnswer) scheduleRetry();
    // The user has signed in again.
    if (isAnswer && event.query.state.data && outboxState.get().phase === "signed-out")
      setOutboxState({ phase: "still" });
  });
  refetchAfterSync(queryClient);
  const owner = getLastPerson()?.id;
  void showChanges(owner ?? null).then(retryNow);
  void clearOtherUsers(owner ?? null);
}

/** Refetches queries that a sent change may affect. When the server can be reached again, refetches personal and failed queries. */
function refetchAfterSync(queryClient: QueryClient): void {
  const refetch = (isAffected: (part: string, query: Query) => boolean) =>
    void queryClient.invalidateQueries({
      predicate: (query) => {
        const [path] = query.queryKey;
        return isAffected(String(Array.isArray(path) ? path[0] : path), query);
      },
    });
  let wasLost = connectivity.get().isLost;
  connectivity.listen(({ isLost }) => {
    if (wasLost && !isLost)
      refetch((part, { state }) => state.status === "error" || (part !== "arsenal" && part !== "catalogue"));
    wasLost = isLost;
  });
  outboxState.listen(({ pendingMutations }, before) => {
    if (!before || pendingMutations.length >= before.pendingMutations.length) return;
    const parts = new Set(before.pendingMutations.map(({ call }) => call.slice(0, call.indexOf("."))));
    if (parts.has("loadout")) parts.add("folder");
    if (parts.has("folder")) parts.add("loadout");
    refetch((part) => parts.has(part));
  });
}
