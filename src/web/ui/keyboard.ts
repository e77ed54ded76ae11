import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** Returns a ref whose element gets the focus when it is mounted. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Calls `onKey` for each keydown on the window that no earlier handler has prevented. */
export function useHotkey(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
