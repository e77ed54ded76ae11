import type { Target } from "#web/features/arsenal/figures.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { holds, type Query } from "#web/features/arsenal/search/query.ts";
import { getMatcher } from "#web/features/arsenal/search/search-text.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { sorted } from "./order.ts";
import { getRow, type Row } from "./row-figures.ts";

type Asked = Pick<Terms, "class" | "kit"> & Pick<Query, "words" | "comparisons" | "parts">;

/** Weapon → the normalized names of its attachments; null while loading. */
export type PartNames = ReadonlyMap<string, readonly string[]> | null;

/** Ids of the weapons these terms leave. While attachments are unknown they leave everything. */
export function found(rows: readonly Row[], asked: Asked, partNames: PartNames = null): ReadonlySet<string> {
  const matches = getMatcher(asked.words);
  const parts = asked.parts.map(getMatcher);
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
export function getRows(
  weapons: readonly ListedWeapon[],
  target: Target,
  { sort, direction }: Pick<Terms, "sort" | "direction">,
): readonly Row[] {
  return sorted(
    weapons.map((weapon) => getRow(weapon, target)),
    sort,
    direction,
  );
}
