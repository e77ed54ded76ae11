import { useCallback, useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 250;

type Format<Value, Texts> = { parse: (texts: Texts) => Value; format: (value: Value) => Texts };

export type ValueChange<Value> = Partial<Value> | ((value: Value) => Partial<Value>);

/**
 * A value on screen that stands in the address, and how to change it. It changes at once and is written when it rests; an address
 * that changes by itself (Back, a link) wins over it. The last of the three writes what is pending at once, so that a step taken now
 * can be taken back to it, and answers what it wrote.
 */
export function useAddressState<Value extends object, Texts extends object>(
  texts: Texts,
  write: (texts: Texts) => unknown,
  { parse, format }: Format<Value, Texts>,
): [Value, (change: ValueChange<Value>) => void, () => Texts] {
  const [value, setValue] = useState(() => parse(texts));
  const address = JSON.stringify(format(parse(texts)));
  const written = useRef(address);

  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setValue(parse(JSON.parse(address)));
  }, [address, parse]);

  useEffect(() => {
    const requested = JSON.stringify(format(value));
    if (requested === written.current) return;
    const timer = setTimeout(() => {
      written.current = requested;
      write(format(value));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value, write, format]);

  const change = useCallback((update: ValueChange<Value>) => {
    setValue((present) => ({ ...present, ...(typeof update === "function" ? update(present) : update) }));
  }, []);
  const settle = () => {
    const requested = format(value);
    const text = JSON.stringify(requested);
    if (text !== written.current) {
      written.current = text;
      write(requested);
    }
    return requested;
  };
  return [value, change, settle];
}
