// Removals that are sent to the server after their toast has closed without an undo.
import { atom } from "nanostores";
import { m } from "#messages";
import { getProblem } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";
import { dismissToast, showToast, toasts } from "#web/ui/overlays/toasts.ts";
import { offerUndo } from "./last-undo.ts";

const hiddenIds = atom<ReadonlySet<string>>(new Set());
const pendingRemovals = new Map<string, () => void>();

/** Returns the ids of items that are removed or about to be; lists leave them out. */
export const useRemoved = (): ReadonlySet<string> => useStore(hiddenIds);

if (typeof window !== "undefined") {
  // Send all pending removals before the page is closed; the data client uses `keepalive` for these calls.
  window.addEventListener("pagehide", () => {
    for (const send of [...pendingRemovals.values()]) send();
  });
}

function setHidden(id: string, isHidden: boolean): void {
  const next = new Set(hiddenIds.get());
  if (isHidden) next.add(id);
  else next.delete(id);
  hiddenIds.set(next);
}

/** Hides the item, offers an undo in a toast, and calls `remove` after the toast has closed. */
export function removeWithUndo(id: string, name: string, remove: () => Promise<unknown>): void {
  if (pendingRemovals.has(id)) return;
  const finish = () => {
    pendingRemovals.delete(id);
    stopListening();
  };
  const undo = async () => {
    if (!pendingRemovals.has(id)) return;
    finish();
    dismissToast(toast);
    setHidden(id, false);
  };
  const send = () => {
    finish();
    remove()
      .catch((error: unknown) => showToast(getProblem(error).text, { tone: "error" }))
      .finally(() => setHidden(id, false));
  };
  setHidden(id, true);
  pendingRemovals.set(id, send);
  const toast = showToast(m.platoon_removed({ name }), { action: offerUndo(undo) });
  const stopListening = toasts.listen((visibleToasts) => {
    if (!visibleToasts.some((entry) => entry.id === toast)) send();
  });
}
