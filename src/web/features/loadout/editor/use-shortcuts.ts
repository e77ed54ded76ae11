import { useEffect, useRef } from "react";

type Shortcuts = { onSave: () => void; onUndo: () => void; onRedo: () => void };

/** Ctrl or ⌘ with S saves, with Z takes back, with Shift Z or Y goes on again, wherever the focus is but in a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = getAction(event);
      if (!action || event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      latest.current[action]();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function getAction(event: KeyboardEvent): keyof Shortcuts | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "s" && !event.shiftKey) return "onSave";
  // Who filters an open list takes back letters, not steps.
  const isFiltering = event.target instanceof Element && event.target.getAttribute("aria-expanded") === "true";
  if (isFiltering) return null;
  if (key === "z") return event.shiftKey ? "onRedo" : "onUndo";
  return key === "y" && !event.metaKey ? "onRedo" : null;
}
