// The ids of the catalogues that a game's pages show besides the weapons. Imports no schema, so the browser can load it without zod.
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
    "unlocks",
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

/** Returns the catalogue whose id is this part of the URL; undefined if the game has no such catalogue. */
export const findCatalogueId = (game: GameId, word: unknown): CatalogueId | undefined =>
  CATALOGUES[game].find((id) => id === word);
