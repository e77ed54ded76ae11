import { useCallback, useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 250;

type Format<Value, Texts> = { parse: (texts: Texts) => Value; format: (value: Value) => Texts };

export type ValueChange<Value> = Partial<Value> | ((value: Value) => Partial<Value>);

/**
 * State that is stored in the address. Returns the value, a setter and a flush function. The value changes at once; the address
 * is updated after a pause. A navigation (Back, a link) replaces the value. The flush function writes a pending change at once,
 * so that the current state becomes an entry in the history, and returns the texts.
 */
export function useAddressState<Value extends object, Texts extends object>(
  texts: Texts,
  write: (texts: Texts) => unknown,
  { parse, format }: Format<Value, Texts>,
): [Value, (change: ValueChange<Value>) => void, () => Texts] {
  const [value, setValue] = useState(() => parse(texts));
  const address = JSON.stringify(format(parse(texts)));
  const writtenText = useRef(address);

  useEffect(() => {
    if (address === writtenText.current) return;
    writtenText.current = address;
    setValue(parse(JSON.parse(address)));
  }, [address, parse]);

  useEffect(() => {
    const nextText = JSON.stringify(format(value));
    if (nextText === writtenText.current) return;
    const timer = setTimeout(() => {
      writtenText.current = nextText;
      write(format(value));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value, write, format]);

  const change = useCallback((update: ValueChange<Value>) => {
    setValue((current) => ({ ...current, ...(typeof update === "function" ? update(current) : update) }));
  }, []);
  const flush = () => {
    const nextTexts = format(value);
    const text = JSON.stringify(nextTexts);
    if (text !== writtenText.current) {
      writtenText.current = text;
      write(nextTexts);
    }
    return nextTexts;
  };
  return [value, change, flush];
}
