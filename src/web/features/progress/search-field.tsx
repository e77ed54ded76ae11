import { Field } from "#web/components/fields/field.tsx";
import { useDebouncedInput } from "#web/components/fields/use-debounced-input.ts";

type SearchFieldProps = {
  label: string;
  q: string;
  /** Called with the typed text after a pause. */
  onRest: (text: string) => void;
};

/** A search that is handed on when it rests; a text that changes by itself (Back, a link) wins over what is typed. */
export function SearchField({ label, q, onRest }: SearchFieldProps) {
  const [typed, type] = useDebouncedInput(q, onRest);
  return (
    <Field
      label={label}
      type="search"
      value={typed}
      onChange={(event) => type(event.target.value)}
      placeholder="Name, weapon or reward"
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      aria-keyshortcuts="/"
    />
  );
}
