// The catalogues of a game page beside its weapons. It imports no schema, so that the browser may use it alone.
import type { GameId } from "#domain/game.ts";

/** The catalogues of each game, in the order of the navigation. */
export const CATALOGUES = {
  bf2042: [
    "attachments",
    "gadgets",
    "throwables",
    "melee",
    "vehicles",
    "vehicle-armament",
    "kits",
    "specialists",
    "maps",
    "combat-rules",
    "changes",
    "statistics-names",
    "sources",
  ],
  bf4: [
    "attachments",
    "gadgets",
    "throwables",
    "melee",
    "vehicles",
    "vehicle-loadouts",
    "kits",
    "field-upgrades",
    "maps",
    "ranks",
    "unlock-ladders",
    "awards",
    "compatibility",
    "combat-rules",
    "sources",
  ],
} as const satisfies Record<GameId, readonly string[]>;

export type CatalogueId = (typeof CATALOGUES)[GameId][number];

/** The catalogue a word of the address names; undefined where the game has none of that name. */
export const catalogueNamed = (game: GameId, word: unknown): CatalogueId | undefined =>
  CATALOGUES[game].find((id) => id === word);
