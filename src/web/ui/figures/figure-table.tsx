import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { createTextMatcher } from "#messages/text-matcher.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { Unknown } from "./stat.tsx";

type FigureColumn = { id: string; label: string };

export type FigureCell = {
  /** What the column is ordered by; null comes last. */
  order: number | null;
  text: ReactNode;
};

export type FigureRow = {
  id: string;
  name: string;
  /** The name as it is drawn, e.g. as a link; the name itself where it is missing. */
  face?: ReactNode;
  /** What is missing is unknown. */
  cells: Readonly<Record<string, FigureCell | undefined>>;
};

type FigureTableProps = {
  label: string;
  /** Of the search that a long table has. */
  searchLabel: string;
  /** What a row is, over the names. */
  nameLabel: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** False: cards where the columns have no room. True: it scrolls sideways there, as tables of many columns do anywhere. */
  mayScroll?: boolean;
};

type Order = { column: string; isAscending: boolean };

const BY_NAME = "name";
/** Fewer rows need no search. */
const MANY = 8;
/** More stand behind a button. */
const AT_FIRST = 12;

/** Rows of figures that one can search and put in order; cards on small screens. */
export function FigureTable({ label, searchLabel, nameLabel, columns, rows, mayScroll = true }: FigureTableProps) {
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState<Order>({ column: columns[0]?.id ?? BY_NAME, isAscending: false });
  const [isConnected, setWhole] = useState(false);
  const fits = createTextMatcher(typed);
  const matches = ordered(
    rows.filter(({ name }) => fits(name)),
    order,
  );
  const width = NAME_REM + columns.length * COLUMN_REM;
  const [frame, hasRoom] = useRoom(width);
  return (
    <div ref={frame} data-view={hasRoom || mayScroll ? "table" : "cards"} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {rows.length > MANY && (
          <SearchField label={searchLabel} value={typed} onChange={setTyped} className="w-64 max-w-full" />
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
        <p className="text-ink-2">{m.app_nothing_matches_typed_text({ typed })}</p>
      )}
      <Rows
        {...{ label, nameLabel, columns, order, width }}
        rows={isConnected ? matches : matches.slice(0, AT_FIRST)}
        onOrder={setOrder}
      />
      {!isConnected && matches.length > AT_FIRST && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {m.app_show_all_rows({ count: matches.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** In the order that was asked for; what is unknown comes last either way. */
function ordered(rows: readonly FigureRow[], { column, isAscending }: Order): readonly FigureRow[] {
  const sign = isAscending ? 1 : -1;
  const of = (row: FigureRow) => row.cells[column]?.order ?? null;
  return rows.toSorted((one, other) => {
    if (column === BY_NAME) return sign * compareNames(one.name, other.name);
    const [a, b] = [of(one), of(other)];
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b);
  });
}

const NAME_REM = 13;
const COLUMN_REM = 6.5;

/** The ref of an element, and whether it is at least this wide. */
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
  /** Of all columns, in rem. */
  width: number;
};

function Rows({ label, nameLabel, columns, rows, order, onOrder, width }: RowsProps) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    "--columns": `minmax(${NAME_REM}rem,2fr) repeat(${columns.length},minmax(0,1fr))`,
    "--columns-width": `${width}rem`,
  };
  const head = { order, onOrder };
  return (
    <ScrollFrame label={label}>
      <table aria-label={label} className="block rows:min-w-[var(--columns-width)]" style={style}>
        <thead className="block border-b border-line-strong cards:sr-only">
          <tr className="figure-columns">
            <Heading id={BY_NAME} label={nameLabel} {...head} />
            {columns.map((column) => (
              <Heading key={column.id} {...column} {...head} isNumber />
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

type HeadingProps = FigureColumn & Pick<RowsProps, "order" | "onOrder"> & { isNumber?: boolean };

function Heading({ id, label, order, onOrder, isNumber = false }: HeadingProps) {
  const isOrder = id === order.column;
  const { isAscending } = order;
  const turn = () => onOrder({ column: id, isAscending: isOrder ? !isAscending : !isNumber });
  return (
    <th scope="col" aria-sort={isOrder ? (isAscending ? "ascending" : "descending") : undefined}>
      <button
        type="button"
        onClick={turn}
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
    </th>
  );
}
