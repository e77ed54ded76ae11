import { memo, Suspense } from "react";
import { m } from "#messages";
import type { Terms, View } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useDisclosure } from "#web/ui/disclosure.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { useDebouncedValue } from "#web/ui/fields/use-debounced-value.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { type ColumnKey, getColumnTitle, SORT_KEYS, type SortKey } from "./columns.ts";
import type { ColumnChoiceProps } from "./filter-fields.tsx";
import { firstDirection } from "./order.ts";

const ColumnList = lazyNamed(() => import("./filter-fields.tsx"), "ColumnList");

const IDLE_MS = 500;
const SORT_CHOICES = SORT_KEYS.map((key): { value: SortKey; label: string } => ({
  value: key,
  label: getColumnTitle(key),
}));
const VIEWS = [
  { value: "table", label: m.common_table() },
  { value: "cards", label: m.arsenal_cards() },
] as const satisfies readonly { value: View; label: string }[];

type ResultBarProps = Pick<Terms, "sort" | "direction" | "view"> &
  Omit<ColumnChoiceProps, "onChange"> & {
    count: number;
    onChange: (changes: Partial<Terms>) => void;
    onColumns: (columns: readonly ColumnKey[]) => void;
  };

/** Shows the number of weapons and the choice of layout; on a phone the layout is lines, which the filter panel sorts. */
export const ResultBar = memo(function ResultBar(props: ResultBarProps) {
  const { count, sort, direction, view, columns, available, hasDefaultColumns, onChange, onColumns } = props;
  const announced = useDebouncedValue(m.arsenal_weapons_listed({ count }), IDLE_MS);
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2 max-md:hidden">
        <p className="num px-2 text-1 font-bold whitespace-nowrap">{m.arsenal_weapons({ count })}</p>
        <Sorting {...{ sort, direction, available, onChange }} className="hidden cards:flex" />
        <ColumnChoice {...{ columns, available, hasDefaultColumns }} onChange={onColumns} />
        <Segments
          legend={m.arsenal_layout()}
          name="view"
          value={view}
          choices={VIEWS}
          onChange={(next) => onChange({ view: next })}
        />
      </div>
    </>
  );
});

type SortingProps = Pick<Terms, "sort" | "direction"> &
  Pick<ResultBarProps, "available" | "onChange"> & { className: string };

/** The sort control for cards and lines, which do not have a heading for every column. */
export function Sorting({ sort, direction, available, onChange, className }: SortingProps) {
  return (
    <div className={classes("items-center gap-2", className)}>
      <LazySelect
        label={m.arsenal_sort_by()}
        isLabelHidden
        value={sort}
        choices={SORT_CHOICES.filter(({ value }) => available.includes(value))}
        onChange={(key) => onChange({ sort: key, direction: firstDirection(key) })}
        className="w-40 max-md:grow"
      />
      <Button onClick={() => onChange({ direction: direction === "asc" ? "desc" : "asc" })}>
        {m.arsenal_reverse_order()}
      </Button>
    </div>
  );
}

/** A button that opens the list of columns. */
function ColumnChoice(props: ColumnChoiceProps) {
  const { open, frame, button, listId } = useDisclosure({ writesAddress: true });
  return (
    <div ref={frame} className="relative">
      <Button {...button}>{m.arsenal_columns()}</Button>
      {open && (
        <div
          id={listId}
          className="absolute top-full right-0 z-(--z-pop) mt-1 w-56 rounded-1 border border-line-strong bg-surface-1 p-2 shadow-pop"
        >
          <Suspense fallback={<Skeleton label={m.arsenal_loading_the_columns()} rows={4} />}>
            <ColumnList {...props} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
