// The records of Battlefield 2042's figures, newest first. A record is the state of a community spreadsheet after a patch.

import type { GameId } from "#domain/game.ts";

export const PATCHES = ["9.2.0", "8.9.0", "8.8.0", "8.6.1", "8.2.1", "8.0.0", "7.3.0", "7.2.0", "6.2.0"] as const;
export type Patch = (typeof PATCHES)[number];

/** The game's own figures of September 2022, known for 27 guns with their default parts. */
export const SEASON_TWO = "season-2";

/** Every set of figures a screen can show. A computed figure takes all its inputs from a single layer. */
export const LAYERS = [...PATCHES, SEASON_TWO] as const;
export type Layer = (typeof LAYERS)[number];

/** The last patch that changed a weapon, and the default layer of every screen. */
export const SHOWN_PATCH = "9.2.0" satisfies Patch;

/** Returns the input of a request for figures. `patch` is omitted for Battlefield 4, which has one layer, and for the default patch. */
export const getFiguresInput = (game: GameId, layer: Layer): { game: GameId; patch?: Layer } =>
  game === "bf4" || layer === SHOWN_PATCH ? { game } : { game, patch: layer };
