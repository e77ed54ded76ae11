// The order of the arsenal's rows.
import { GRADES } from "#domain/game-data/figure.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { FIGURES, readFigure } from "#domain/weapons/figures.ts";
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

/** The rows sorted; unknown figures stand last either way, equal ones by name. */
export function sorted(rows: readonly Row[], key: SortKey, direction: Direction): readonly Row[] {
  const orderOf = isFigureColumn(key) ? (row: Row) => readFigure(key, getRowSubject(row)) : ORDERED_BY[key];
  const sign = direction === "asc" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: orderOf(row) }));
  keyed.sort((a, b) => compare(a.value, b.value, sign) || a.row.weapon.nameRank - b.row.weapon.nameRank);
  return keyed.map(({ row }) => row);
}

function compare(a: Orderable, b: Orderable, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
