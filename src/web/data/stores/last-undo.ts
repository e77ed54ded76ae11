import { m } from "#messages";
import { useHotkey } from "#web/ui/keyboard.ts";
import { isTyping } from "./shortcuts.ts";

// The last change that can be undone, by the button of its toast or by the shortcut.

let last: (() => void) | null = null;

/** Returns a toast action that runs the undo once, and registers it as the last undo. */
export function offerUndo(undo: () => Promise<unknown>): { label: string; run: () => void } {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    if (last === run) last = null;
    void undo();
  };
  last = run;
  return { label: m.common_undo(), run };
}

/** Undoes the last change; returns false if there is none. */
export function undoLast(): boolean {
  const undo = last;
  undo?.();
  return undo !== null;
}

/** Clears the last undo when the user changes. */
export function forgetUndo(): void {
  last = null;
}

/** Handles Ctrl or ⌘ with Z, which undoes the last change. */
export const useUndoKey = (): void =>
  useHotkey((event) => {
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
    if (isUndo && !isTyping(event) && undoLast()) event.preventDefault();
  });
