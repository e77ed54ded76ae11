import { Field } from "#web/ui/field.tsx";
import { useTyped } from "#web/ui/use-typed.ts";

type SearchFieldProps = {
  label: string;
  q: string;
  /** Told of what is typed once it rests. */
  onRest: (text: string) => void;
};

/** A search that is handed on when it rests; a text that changes by itself (Back, a link) wins over what is typed. */
export function SearchField({ label, q, onRest }: SearchFieldProps) {
  const [typed, type] = useTyped(q, onRest);
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
