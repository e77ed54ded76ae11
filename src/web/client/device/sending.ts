// Sends what waits as soon as the server answers, and asks anew for what this device stood in for.
import type { QueryClient } from "@tanstack/react-query";
import { lastPerson } from "#web/client/person.ts";
import { isOffline, reachNow, watchReach } from "#web/client/reach.ts";
import { sessionQuery } from "#web/client/session.ts";
import { outboxNow, watchOutbox } from "./outbox-state.ts";
import { onOtherTab, sendNow, showWaiting } from "./outbox-world.ts";
import { nextToSend } from "./waiting.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Keeps trying, with growing pauses, for as long as the page is there. */
export function keepSending(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const hasToSend = () => nextToSend(outboxNow().waiting) !== null && outboxNow().phase === "still";
  const plan = () => {
    clearTimeout(timer);
    if (isOffline() || !(hasToSend() || reachNow().isLost)) return;
    timer = setTimeout(() => void knock(), waitMs);
  };
  const knock = async () => {
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    const owner = lastPerson()?.id;
    if (owner && hasToSend()) await sendNow(owner);
    else await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
    if (!reachNow().isLost) waitMs = FIRST_WAIT_MS;
    plan();
  };
  const atOnce = () => {
    waitMs = FIRST_WAIT_MS;
    clearTimeout(timer);
    if (!isOffline() && (hasToSend() || reachNow().isLost)) void knock();
  };

  window.addEventListener("online", atOnce);
  document.addEventListener("visibilitychange", () => !document.hidden && atOnce());
  onOtherTab(() => void showWaiting(lastPerson()?.id ?? null));
  watchReach(plan);
  watchOutbox(plan);
  askAnewAfterwards(queryClient);
  void showWaiting(lastPerson()?.id ?? null).then(atOnce);
}

/** What was sent is read as the server has it now, and everything once it can be reached again. */
function askAnewAfterwards(queryClient: QueryClient): void {
  const askFor = (parts: readonly string[]) =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => parts.includes(String(Array.isArray(path) ? path[0] : path)),
    });
  let wasLost = reachNow().isLost;
  watchReach(() => {
    const { isLost } = reachNow();
    if (wasLost && !isLost) askFor(["auth", "loadout", "folder", "soldier", "progress", "goal"]);
    wasLost = isLost;
  });
  let { waiting } = outboxNow();
  watchOutbox(() => {
    const before = waiting;
    ({ waiting } = outboxNow());
    if (waiting.length < before.length) askFor(["loadout", "folder"]);
  });
}
