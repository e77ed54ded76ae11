// The search field: which weapons hold every typed word.
import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import type { WeaponSummary } from "#domain/arsenal/summary.ts";
import { WEAPON_CLASS_TITLES } from "#domain/arsenal/weapon-class.ts";
import { plain, wordsOf } from "#domain/words.ts";

/** What a weapon is found by: its name with and without its dashes, its class and its kits. */
export function searchTextOf({ name, class: weaponClass, kitIds }: WeaponSummary): string {
  const spaced = plain(name);
  const kits = kitIds.map((id) => KIT_TITLES[id]);
  return [spaced, spaced.replaceAll(" ", ""), plain([WEAPON_CLASS_TITLES[weaponClass], ...kits].join(" "))].join(" ");
}

/** A test for texts of `searchTextOf`: every word stands somewhere in it. "ak 12", "AK-12" and "ak12" are alike. */
export function matcherOf(typed: string): (searchText: string) => boolean {
  const words = wordsOf(typed);
  return (searchText) => words.every((word) => searchText.includes(word));
}
