import type { Source } from "#domain/game-data/source.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { normalizeText, tokenize } from "#domain/text.ts";
import { compareNames } from "#messages/format.ts";
import { KIT_TITLES, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";

/** A weapon as the table lists it, with what is computed once. */
export type ListedWeapon = WeaponSummary & {
  searchText: string;
  /** Its place among the names of all weapons listed. */
  nameRank: number;
  /** Of the figures shown: that of the damage, else of whatever is known. */
  source: Source | null;
};

/** The weapons of a game, ready for the table. */
export function listedWeapons(weapons: readonly WeaponSummary[], sources: readonly Source[]): readonly ListedWeapon[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const byName = [...weapons].sort((a, b) => compareNames(a.name, b.name));
  const ranks = new Map(byName.map(({ id }, rank) => [id, rank]));
  return weapons.map((weapon) => {
    const sourceId = weapon.sourceIds.damage ?? Object.values(weapon.sourceIds)[0] ?? "";
    return {
      ...weapon,
      searchText: getSearchText(weapon),
      nameRank: ranks.get(weapon.id) ?? 0,
      source: byId.get(sourceId) ?? null,
    };
  });
}

// The search field: which weapons hold every typed word.

/** What a weapon is found by: its name with and without its dashes, its class and its kits, whose ids are English words. */
export function getSearchText({ name, class: weaponClass, kitIds }: WeaponSummary): string {
  const spaced = normalizeText(name);
  const kits = kitIds.map((id) => KIT_TITLES[id]);
  return [
    spaced,
    spaced.replaceAll(" ", ""),
    normalizeText([WEAPON_CLASS_TITLES[weaponClass], ...kits, `${weaponClass}s`, ...kitIds].join(" ")),
  ].join(" ");
}

/** A test for texts of `searchTextOf`: every word stands somewhere in it. "ak 12", "AK-12" and "ak12" are alike. */
export function getMatcher(typed: string): (searchText: string) => boolean {
  const words = tokenize(typed);
  return (searchText) => words.every((word) => searchText.includes(word));
}
