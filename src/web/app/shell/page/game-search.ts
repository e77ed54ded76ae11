import type { GameId } from "#domain/game.ts";
import type { Choice } from "#web/components/fields/native-select.tsx";

export const GAME_TABS = [
  { value: "arsenal", label: "Arsenal" },
  { value: "loadouts", label: "Loadouts" },
  { value: "soldier", label: "Soldier" },
  { value: "progress", label: "Progress" },
] as const satisfies readonly Choice[];

export type GameTab = (typeof GAME_TABS)[number]["value"];

/** What a game page reads from its address. Defaults stand for themselves and are left out. */
export type GameSearch = { tab?: GameTab };

/** The known parts of a search; an unknown value falls back to its default without a word. */
export function readGameSearch(search: Record<string, unknown>): GameSearch {
  const tab = GAME_TABS.find(({ value }) => value === search["tab"])?.value;
  return tab && tab !== "arsenal" ? { tab } : {};
}

export const gamePath = { bf2042: "/bf2042", bf4: "/bf4" } as const satisfies Record<GameId, string>;

/** The named parts of a search that are text; the others are left out. */
export function getSearchText<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") found[name] = value;
  }
  return found;
}
