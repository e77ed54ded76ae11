// Sends pending mutations as soon as the server answers, and refetches what was answered from this device.

import { hashKey, type QueryClient } from "@tanstack/react-query";
import { m } from "#messages";
import { dismissToast, showToast } from "#web/components/overlays/toasts.ts";
import { isOffline, reach } from "#web/data/connectivity.ts";
import { applyPending, onOtherTab, sendNow } from "#web/data/offline/outbox/outbox-world.ts";
import { nextToSend, outboxState, setOutboxState } from "#web/data/offline/outbox/pending-mutation.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { loginAddress } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** Keeps trying, with growing pauses, for as long as the page is there. */
export function startSync(queryClient: QueryClient, goTo: (href: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const hasToSend = () => nextToSend(outboxState.get().waiting) !== null && outboxState.get().phase === "still";
  const plan = () => {
    clearTimeout(timer);
    if (isOffline() || !(hasToSend() || reach.get().isLost)) return;
    timer = setTimeout(() => void retry(), waitMs);
  };
  const retry = async () => {
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    const owner = lastPerson()?.id;
    if (owner && hasToSend()) await sendNow(owner);
    else await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
    if (!reach.get().isLost) waitMs = FIRST_WAIT_MS;
    plan();
  };
  const atOnce = () => {
    waitMs = FIRST_WAIT_MS;
    clearTimeout(timer);
    if (!isOffline() && (hasToSend() || reach.get().isLost)) void retry();
  };

  window.addEventListener("online", atOnce);
  document.addEventListener("visibilitychange", () => !document.hidden && atOnce());
  onOtherTab(() => void applyPending(lastPerson()?.id ?? null));
  reach.listen(plan);
  outboxState.listen(plan);
  const session = hashKey(sessionQuery.queryKey);
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === "updated" && event.action.type === "success" && event.query.queryHash === session;
    // The user has signed in again.
    if (isAnswer && event.query.state.data && outboxState.get().phase === "signed-out")
      setOutboxState({ phase: "still" });
  });
  refetchAfterwards(queryClient);
  reportFailures(goTo);
  askForSignIn(goTo);
  void applyPending(lastPerson()?.id ?? null).then(atOnce);
}

/** Refetches what a sent change may have altered, and all personal data once the server can be reached again. */
function refetchAfterwards(queryClient: QueryClient): void {
  const refetch = (parts: readonly string[]) =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => parts.includes(String(Array.isArray(path) ? path[0] : path)),
    });
  let wasLost = reach.get().isLost;
  reach.listen(({ isLost }) => {
    if (wasLost && !isLost) refetch(["auth", "loadout", "folder", "soldier", "progress", "goal"]);
    wasLost = isLost;
  });
  outboxState.listen(({ waiting }, before) => {
    if (before && waiting.length < before.waiting.length) refetch(["loadout", "folder"]);
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
        showToast(name ? m.app_change_of_name_refused({ name, message }) : m.app_change_refused({ message }), {
          tone: "error",
        });
        continue;
      }
      const { id, loadout } = one.input;
      const href = `/${loadout.game}?tab=loadouts&edit=${id}`;
      if (location.search.includes(id)) continue;
      showToast(name ? m.app_name_changed_elsewhere({ name }) : m.app_change_conflicts(), {
        tone: "error",
        action: { label: m.common_choose(), run: () => goTo(href) },
      });
    }
  });
}
