import { type ReactNode, useId, useState } from "react";
import { SearchField } from "#web/components/fields/field.tsx";
import { useDebouncedInput } from "#web/components/fields/use-debounced-input.ts";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";

type FiltersProps = {
  /** Names what is searched. */
  label: string;
  q: string;
  /** Called with the typed text after a pause. */
  onSearch: (text: string) => void;
  /** Whether something narrows the list beside the search. */
  isNarrowed: boolean;
  /** What orders and narrows; folded away on small screens. */
  children: ReactNode;
};

/** The search of a list and what narrows it. */
export function Filters({ label, q, onSearch, isNarrowed, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(isNarrowed);
  const [typed, type] = useDebouncedInput(q, onSearch);
  const id = useId();
  return (
    <search
      aria-label={label}
      className="panel grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 p-4 md:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <SearchField
        label={`Search: ${label.toLowerCase()}`}
        value={typed}
        onChange={type}
        placeholder="Name, weapon or reward"
        aria-keyshortcuts="/"
      />
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="aria-expanded:bg-surface-3 md:hidden"
      >
        Filters
      </Button>
      <div
        id={id}
        className={classes(
          "grid grid-cols-2 gap-3 max-md:col-span-full md:auto-cols-fr md:grid-flow-col md:grid-cols-none",
          !isOpen && "max-md:hidden",
        )}
      >
        {children}
      </div>
    </search>
  );
}
