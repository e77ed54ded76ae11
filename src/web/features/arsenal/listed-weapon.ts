import type { Source } from "#domain/game-data/source.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { normalizeText, tokenize } from "#domain/text.ts";
import { compareNames } from "#messages/format.ts";
import { KIT_TITLES, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";

/** A weapon of the table, with precomputed values. */
export type ListedWeapon = WeaponSummary & {
  searchText: string;
  /** The rank of the name among all listed weapons. */
  nameRank: number;
  /** The source of the damage, or of another figure if the damage is unknown. */
  source: Source | null;
};

/** Returns the weapons of a game for the table. */
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

// The text that the search field looks through.

/** Returns the text that a search looks through: the name with and without dashes, the class and the kits, also in English. */
export function getSearchText({ name, class: weaponClass, kitIds }: WeaponSummary): string {
  const spaced = normalizeText(name);
  const kits = kitIds.map((id) => KIT_TITLES[id]);
  return [
    spaced,
    spaced.replaceAll(" ", ""),
    normalizeText([WEAPON_CLASS_TITLES[weaponClass], ...kits, `${weaponClass}s`, ...kitIds].join(" ")),
  ].join(" ");
}

/** Returns a function that checks if a text of `getSearchText` contains every word. "ak 12", "AK-12" and "ak12" are equal. */
export function getMatcher(typed: string): (searchText: string) => boolean {
  const words = tokenize(typed);
  return (searchText) => words.every((word) => searchText.includes(word));
}
