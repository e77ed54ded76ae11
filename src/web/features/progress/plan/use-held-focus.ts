import { useLayoutEffect, useRef } from "react";

/** Holds focus where it is while rows change places: what moves in the page loses it. Answers how to begin. */
export function useHeldFocus(rows: readonly unknown[]): () => void {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (rows.length > 0 && held.current instanceof HTMLElement) held.current.focus();
    held.current = null;
  }, [rows]);
  return () => {
    held.current = document.activeElement;
  };
}
