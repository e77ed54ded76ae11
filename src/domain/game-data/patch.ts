// The records of Battlefield 2042's figures, newest first. A record is a community sheet as it stood after a patch.

import type { GameId } from "#domain/game.ts";

export const PATCHES = ["9.2.0", "8.9.0", "8.8.0", "8.6.1", "8.2.1", "8.0.0", "7.3.0", "7.2.0", "6.2.0"] as const;
export type Patch = (typeof PATCHES)[number];

/** The game's own figures of September 2022, known of 27 guns as issued. */
export const SEASON_TWO = "season-2";

/** Every set of figures a screen can show. A computed figure takes all its inputs from one of them. */
export const LAYERS = [...PATCHES, SEASON_TWO] as const;
export type Layer = (typeof LAYERS)[number];

/** The last patch that changed a weapon: shown unless another one is chosen. */
export const SHOWN_PATCH = "9.2.0" satisfies Patch;

/** What a call for figures is given: Battlefield 4 has one layer, and the shown patch is the default of the other game. */
export const getFiguresInput = (game: GameId, layer: Layer): { game: GameId; patch?: Layer } =>
  game === "bf4" || layer === SHOWN_PATCH ? { game } : { game, patch: layer };
