import { m } from "#messages";
import { useHotkey } from "#web/ui/keyboard.ts";
import { isTyping } from "./shortcuts.ts";

// The last thing done to what a person keeps that can be taken back: by its notice, or by the keys everybody knows.

let last: (() => void) | null = null;

/** The button of a notice that takes this back, once. */
export function offerUndo(takeBack: () => Promise<unknown>): { label: string; run: () => void } {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    if (last === run) last = null;
    void takeBack();
  };
  last = run;
  return { label: m.common_undo(), run };
}

/** Takes back what was done last; false when there is nothing. */
export function undoLast(): boolean {
  const undo = last;
  undo?.();
  return undo !== null;
}

/** The next user has nothing to undo. */
export function forgetUndo(): void {
  last = null;
}

/** Ctrl or ⌘ with Z takes back what was done last to what a person keeps. */
export const useUndoKey = (): void =>
  useHotkey((event) => {
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
    if (isUndo && !isTyping(event) && undoLast()) event.preventDefault();
  });
