import { useCallback, useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 250;

/**
 * What stands in the search field and how to change it. It is handed on when it rests; a text that changes by itself
 * (Back, a link) wins over it.
 */
export function useTyped(settled: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(settled);
  const handedOn = useRef(settled);

  useEffect(() => {
    if (settled === handedOn.current) return;
    handedOn.current = settled;
    setTyped(settled);
  }, [settled]);

  useEffect(() => {
    if (typed === handedOn.current) return;
    const timer = setTimeout(() => {
      handedOn.current = typed;
      onRest(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, onRest]);

  return [typed, useCallback((text: string) => setTyped(text), [])];
}
