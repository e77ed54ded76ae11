import { memo } from "react";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { FIRST_DIRECTION } from "./order.ts";
import { SORT_KEYS, type Terms, type View } from "./terms.ts";
import { useSettled } from "./use-settled.ts";
import { COLUMN_TITLES, sayWeapons } from "./words.ts";

const IDLE_MS = 500;
const SORT_CHOICES = SORT_KEYS.map((key) => ({ value: key, label: COLUMN_TITLES[key] }));
const VIEWS = [
  { value: "table", label: "Table" },
  { value: "cards", label: "Cards" },
] as const satisfies readonly { value: View; label: string }[];

type ResultBarProps = Pick<Terms, "sort" | "direction" | "view"> & {
  count: number;
  onChange: (changes: Partial<Terms>) => void;
};

/** How many weapons there are, and how they are laid out. Cards have no headings to sort by, so the order is here. */
export const ResultBar = memo(function ResultBar({ count, sort, direction, view, onChange }: ResultBarProps) {
  const told = useSettled(`${sayWeapons(count)} listed`, IDLE_MS);
  return (
    <div className="mt-5 mb-3 flex flex-wrap items-end justify-between gap-3">
      <p className="num text-1 font-bold">{sayWeapons(count)}</p>
      <p role="status" className="sr-only">
        {told}
      </p>
      <div data-view={view} className="flex grow flex-wrap items-end justify-end gap-3">
        <div className="hidden items-end gap-2 cards:flex">
          <NativeSelect
            label="Sort by"
            value={sort}
            choices={SORT_CHOICES}
            onChange={(key) => onChange({ sort: key, direction: FIRST_DIRECTION[key] })}
          />
          <Button onClick={() => onChange({ direction: direction === "asc" ? "desc" : "asc" })}>Reverse order</Button>
        </div>
        <ViewSwitch view={view} onChange={(next) => onChange({ view: next })} />
      </div>
    </div>
  );
});

/** Small screens always get cards. */
function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className="hidden items-center md:flex">
      <legend className="sr-only">Layout</legend>
      {VIEWS.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-8 cursor-pointer items-center border border-line-strong px-3 text-0 font-semibold text-ink-2 first-of-type:rounded-l-1 last-of-type:-ml-px last-of-type:rounded-r-1 has-checked:bg-surface-3 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="view"
            value={value}
            checked={value === view}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
