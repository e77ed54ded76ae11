import { useEffect, useRef, useState } from "react";
import { Field } from "#web/ui/field.tsx";

const DEBOUNCE_MS = 250;

type SearchFieldProps = {
  label: string;
  q: string;
  /** Told of what is typed once it rests. */
  onRest: (text: string) => void;
};

/** A search that is handed on when it rests; a text that changes by itself (Back, a link) wins over what is typed. */
export function SearchField({ label, q, onRest }: SearchFieldProps) {
  const [typed, setTyped] = useState(q);
  const handedOn = useRef(q);

  useEffect(() => {
    if (q === handedOn.current) return;
    handedOn.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    if (typed === handedOn.current) return;
    const timer = setTimeout(() => {
      handedOn.current = typed;
      onRest(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, onRest]);

  return (
    <Field
      label={label}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder="Name, weapon or reward"
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      aria-keyshortcuts="/"
    />
  );
}
