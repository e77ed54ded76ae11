// The order of the arsenal's rows.
import { GRADES } from "#domain/game-data/figure.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { FIGURES } from "#domain/weapons/figures.ts";
import { compareTtk, compareValues, readShown } from "#domain/weapons/order.ts";
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

/** Returns the direction of the first press on a heading: the better end is on top. */
export const firstDirection = (key: SortKey): Direction =>
  isFigureColumn(key) && FIGURES[key].better === "high" ? "desc" : "asc";

/** Returns the order after a press on a column's heading: its better end on top; after a second press the opposite. */
export function nextOrder(
  { sort, direction }: { sort: SortKey; direction: Direction },
  key: SortKey,
): { sort: SortKey; direction: Direction } {
  if (key !== sort) return { sort: key, direction: firstDirection(key) };
  return { sort, direction: direction === "asc" ? "desc" : "asc" };
}

/**
 * Returns the rows sorted; unknown figures are last in both directions, and equal ones are sorted by name. Of equal times to kill, a
 * minimum is last, and the faster bullet is better.
 */
export function sorted(rows: readonly Row[], key: SortKey, direction: Direction): readonly Row[] {
  const compare = getComparison(key, direction === "asc" ? 1 : -1);
  return rows.toSorted((a, b) => compare(a, b) || a.weapon.nameRank - b.weapon.nameRank);
}

function getComparison(key: SortKey, sign: number): (a: Row, b: Row) => number {
  if (key === "ttk") return (a, b) => compareTtk(getRowSubject(a), getRowSubject(b), sign);
  if (!isFigureColumn(key)) return (a, b) => compareValues(ORDERED_BY[key](a), ORDERED_BY[key](b), sign);
  return (a, b) => compareValues(readShown(key, getRowSubject(a)), readShown(key, getRowSubject(b)), sign);
}

/** Returns the ids of the rows that kill as fast as a neighbour and have the faster bullet; `rows` are sorted by time to kill. */
export function listFasterBullets(rows: readonly Row[]): ReadonlySet<string> {
  const isFaster = (row: Row, other: Row | undefined): boolean => {
    const [velocity, slower] = [row.weapon.velocityMps, other?.weapon.velocityMps ?? null];
    if (!other || velocity === null || slower === null || velocity <= slower || row.isMinimum) return false;
    const ttk = readShown("ttk", getRowSubject(row));
    return ttk !== null && ttk === readShown("ttk", getRowSubject(other));
  };
  const faster = rows.filter((row, index) => isFaster(row, rows[index - 1]) || isFaster(row, rows[index + 1]));
  return new Set(faster.map(({ weapon }) => weapon.id));
}
