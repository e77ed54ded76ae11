import type { Target } from "./figures.ts";
import type { ListedWeapon } from "./listed-weapon.ts";
import { sorted } from "./order.ts";
import { holds, type Query } from "./query.ts";
import { type Row, rowOf } from "./row-figures.ts";
import { matcherOf } from "./search-text.ts";
import type { Terms } from "./terms.ts";

type Asked = Pick<Terms, "class" | "kit"> & Pick<Query, "words" | "comparisons" | "parts">;

/** Weapon → the names of its attachments in plain letters; null while nobody knows them. */
export type PartNames = ReadonlyMap<string, readonly string[]> | null;

/** Ids of the weapons these terms leave. While attachments are unknown they leave everything. */
export function found(rows: readonly Row[], asked: Asked, partNames: PartNames = null): ReadonlySet<string> {
  const matches = matcherOf(asked.words);
  const parts = asked.parts.map(matcherOf);
  const offers = (id: string) =>
    partNames === null || parts.every((fits) => (partNames.get(id) ?? []).some((name) => fits(name)));
  const left = rows.filter(
    (row) =>
      (asked.class === null || row.weapon.class === asked.class) &&
      (asked.kit === null || row.weapon.kitIds.includes(asked.kit)) &&
      matches(row.weapon.searchText) &&
      asked.comparisons.every((comparison) => holds(comparison, row)) &&
      (parts.length === 0 || offers(row.weapon.id)),
  );
  return new Set(left.map(({ weapon }) => weapon.id));
}

/** The weapons with what they do at the range, in the order asked for. */
export function rowsOf(
  weapons: readonly ListedWeapon[],
  target: Target,
  { sort, direction }: Pick<Terms, "sort" | "direction">,
): readonly Row[] {
  return sorted(
    weapons.map((weapon) => rowOf(weapon, target)),
    sort,
    direction,
  );
}
