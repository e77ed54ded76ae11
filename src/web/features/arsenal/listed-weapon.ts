import type { Source } from "#domain/arsenal/source.ts";
import type { WeaponSummary } from "#domain/arsenal/summary.ts";
import { searchTextOf } from "./search-text.ts";

/** A weapon as the table lists it, with what is computed once. */
export type ListedWeapon = WeaponSummary & {
  searchText: string;
  /** Of the figures shown: that of the damage, else of whatever is known. */
  source: Source | null;
};

export function listedWeapon(weapon: WeaponSummary, sources: ReadonlyMap<string, Source>): ListedWeapon {
  const sourceId = weapon.sourceIds.damage ?? Object.values(weapon.sourceIds)[0];
  return { ...weapon, searchText: searchTextOf(weapon), source: (sourceId && sources.get(sourceId)) || null };
}
