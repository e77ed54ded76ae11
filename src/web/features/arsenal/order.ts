// The order of the arsenal's rows.
import { GRADES } from "#domain/arsenal/grade.ts";
import { WEAPON_CLASSES } from "#domain/arsenal/weapon-class.ts";
import { damageEndsOf, type Lethality } from "./figures.ts";
import type { ListedWeapon } from "./listed-weapon.ts";
import type { Direction, SortKey } from "./terms.ts";

export type Row = { weapon: ListedWeapon } & Lethality;

type Orderable = number | null;

const ORDERED_BY: Record<SortKey, (row: Row) => Orderable> = {
  name: ({ weapon }) => weapon.nameRank,
  class: ({ weapon }) => WEAPON_CLASSES.indexOf(weapon.class),
  damage: ({ weapon }) => damageEndsOf(weapon)?.max ?? null,
  damageAt: ({ damage }) => damage,
  shots: ({ shots }) => shots,
  ttk: ({ ttkMs }) => ttkMs,
  rateOfFire: ({ weapon }) => weapon.rateOfFireRpm,
  magazine: ({ weapon }) => weapon.magazine,
  velocity: ({ weapon }) => weapon.velocityMps,
  source: ({ weapon }) => (weapon.source ? GRADES.indexOf(weapon.source.grade) : null),
};

/** The way a column is first sorted: the better end on top. */
export const FIRST_DIRECTION: Record<SortKey, Direction> = {
  name: "asc",
  class: "asc",
  damage: "desc",
  damageAt: "desc",
  shots: "asc",
  ttk: "asc",
  rateOfFire: "desc",
  magazine: "desc",
  velocity: "desc",
  source: "asc",
};

/** The order after a press on a column's heading: its better end on top, then the other way round. */
export function nextOrder(
  { sort, direction }: { sort: SortKey; direction: Direction },
  key: SortKey,
): { sort: SortKey; direction: Direction } {
  if (key !== sort) return { sort: key, direction: FIRST_DIRECTION[key] };
  return { sort, direction: direction === "asc" ? "desc" : "asc" };
}

/** The rows sorted; unknown figures stand last either way, equal ones by name. */
export function sorted(rows: readonly Row[], key: SortKey, direction: Direction): readonly Row[] {
  const orderOf = ORDERED_BY[key];
  const sign = direction === "asc" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: orderOf(row) }));
  keyed.sort((a, b) => compare(a.value, b.value, sign) || a.row.weapon.nameRank - b.row.weapon.nameRank);
  return keyed.map(({ row }) => row);
}

function compare(a: Orderable, b: Orderable, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
