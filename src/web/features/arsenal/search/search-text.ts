// The search field: which weapons hold every typed word.
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import { normalizeText, tokenize } from "#domain/text.ts";

/** What a weapon is found by: its name with and without its dashes, its class and its kits. */
export function getSearchText({ name, class: weaponClass, kitIds }: WeaponSummary): string {
  const spaced = normalizeText(name);
  const kits = kitIds.map((id) => KIT_TITLES[id]);
  return [
    spaced,
    spaced.replaceAll(" ", ""),
    normalizeText([WEAPON_CLASS_TITLES[weaponClass], ...kits].join(" ")),
  ].join(" ");
}

/** A test for texts of `searchTextOf`: every word stands somewhere in it. "ak 12", "AK-12" and "ak12" are alike. */
export function getMatcher(typed: string): (searchText: string) => boolean {
  const words = tokenize(typed);
  return (searchText) => words.every((word) => searchText.includes(word));
}
