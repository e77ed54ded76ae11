// The order of the arsenal's rows.
import { GRADES } from "#domain/game-data/figure.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { FIGURES, readFigure } from "#domain/weapons/figures.ts";
import { roundTo } from "#domain/weapons/unit.ts";
import type { Direction } from "#web/features/arsenal/terms.ts";
import { type FigureColumn, isFigureColumn, type SortKey } from "./columns.ts";
import { getRowSubject, type Row } from "./row-figures.ts";

type Orderable = number | null;

const ORDERED_BY: Record<Exclude<SortKey, FigureColumn>, (row: Row) => Orderable> = {
  name: ({ weapon }) => weapon.nameRank,
  class: ({ weapon }) => WEAPON_CLASSES.indexOf(weapon.class),
  unlocked: ({ own }) => (own?.unlocked == null ? null : Number(!own.unlocked)),
  source: ({ weapon }) => (weapon.source ? GRADES.indexOf(weapon.source.grade) : null),
};

/** The way a column is first sorted: the better end on top. */
export const firstDirection = (key: SortKey): Direction =>
  isFigureColumn(key) && FIGURES[key].better === "high" ? "desc" : "asc";

/** The order after a press on a column's heading: its better end on top, then the other way round. */
export function nextOrder(
  { sort, direction }: { sort: SortKey; direction: Direction },
  key: SortKey,
): { sort: SortKey; direction: Direction } {
  if (key !== sort) return { sort: key, direction: firstDirection(key) };
  return { sort, direction: direction === "asc" ? "desc" : "asc" };
}

/** The rows sorted; unknown figures stand last either way, equal ones by name. Of equal times to kill a minimum is behind, and the faster bullet better. */
export function sorted(rows: readonly Row[], key: SortKey, direction: Direction): readonly Row[] {
  const orderOf = isFigureColumn(key) ? (row: Row) => readShown(key, row) : ORDERED_BY[key];
  const sign = direction === "asc" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: orderOf(row) }));
  keyed.sort(
    (a, b) =>
      compare(a.value, b.value, sign) ||
      (key === "ttk" ? Number(a.row.isMinimum) - Number(b.row.isMinimum) : 0) ||
      (key === "ttk" ? compare(a.row.weapon.velocityMps, b.row.weapon.velocityMps, -sign) : 0) ||
      a.row.weapon.nameRank - b.row.weapon.nameRank,
  );
  return keyed.map(({ row }) => row);
}

/** Ids of the rows, in the order of times to kill, that kill as fast as a neighbour and have the faster bullet. */
export function listFasterBullets(rows: readonly Row[]): ReadonlySet<string> {
  const isFaster = (row: Row, other: Row | undefined): boolean => {
    const [velocity, slower] = [row.weapon.velocityMps, other?.weapon.velocityMps ?? null];
    if (!other || velocity === null || slower === null || velocity <= slower || row.isMinimum) return false;
    const ttk = readShown("ttk", row);
    return ttk !== null && ttk === readShown("ttk", other);
  };
  const faster = rows.filter((row, at) => isFaster(row, rows[at - 1]) || isFaster(row, rows[at + 1]));
  return new Set(faster.map(({ weapon }) => weapon.id));
}

/** As it is shown: figures that look alike are equal. */
function readShown(key: FigureColumn, row: Row): number | null {
  const value = readFigure(key, getRowSubject(row));
  return value === null ? null : roundTo(FIGURES[key].unit, value);
}

function compare(a: Orderable, b: Orderable, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
