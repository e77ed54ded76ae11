import {
  type CSSProperties,
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { getOfTab, setOfTab } from "#web/data/local-storage.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import type { Direction, View } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useHydrated, useNarrowWindow } from "#web/ui/environment.ts";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { type ColumnKey, getColumnTitle, getGrid, type SortKey } from "./columns.ts";
import { listFasterBullets } from "./order.ts";
import type { Row } from "./row-figures.ts";
import { rowHandlers } from "./row-keys.ts";
import { WeaponRow } from "./weapon-row.tsx";

type WeaponTableProps = {
  rows: readonly Row[];
  columns: readonly ColumnKey[];
  /** Ids of the rows that are shown. */
  left: ReadonlySet<string>;
  aim: Omit<Target, "rangeM">;
  compared: readonly string[];
  view: View;
  sort: SortKey;
  direction: Direction;
  onSort: (key: SortKey) => void;
  onOpen: (weaponId: string) => void;
  onCompare: (weaponId: string) => void;
};

const NONE: ReadonlySet<string> = new Set();

/** More rows than any screen shows before it is scrolled. */
const FIRST_ROWS = 30;

/** The weapons as rows or cards; arrows move between them, one is in the tab order. */
export const WeaponTable = memo(function WeaponTable(props: WeaponTableProps) {
  const { rows, columns, left, aim, compared, view, onOpen, onCompare, ...order } = props;
  const [stop, setStop] = useState<string | null>(null);
  const handlers = useMemo(
    () => rowHandlers({ open: onOpen, stopAt: setStop, compare: onCompare }),
    [onOpen, onCompare],
  );
  // A prerendered page shows its first rows at once; the rows below, whose space is reserved, follow at low priority.
  const drawn = useDeferredValue(useHydrated()) ? Number.POSITIVE_INFINITY : FIRST_ROWS;
  const draw = useDrawWeapon();
  const body = useRef<HTMLTableSectionElement>(null);
  useSteps(body, left);
  const [page, showMore] = usePage(body);
  const later = left.size - page;
  let listed = 0;
  const tabStop = stop !== null && left.has(stop) ? stop : rows.find(({ weapon }) => left.has(weapon.id))?.weapon.id;
  const { sort } = order;
  const faster = useMemo(
    () => (sort === "ttk" ? listFasterBullets(rows.filter(({ weapon }) => left.has(weapon.id))) : NONE),
    [sort, rows, left],
  );
  const grid = getGrid(columns);
  const style: CSSProperties & Record<`--${string}`, string> = grid
    ? { "--columns": grid.template, "--columns-width": grid.minWidth }
    : {};
  return (
    <ScrollFrame
      label={m.common_weapons()}
      view={view}
      className={classes("relative", !grid?.scrolls && "lg:overflow-visible")}
    >
      <table
        aria-label={m.common_weapons()}
        {...(later > 0 && { "aria-rowcount": left.size + 1 })}
        className="block rows:min-w-[var(--columns-width,60rem)] lg:rows:min-w-[var(--columns-width,70rem)]"
        {...(grid && { style })}
      >
        <TableHead columns={columns} isSticky={!grid?.scrolls} {...order} />
        <tbody
          ref={body}
          className="figure-rows block cards:grid cards:gap-3 sm:cards:grid-cols-2 lg:cards:grid-cols-3 xl:cards:grid-cols-4"
        >
          {rows.map(({ weapon, own, damage, shots, ttkMs, isMinimum, flightMs }, place) => (
            <WeaponRow
              key={weapon.id}
              weapon={weapon}
              own={own}
              hasFasterBullet={faster.has(weapon.id)}
              aim={aim}
              columns={columns}
              damage={damage}
              shots={shots}
              ttkMs={ttkMs}
              isMinimum={isMinimum}
              flightMs={flightMs}
              isTabStop={weapon.id === tabStop}
              isDrawn={place < drawn}
              presence={left.has(weapon.id) ? (++listed > page ? "later" : "shown") : "hidden"}
              isCompared={compared.includes(weapon.id)}
              drawing={draw?.({ weaponId: weapon.id }) ?? null}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
      {later > 0 && (
        <div className="mt-4 grid justify-items-center gap-2">
          <p className="num text-0 text-ink-2">{m.arsenal_weapons_shown({ shown: page, count: left.size })}</p>
          <Button onClick={showMore}>{m.arsenal_show_more_weapons({ count: Math.min(later, PAGE_ROWS) })}</Button>
        </div>
      )}
    </ScrollFrame>
  );
});

/** Cards are tall: on a phone so many are shown, and as many again on request. */
const PAGE_ROWS = 30;
const STORED_PAGE = "arsenal-rows";

/**
 * How many rows are shown, and how to show more; all of them but on a phone. What a visit has shown stays shown, so that
 * Back finds its place. The browser's search and the arrow keys show all.
 */
function usePage(body: RefObject<HTMLElement | null>): [number, () => void] {
  const isNarrow = useNarrowWindow();
  const [page, setPage] = useState(() => Number(getOfTab(STORED_PAGE)) || PAGE_ROWS);
  useEffect(() => {
    const rows = body.current;
    const showAll = () => flushSync(() => setPage(ALL_ROWS));
    rows?.addEventListener("beforematch", showAll);
    return () => rows?.removeEventListener("beforematch", showAll);
  }, [body]);
  useEffect(() => {
    if (page !== PAGE_ROWS) setOfTab(STORED_PAGE, String(page));
  }, [page]);
  return [isNarrow ? page : ALL_ROWS, () => setPage(page + PAGE_ROWS)];
}

const ALL_ROWS = 10_000;

/** Rows that come back are laid out in so many steps, a frame each; see `data-step` in styles.css. */
const STEPS = 4;
const STEP_ROWS = 12;

/** Lays out rows that come back a few at a time, so that no key waits for a whole table. */
function useSteps(body: RefObject<HTMLElement | null>, left: ReadonlySet<string>): void {
  const before = useRef(left);
  useLayoutEffect(() => {
    const rows = body.current;
    const added = [...left].filter((id) => !before.current.has(id)).length;
    before.current = left;
    if (!rows || (added <= STEP_ROWS && rows.dataset["step"] === undefined)) return;
    let step = 0;
    let frame = 0;
    const next = () => {
      rows.dataset["step"] = String(step);
      step += 1;
      if (step <= STEPS) frame = requestAnimationFrame(next);
      else delete rows.dataset["step"];
    };
    next();
    return () => cancelAnimationFrame(frame);
  }, [body, left]);
}

const LEFT: readonly ColumnKey[] = ["name", "class", "strip", "source"];

type TableHeadProps = Pick<WeaponTableProps, "columns" | "sort" | "direction" | "onSort"> & { isSticky: boolean };

const TableHead = memo(function TableHead({ columns, isSticky, sort, direction, onSort }: TableHeadProps) {
  return (
    <thead
      className={classes(
        "z-1 block border-b border-line-strong bg-bg cards:sr-only",
        isSticky && "lg:rows:sticky lg:rows:top-(--bar-h)",
      )}
    >
      <tr className="figure-columns">
        {columns.map((key) => (
          <th
            key={key}
            scope="col"
            aria-sort={key === sort ? (direction === "asc" ? "ascending" : "descending") : undefined}
          >
            {key === "strip" ? (
              <span className={HEADING}>{getColumnTitle(key)}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(key)}
                className={classes(
                  HEADING,
                  "-outline-offset-2 hover:text-ink",
                  !LEFT.includes(key) && "flex-row-reverse text-right",
                  key === sort && "text-accent",
                )}
              >
                {getColumnTitle(key)}
                <span aria-hidden="true" className={key === sort ? "" : "invisible"}>
                  {direction === "asc" ? "▲" : "▼"}
                </span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
});

const HEADING =
  "flex min-h-8 w-full items-center gap-1 px-2 text-left text-00 leading-tight font-bold tracking-wide text-ink-2 uppercase";
