import { useEffect, useRef, useState } from "react";

const REST_MS = 250;

/**
 * What stands in a field and how to change it. It is handed on when the typing rests; a text that changes by itself
 * (Back, a link) wins over it.
 */
export function useDebouncedInput(value: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const handedOn = useRef(value);
  const rest = useRef(onRest);
  rest.current = onRest;

  useEffect(() => {
    if (value === handedOn.current) return;
    handedOn.current = value;
    setTyped(value);
  }, [value]);

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
  const [restingValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return restingValue;
}
