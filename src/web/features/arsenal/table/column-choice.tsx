import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { COLUMN_KEYS, COLUMN_TITLES, type ColumnKey, DEFAULT_COLUMNS, inOrder, isDefault } from "./columns.ts";

type ColumnChoiceProps = { columns: readonly ColumnKey[]; onChange: (columns: readonly ColumnKey[]) => void };

/** A button that opens the list of columns, each to tick. Escape and a press elsewhere close it. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [open]);
  return (
    <div ref={frame} className="relative">
      <Button ref={button} size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Columns
      </Button>
      {open && (
        <fieldset
          id={id}
          className="absolute top-full right-0 z-(--z-pop) mt-1 grid w-56 gap-0.5 rounded-1 border border-line-strong bg-surface-1 p-2 shadow-pop"
        >
          <legend className="sr-only">Columns of the table</legend>
          {COLUMN_KEYS.filter((key) => key !== "name").map((key) => (
            <label
              key={key}
              className="flex min-h-8 items-center gap-3 rounded-1 px-2 text-0 font-semibold hover:bg-surface-2 pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                checked={columns.includes(key)}
                onChange={({ target }) =>
                  onChange(inOrder(target.checked ? [...columns, key] : columns.filter((one) => one !== key)))
                }
                className="size-4 accent-accent"
              />
              {COLUMN_TITLES[key]}
            </label>
          ))}
          <Button
            kind="quiet"
            size="small"
            disabled={isDefault(columns)}
            onClick={() => onChange(DEFAULT_COLUMNS)}
            className="mt-1"
          >
            Usual columns
          </Button>
        </fieldset>
      )}
    </div>
  );
}
