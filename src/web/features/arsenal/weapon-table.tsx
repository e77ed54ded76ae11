import { memo, useMemo, useState } from "react";
import { classes } from "#web/ui/class-names.ts";
import type { Row } from "./order.ts";
import { rowHandlers } from "./row-keys.ts";
import { type Direction, SORT_KEYS, type SortKey, type View } from "./terms.ts";
import { WeaponRow } from "./weapon-row.tsx";
import { COLUMN_TITLES } from "./words.ts";

type WeaponTableProps = {
  rows: readonly Row[];
  /** Ids of the rows that are shown. */
  left: ReadonlySet<string>;
  view: View;
  sort: SortKey;
  direction: Direction;
  onSort: (key: SortKey) => void;
  onOpen: (weaponId: string) => void;
};

/** The weapons as rows or cards; arrows move between them, one is in the tab order. */
export const WeaponTable = memo(function WeaponTable({ rows, left, view, onOpen, ...order }: WeaponTableProps) {
  const [stop, setStop] = useState<string | null>(null);
  const handlers = useMemo(() => rowHandlers({ open: onOpen, stopAt: setStop }), [onOpen]);
  const tabStop = stop !== null && left.has(stop) ? stop : rows.find(({ weapon }) => left.has(weapon.id))?.weapon.id;
  return (
    <div data-view={view} className="relative overflow-x-auto lg:overflow-visible">
      <table aria-label="Weapons" className="block rows:min-w-[70rem]">
        <TableHead {...order} />
        <tbody className="weapons block cards:grid cards:gap-3 sm:cards:grid-cols-2 lg:cards:grid-cols-3 xl:cards:grid-cols-4">
          {rows.map(({ weapon, damage, shots, ttkMs }) => (
            <WeaponRow
              key={weapon.id}
              weapon={weapon}
              damage={damage}
              shots={shots}
              ttkMs={ttkMs}
              isTabStop={weapon.id === tabStop}
              isHidden={!left.has(weapon.id)}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const LEFT: readonly SortKey[] = ["name", "class", "source"];

type TableHeadProps = Pick<WeaponTableProps, "sort" | "direction" | "onSort">;

const TableHead = memo(function TableHead({ sort, direction, onSort }: TableHeadProps) {
  return (
    <thead className="z-1 block border-b border-line-strong bg-bg cards:sr-only lg:rows:sticky lg:rows:top-(--bar-h)">
      <tr className="weapon-columns">
        {SORT_KEYS.map((key) => (
          <th
            key={key}
            scope="col"
            aria-sort={key === sort ? (direction === "asc" ? "ascending" : "descending") : undefined}
          >
            <button
              type="button"
              onClick={() => onSort(key)}
              className={classes(
                "flex min-h-10 w-full items-center gap-1 px-2 text-00 leading-tight font-bold tracking-wide text-ink-2 uppercase -outline-offset-2 hover:text-ink",
                !LEFT.includes(key) && "flex-row-reverse",
                key === sort && "text-accent",
              )}
            >
              {COLUMN_TITLES[key]}
              <span aria-hidden="true" className={key === sort ? "" : "invisible"}>
                {direction === "asc" ? "▲" : "▼"}
              </span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
});
