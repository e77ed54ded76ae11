import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** Gives the focus to an element as soon as it is drawn. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Gets each key that nothing closer to its place has answered. */
export function useHotkey(press: (event: KeyboardEvent) => void): void {
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented) press(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => answer(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
