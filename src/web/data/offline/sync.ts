// Sends pending mutations as soon as the server answers, and refetches what was answered from this device.
import { hashKey, type Query, type QueryClient } from "@tanstack/react-query";
import { m } from "#messages";
import { dismissToast, showToast } from "#web/components/overlays/toasts.ts";
import { isOffline, reach } from "#web/data/offline/connectivity.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { loginAddress } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { clearOthers, followOtherTabs, sendNow, showChanges } from "./outbox.ts";
import { listToSend, outboxState, setOutboxState } from "./pending.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** Keeps trying, with growing pauses, for as long as the page is there. */
export function startSync(queryClient: QueryClient, goTo: (href: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const hasToSend = () => listToSend(outboxState.get().waiting, 1).length > 0 && outboxState.get().phase === "still";
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
  reportFailures(goTo);
  askForSignIn(goTo);
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
  outboxState.listen(({ waiting }, before) => {
    if (!before || waiting.length >= before.waiting.length) return;
    const parts = new Set(before.waiting.map(({ call }) => call.slice(0, call.indexOf("."))));
    if (parts.has("loadout")) parts.add("folder");
    if (parts.has("folder")) parts.add("loadout");
    refetch((part) => parts.has(part));
  });
}

/** Shows on every screen that the pending changes need a sign-in, until the user has signed in. */
function askForSignIn(goTo: (href: string) => void): void {
  let shown: number | null = null;
  outboxState.listen(({ phase, waiting }) => {
    const isNeeded = phase === "signed-out" && waiting.length > 0;
    if (isNeeded === (shown !== null)) return;
    if (shown !== null) {
      dismissToast(shown);
      shown = null;
      return;
    }
    const { pathname, search, hash } = location;
    shown = showToast(m.app_changes_saved_on_this_device({ count: waiting.length }), {
      isLasting: true,
      action: { label: m.app_sign_in_title_case(), run: () => goTo(loginAddress(pathname + search + hash)) },
    });
  });
}

/** Shows a refused change once, on any screen; it stays in the list behind the indicator. */
function reportFailures(goTo: (href: string) => void): void {
  const reportedIds = new Set<string>();
  outboxState.listen(({ waiting }) => {
    for (const one of waiting) {
      if (!one.refusal || reportedIds.has(one.id)) continue;
      reportedIds.add(one.id);
      const { name } = one;
      if (one.call !== "loadout.save" || one.refusal.kind === "refused") {
        const { message } = one.refusal.error;
        const text = name ? m.app_change_of_name_refused({ name, message }) : m.app_change_refused({ message });
        showToast(text, { tone: "error" });
        continue;
      }
      const { id, loadout } = one.input;
      if (location.search.includes(id)) continue;
      const choose = () => goTo(`/${loadout.game}?tab=loadouts&edit=${id}`);
      const text = name ? m.app_name_changed_elsewhere({ name }) : m.app_change_conflicts();
      showToast(text, { tone: "error", action: { label: m.common_choose(), run: choose } });
    }
  });
}
