import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { createTextMatcher } from "#messages/text-matcher.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useNarrowWindow } from "#web/ui/environment.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { Unknown } from "./stat.tsx";

type FigureColumn = { id: string; label: string };

export type FigureCell = {
  /** The sort key of the cell; null is sorted last. */
  order: number | null;
  text: ReactNode;
};

export type FigureRow = {
  id: string;
  name: string;
  /** How the name is rendered, e.g. as a link; the plain name if undefined. */
  face?: ReactNode;
  /** Missing cells are shown as unknown. */
  cells: Readonly<Record<string, FigureCell | undefined>>;
};

type FigureTableProps = {
  label: string;
  /** The label of the search field, which only a long table has. */
  searchLabel: string;
  /** The header of the name column. */
  nameLabel: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** Whether a table that is too wide scrolls sideways; otherwise it is shown as cards. */
  mayScroll?: boolean;
};

type Order = { column: string; isAscending: boolean };

const BY_NAME = "name";
/** Tables with more rows have a search field. */
const MAX_UNSEARCHED_ROWS = 8;
/** Further rows are shown by a button. */
const INITIAL_ROWS = 12;

/** A table of figures that can be searched and sorted; on small screens its rows are cards. */
export function FigureTable({ label, searchLabel, nameLabel, columns, rows, mayScroll = true }: FigureTableProps) {
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<Order>({ column: columns[0]?.id ?? BY_NAME, isAscending: false });
  const [isExpanded, setExpanded] = useState(false);
  const matchesQuery = createTextMatcher(query);
  const matches = sortRows(
    rows.filter(({ name }) => matchesQuery(name)),
    order,
  );
  const width = NAME_REM + columns.length * COLUMN_REM;
  const [frame, hasRoom] = useRoom(width);
  const isCards = useNarrowWindow() || !(hasRoom || mayScroll);
  return (
    <div ref={frame} data-view={isCards ? "cards" : "table"} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {rows.length > MAX_UNSEARCHED_ROWS && (
          <SearchField label={searchLabel} value={query} onChange={setQuery} className="w-64 max-w-full" />
        )}
        {rows.length > 1 && (
          <NativeSelect
            label={m.common_order()}
            className="w-44 rows:hidden"
            value={order.column}
            choices={[...columns, { id: BY_NAME, label: nameLabel }].map(({ id, label }) => ({ value: id, label }))}
            onChange={(column) => setOrder({ column, isAscending: column === BY_NAME })}
          />
        )}
        <p role="status" className="num ml-auto text-0 text-ink-3">
          {matches.length === rows.length
            ? m.app_rows_listed({ count: rows.length })
            : m.app_rows_listed_of_all({ count: matches.length, all: rows.length })}
        </p>
      </div>
      {matches.length === 0 && rows.length > 0 && (
        <p className="text-ink-2">{m.app_nothing_matches_typed_text({ typed: query })}</p>
      )}
      <Rows
        {...{ label, nameLabel, columns, order, width, isCards }}
        rows={isExpanded ? matches : matches.slice(0, INITIAL_ROWS)}
        onOrder={setOrder}
      />
      {!isExpanded && matches.length > INITIAL_ROWS && (
        <div>
          <Button size="small" onClick={() => setExpanded(true)}>
            {m.app_show_all_rows({ count: matches.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the sorted rows; unknown values are last in both directions. */
function sortRows(rows: readonly FigureRow[], { column, isAscending }: Order): readonly FigureRow[] {
  const sign = isAscending ? 1 : -1;
  const getSortKey = (row: FigureRow) => row.cells[column]?.order ?? null;
  return rows.toSorted((rowA, rowB) => {
    if (column === BY_NAME) return sign * compareNames(rowA.name, rowB.name);
    const [a, b] = [getSortKey(rowA), getSortKey(rowB)];
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b);
  });
}

const NAME_REM = 13;
const COLUMN_REM = 6.5;

/** Returns a ref, and whether its element is at least this wide. */
function useRoom(rem: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [hasRoom, setRoom] = useState(true);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setRoom(element.clientWidth >= rem * Number.parseFloat(fontSize));
    };
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [rem]);
  return [frame, hasRoom] as const;
}

type RowsProps = Omit<FigureTableProps, "searchLabel" | "mayScroll"> & {
  order: Order;
  onOrder: (order: Order) => void;
  /** The width of all columns in rem. */
  width: number;
  /** Cards are sorted by the field above them. */
  isCards: boolean;
};

function Rows({ label, nameLabel, columns, rows, order, onOrder, width, isCards }: RowsProps) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    "--columns": `minmax(${NAME_REM}rem,2fr) repeat(${columns.length},minmax(0,1fr))`,
    "--columns-width": `${width}rem`,
  };
  const headingProps = { order, onOrder, isCards };
  return (
    <ScrollFrame label={label}>
      <table aria-label={label} className="block rows:min-w-[var(--columns-width)]" style={style}>
        <thead className="block border-b border-line-strong cards:sr-only">
          <tr className="figure-columns">
            <Heading id={BY_NAME} label={nameLabel} {...headingProps} />
            {columns.map((column) => (
              <Heading key={column.id} {...column} {...headingProps} isNumber />
            ))}
          </tr>
        </thead>
        <tbody className="figure-rows block cards:grid cards:gap-3 sm:cards:grid-cols-2">
          {rows.map((row) => (
            <tr key={row.id} className="figure-columns [content-visibility:visible]">
              <th scope="row" className="wide">
                {row.face ?? <span className="font-cond text-1 font-bold text-ink">{row.name}</span>}
              </th>
              {columns.map(({ id, label }) => (
                <td key={id} data-label={label}>
                  {row.cells[id]?.text ?? <Unknown />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

type HeadingProps = FigureColumn & Pick<RowsProps, "order" | "onOrder" | "isCards"> & { isNumber?: boolean };

function Heading({ id, label, order, onOrder, isCards, isNumber = false }: HeadingProps) {
  const isOrder = id === order.column;
  const { isAscending } = order;
  const toggleOrder = () => onOrder({ column: id, isAscending: isOrder ? !isAscending : !isNumber });
  return (
    <th scope="col" aria-sort={isOrder ? (isAscending ? "ascending" : "descending") : undefined}>
      {isCards ? (
        label
      ) : (
        <button
          type="button"
          onClick={toggleOrder}
          className={classes(
            "flex min-h-10 w-full items-center gap-1 px-2 text-left text-00 leading-tight font-bold tracking-wide text-ink-2 uppercase -outline-offset-2 hover:text-ink",
            isNumber && "flex-row-reverse text-right",
            isOrder && "text-accent",
          )}
        >
          {label}
          <span aria-hidden="true" className={isOrder ? "" : "invisible"}>
            {isAscending ? "▲" : "▼"}
          </span>
        </button>
      )}
    </th>
  );
}
