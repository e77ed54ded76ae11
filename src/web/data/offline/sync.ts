// Sends pending mutations as soon as the server answers, and refetches what was answered from this device.
import { hashKey, type Query, type QueryClient } from "@tanstack/react-query";
import { isOffline, reach } from "#web/data/offline/connectivity.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { clearOthers, followOtherTabs, sendNow, showChanges } from "./outbox.ts";
import { listToSend, outboxState, setOutboxState } from "./pending.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** Keeps trying, with growing pauses, for as long as the page is there. */
export function startSync(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const hasToSend = () =>
    listToSend(outboxState.get().pendingMutations, 1).length > 0 && outboxState.get().phase === "still";
  /** The server was lost, or has not answered yet who is here. */
  const isUnsure = () => reach.get().isLost || queryClient.getQueryData(sessionQuery.queryKey)?.isRemembered === true;
  const plan = (inMs = waitMs) => {
    clearTimeout(timer);
    if (!isOffline() && (hasToSend() || isUnsure())) timer = setTimeout(() => void retry(), inMs);
  };
  const retry = async () => {
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    const owner = lastPerson()?.id;
    if (owner && hasToSend()) await sendNow(owner);
    else await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
    if (!isUnsure()) waitMs = FIRST_WAIT_MS;
    plan();
  };
  const atOnce = () => {
    waitMs = FIRST_WAIT_MS;
    plan(0);
  };

  window.addEventListener("online", atOnce);
  document.addEventListener("visibilitychange", () => !document.hidden && atOnce());
  followOtherTabs();
  reach.listen(() => plan());
  outboxState.listen(() => plan());
  const session = hashKey(sessionQuery.queryKey);
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === "updated" && event.action.type === "success" && event.query.queryHash === session;
    if (isAnswer) plan();
    // The user has signed in again.
    if (isAnswer && event.query.state.data && outboxState.get().phase === "signed-out")
      setOutboxState({ phase: "still" });
  });
  refetchAfterwards(queryClient);
  const owner = lastPerson()?.id;
  void showChanges(owner ?? null).then(atOnce);
  void clearOthers(owner ?? null);
}

/** Refetches what a sent change may have altered, and once the server can be reached again what is personal or has failed. */
function refetchAfterwards(queryClient: QueryClient): void {
  const refetch = (isAltered: (part: string, query: Query) => boolean) =>
    void queryClient.invalidateQueries({
      predicate: (query) => {
        const [path] = query.queryKey;
        return isAltered(String(Array.isArray(path) ? path[0] : path), query);
      },
    });
  let wasLost = reach.get().isLost;
  reach.listen(({ isLost }) => {
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
