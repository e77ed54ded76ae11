import { useEffect, useRef, useState } from "react";

const REST_MS = 250;

/**
 * What stands in a field and how to change it. It is handed on when the typing rests; a text that changes by itself
 * (Back, a link) wins over it.
 */
export function useDebouncedInput(settled: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(settled);
  const handedOn = useRef(settled);
  const rest = useRef(onRest);
  rest.current = onRest;

  useEffect(() => {
    if (settled === handedOn.current) return;
    handedOn.current = settled;
    setTyped(settled);
  }, [settled]);

  useEffect(() => {
    if (typed === handedOn.current) return;
    const timer = setTimeout(() => {
      handedOn.current = typed;
      rest.current(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped];
}

/** The value once it has not changed for a while, for announcements to screen readers. */
export function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
