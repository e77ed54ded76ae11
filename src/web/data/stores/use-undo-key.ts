import { useEffect } from "react";
import { undoLast } from "./last-undo.ts";
import { isTyping } from "./shortcuts.ts";

/** Ctrl or ⌘ with Z takes back what was done last to what a person keeps. */
export function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
      if (isUndo && !event.defaultPrevented && !isTyping(event) && undoLast()) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
