import { type RefObject, useEffect } from "react";

/** Pressing "/" anywhere but in a field or over a dialog puts focus into the input. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const inField = event.target instanceof Element && event.target.closest("input, select, textarea, [role=dialog]");
      if (inField && !(inField instanceof HTMLInputElement && inField.type === "range")) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [input]);
}
