import {
  type CSSProperties,
  memo,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { drawPrerendered, useDrawWeapon } from "#web/data/silhouettes.tsx";
import type { Direction, View } from "#web/features/arsenal/terms.ts";
import { classes } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/environment.ts";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { type ColumnKey, getColumnTitle, getGrid, type SortKey } from "./columns.ts";
import { listFasterBullets } from "./order.ts";
import type { Row } from "./row-figures.ts";
import { rowHandlers } from "./row-keys.ts";
import { WeaponRow } from "./weapon-row.tsx";

type WeaponTableProps = {
  rows: readonly Row[];
  columns: readonly ColumnKey[];
  /** The ids of the matching rows. */
  matchingIds: ReadonlySet<string>;
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

/** More rows than fit on any screen. */
const FIRST_ROWS = 30;
/** The rows that fit on most screens; each drawing makes the page half a kilobyte larger. */
const FIRST_DRAWINGS = 18;

/** Renders the weapons as rows, lines or cards. One row is in the tab order; the arrow keys move between rows. */
export const WeaponTable = memo(function WeaponTable(props: WeaponTableProps) {
  const { rows, columns, matchingIds, aim, compared, view, onOpen, onCompare, ...order } = props;
  const [stopId, setStopId] = useState<string | null>(null);
  const handlers = useMemo(
    () => rowHandlers({ open: onOpen, stopAt: setStopId, compare: onCompare }),
    [onOpen, onCompare],
  );
  // A prerendered page contains its first rows; the rows below reserve their space and are rendered at low priority.
  const rowCount = useDeferredValue(useHydrated()) ? Number.POSITIVE_INFINITY : FIRST_ROWS;
  const draw = useDrawWeapon();
  const body = useRef<HTMLTableSectionElement>(null);
  useSteps(body, matchingIds);
  const tabStop =
    stopId !== null && matchingIds.has(stopId)
      ? stopId
      : rows.find(({ weapon }) => matchingIds.has(weapon.id))?.weapon.id;
  const { sort } = order;
  const fasterIds = useMemo(
    () => (sort === "ttk" ? listFasterBullets(rows.filter(({ weapon }) => matchingIds.has(weapon.id))) : NONE),
    [sort, rows, matchingIds],
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
        className="block rows:min-w-[var(--columns-width,60rem)] lg:rows:min-w-[var(--columns-width,70rem)]"
        {...(grid && { style })}
      >
        <TableHead columns={columns} view={view} isSticky={!grid?.scrolls} {...order} />
        <tbody
          ref={body}
          className="figure-rows weapon-lines block cards:grid cards:gap-3 sm:cards:grid-cols-2 lg:cards:grid-cols-3 xl:cards:grid-cols-4"
        >
          {rows.map(({ weapon, own, damage, shots, ttkMs, isMinimum, flightMs }, place) => (
            <WeaponRow
              key={weapon.id}
              weapon={weapon}
              own={own}
              hasFasterBullet={fasterIds.has(weapon.id)}
              aim={aim}
              columns={columns}
              damage={damage}
              shots={shots}
              ttkMs={ttkMs}
              isMinimum={isMinimum}
              flightMs={flightMs}
              isTabStop={weapon.id === tabStop}
              isDrawn={place < rowCount}
              isHidden={!matchingIds.has(weapon.id)}
              isCompared={compared.includes(weapon.id)}
              drawing={
                draw ? draw({ weaponId: weapon.id }) : place < FIRST_DRAWINGS ? drawPrerendered(weapon.id) : null
              }
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
});

/** The number of frames over which returning rows are laid out; see `data-step` in styles.css. */
const STEPS = 4;
const STEP_ROWS = 12;

/** Lays out returning rows over several frames, so that no key press waits for the whole table. */
function useSteps(body: RefObject<HTMLElement | null>, matchingIds: ReadonlySet<string>): void {
  const before = useRef(matchingIds);
  useLayoutEffect(() => {
    const rows = body.current;
    const added = [...matchingIds].filter((id) => !before.current.has(id)).length;
    before.current = matchingIds;
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
  }, [body, matchingIds]);
}

const LEFT: readonly ColumnKey[] = ["name", "class", "strip", "source"];

type TableHeadProps = Pick<WeaponTableProps, "columns" | "view" | "sort" | "direction" | "onSort"> & {
  isSticky: boolean;
};

const TableHead = memo(function TableHead({ columns, view, isSticky, sort, direction, onSort }: TableHeadProps) {
  return (
    <thead
      className={classes(
        "weapon-lines z-1 block border-b border-line-strong bg-bg cards:sr-only lines:*:gap-x-4",
        isSticky && "lg:rows:sticky lg:rows:top-(--bar-h)",
      )}
    >
      <tr className="figure-columns">
        {columns.map((key) => (
          <th
            key={key}
            scope="col"
            // A drawing of the time to kill, which its own column has in text.
            aria-hidden={key === "strip" || undefined}
            className={key === "ttk" ? "ttk" : undefined}
            aria-sort={key === sort ? (direction === "asc" ? "ascending" : "descending") : undefined}
          >
            {key === "strip" || view === "cards" ? (
              <span className={classes(HEADING, "lines:sr-only")}>{getColumnTitle(key)}</span>
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
  "flex min-h-8 w-full items-center gap-1 px-2 lines:min-h-11 lines:px-0 text-left text-00 leading-tight font-bold tracking-wide text-ink-2 uppercase";
