import { useEffect, useRef, useState } from "react";

const REST_MS = 250;

/**
 * Returns a field's text and its setter. `onRest` gets the text when the user stops typing, or when the field is closed before
 * that; not when a navigation removes it, because `onRest` may write the address. If `value` changes from outside (Back, a link),
 * it replaces the text.
 */
export function useDebouncedInput(value: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const reportedText = useRef(value);
  const latestOnRest = useRef(onRest);
  latestOnRest.current = onRest;
  const reportWaiting = useRef<(() => void) | null>(null);
  const drawnAddress = useRef<string>(null);

  useEffect(() => {
    if (value === reportedText.current) return;
    reportedText.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    reportWaiting.current = null;
    if (text === reportedText.current) return;
    const report = () => {
      reportWaiting.current = null;
      reportedText.current = text;
      latestOnRest.current(text);
    };
    reportWaiting.current = report;
    const timer = setTimeout(report, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    drawnAddress.current = location.href;
  });
  useEffect(
    () => () => {
      if (location.href === drawnAddress.current) reportWaiting.current?.();
    },
    [],
  );

  return [text, setText];
}
