import { memo, useEffect, useId, useRef, useState } from "react";
import { LazySelect } from "#web/components/fields/lazy-select.tsx";
import { Segments } from "#web/components/fields/segments.tsx";
import { useSettled } from "#web/components/fields/use-debounced-input.ts";
import { Button } from "#web/components/ui/button.tsx";
import type { Terms, View } from "#web/features/arsenal/terms.ts";
import { formatWeapons } from "#web/features/arsenal/words.ts";
import {
  COLUMN_KEYS,
  COLUMN_TITLES,
  type ColumnKey,
  DEFAULT_COLUMNS,
  inOrder,
  isDefault,
  SORT_KEYS,
} from "./columns.ts";
import { firstDirection } from "./order.ts";

const IDLE_MS = 500;
const SORT_CHOICES = SORT_KEYS.map((key) => ({ value: key, label: COLUMN_TITLES[key] }));
const VIEWS = [
  { value: "table", label: "Table" },
  { value: "cards", label: "Cards" },
] as const satisfies readonly { value: View; label: string }[];

type ResultBarProps = Pick<Terms, "sort" | "direction" | "view" | "columns"> & {
  count: number;
  onChange: (changes: Partial<Terms>) => void;
  onColumns: (columns: readonly ColumnKey[]) => void;
  /** Opens the ranking of all weapons by distance. */
  onSweep: () => void;
};

/** How many weapons there are, and how they are laid out. Cards have no headings to sort by, so the order is here. */
export const ResultBar = memo(function ResultBar(props: ResultBarProps) {
  const { count, sort, direction, view, columns, onChange, onColumns, onSweep } = props;
  const announced = useSettled(`${formatWeapons(count)} listed`, IDLE_MS);
  return (
    <div className="mt-5 mb-3 flex flex-wrap items-end justify-between gap-3">
      <p className="num text-1 font-bold">{formatWeapons(count)}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div data-view={view} className="flex grow flex-wrap items-end justify-end gap-3">
        <div className="hidden items-end gap-2 cards:flex">
          <LazySelect
            label="Sort by"
            value={sort}
            choices={SORT_CHOICES}
            onChange={(key) => onChange({ sort: key, direction: firstDirection(key) })}
            className="w-40"
          />
          <Button onClick={() => onChange({ direction: direction === "asc" ? "desc" : "asc" })}>Reverse order</Button>
        </div>
        <Button size="small" kind="quiet" onClick={onSweep} className="whitespace-normal">
          Fastest at each distance
        </Button>
        <ColumnChoice columns={columns} onChange={onColumns} />
        {/* Small screens always get cards. */}
        <Segments
          legend="Layout"
          name="view"
          value={view}
          choices={VIEWS}
          onChange={(next) => onChange({ view: next })}
          className="hidden md:flex"
        />
      </div>
    </div>
  );
});

type ColumnChoiceProps = { columns: readonly ColumnKey[]; onChange: (columns: readonly ColumnKey[]) => void };

/** A button that opens the list of columns, each to tick. Escape and a press elsewhere close it. */
function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
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
