// Removals that reach the server once their notice has gone without an undo: until then everything is as it was.
import { atom } from "nanostores";
import { m } from "#messages";
import { getProblem } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";
import { dismissToast, showToast, toasts } from "#web/ui/overlays/toasts.ts";
import { offerUndo } from "./last-undo.ts";

const hidden = atom<ReadonlySet<string>>(new Set());
const waiting = new Map<string, () => void>();

/** The ids of what is removed, or about to be; lists leave them out. */
export const useRemoved = (): ReadonlySet<string> => useStore(hidden);

if (typeof window !== "undefined") {
  // The data client sends what is asked for now so that it outlives the page.
  window.addEventListener("pagehide", () => {
    for (const send of [...waiting.values()]) send();
  });
}

function setHidden(id: string, isHidden: boolean): void {
  const next = new Set(hidden.get());
  if (isHidden) next.add(id);
  else next.delete(id);
  hidden.set(next);
}

/** Hides what has this id, offers to undo that, and calls `remove` once the offer has gone. */
export function removeWithUndo(id: string, name: string, remove: () => Promise<unknown>): void {
  if (waiting.has(id)) return;
  const end = () => {
    waiting.delete(id);
    stopListening();
  };
  const undo = async () => {
    if (!waiting.has(id)) return;
    end();
    dismissToast(toast);
    setHidden(id, false);
  };
  const send = () => {
    end();
    remove()
      .catch((error: unknown) => showToast(getProblem(error).text, { tone: "error" }))
      .finally(() => setHidden(id, false));
  };
  setHidden(id, true);
  waiting.set(id, send);
  const toast = showToast(m.platoon_removed({ name }), { action: offerUndo(undo) });
  const stopListening = toasts.listen((shown) => {
    if (!shown.some((one) => one.id === toast)) send();
  });
}
