import { type CSSProperties, memo, useDeferredValue, useMemo, useState } from "react";
import { classes } from "#web/components/ui/class-names.ts";
import { useHydrated } from "#web/components/ui/environment.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import type { Direction, View } from "#web/features/arsenal/terms.ts";
import { COLUMN_TITLES, type ColumnKey, getGrid, type SortKey } from "./columns.ts";
import type { Row } from "./row-figures.ts";
import { rowHandlers } from "./row-keys.ts";
import { WeaponRow } from "./weapon-row.tsx";

type WeaponTableProps = {
  rows: readonly Row[];
  columns: readonly ColumnKey[];
  /** Ids of the rows that are shown. */
  left: ReadonlySet<string>;
  compared: readonly string[];
  view: View;
  sort: SortKey;
  direction: Direction;
  onSort: (key: SortKey) => void;
  onOpen: (weaponId: string) => void;
  onCompare: (weaponId: string) => void;
};

/** More rows than any screen shows before it is scrolled. */
const FIRST_ROWS = 30;

/** The weapons as rows or cards; arrows move between them, one is in the tab order. */
export const WeaponTable = memo(function WeaponTable(props: WeaponTableProps) {
  const { rows, columns, left, compared, view, onOpen, onCompare, ...order } = props;
  const [stop, setStop] = useState<string | null>(null);
  const handlers = useMemo(
    () => rowHandlers({ open: onOpen, stopAt: setStop, compare: onCompare }),
    [onOpen, onCompare],
  );
  // A prerendered page shows its first rows at once; the rows below, whose space is reserved, follow at low priority.
  const drawn = useDeferredValue(useHydrated()) ? Number.POSITIVE_INFINITY : FIRST_ROWS;
  const draw = useDrawWeapon();
  const tabStop = stop !== null && left.has(stop) ? stop : rows.find(({ weapon }) => left.has(weapon.id))?.weapon.id;
  const grid = getGrid(columns);
  const style: CSSProperties & Record<`--${string}`, string> = grid
    ? { "--columns": grid.template, "--columns-width": grid.minWidth }
    : {};
  return (
    <div data-view={view} className={classes("relative overflow-x-auto", !grid?.scrolls && "lg:overflow-visible")}>
      <table aria-label="Weapons" className="block rows:min-w-[var(--columns-width,70rem)]" {...(grid && { style })}>
        <TableHead columns={columns} isSticky={!grid?.scrolls} {...order} />
        <tbody className="figure-rows block cards:grid cards:gap-3 sm:cards:grid-cols-2 lg:cards:grid-cols-3 xl:cards:grid-cols-4">
          {rows.map(({ weapon, damage, shots, ttkMs, isMinimum, expectedMs, flightMs }, place) => (
            <WeaponRow
              key={weapon.id}
              weapon={weapon}
              columns={columns}
              damage={damage}
              shots={shots}
              ttkMs={ttkMs}
              isMinimum={isMinimum}
              expectedMs={expectedMs}
              flightMs={flightMs}
              isTabStop={weapon.id === tabStop}
              isDrawn={place < drawn}
              isHidden={!left.has(weapon.id)}
              isCompared={compared.includes(weapon.id)}
              drawing={draw?.({ weaponId: weapon.id }) ?? null}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const LEFT: readonly ColumnKey[] = ["name", "class", "falloff", "source"];

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
            {key === "falloff" ? (
              <span className={HEADING}>{COLUMN_TITLES[key]}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(key)}
                className={classes(
                  HEADING,
                  "-outline-offset-2 hover:text-ink",
                  !LEFT.includes(key) && "flex-row-reverse",
                  key === sort && "text-accent",
                )}
              >
                {COLUMN_TITLES[key]}
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
