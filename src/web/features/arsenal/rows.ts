import { lethalityAt } from "./figures.ts";
import type { ListedWeapon } from "./listed-weapon.ts";
import { type Row, sorted } from "./order.ts";
import { matcherOf } from "./search-text.ts";
import type { Terms } from "./terms.ts";

/** Ids of the weapons these terms leave. */
export function found(
  weapons: readonly ListedWeapon[],
  { q, class: weaponClass, kit }: Pick<Terms, "q" | "class" | "kit">,
): ReadonlySet<string> {
  const matches = matcherOf(q);
  const left = weapons.filter(
    (weapon) =>
      (weaponClass === null || weapon.class === weaponClass) &&
      (kit === null || weapon.kitIds.includes(kit)) &&
      matches(weapon.searchText),
  );
  return new Set(left.map(({ id }) => id));
}

/** The weapons with what they do at the range, in the order asked for. */
export function rowsOf(
  weapons: readonly ListedWeapon[],
  { rangeM, head, health, sort, direction }: Pick<Terms, "rangeM" | "head" | "health" | "sort" | "direction">,
): readonly Row[] {
  const rows = weapons.map((weapon) => ({ weapon, ...lethalityAt(weapon, { rangeM, head, health }) }));
  return sorted(rows, sort, direction);
}
