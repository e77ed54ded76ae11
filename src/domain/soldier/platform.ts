// Where a soldier plays. Battlefield 2042 keeps one pool for all PlayStations and one for all Xboxes.
import type { GameId } from "#domain/game.ts";

export const PLATFORMS = {
  bf2042: ["pc", "psn", "xbox"],
  bf4: ["pc", "ps4", "xboxone", "ps3", "xbox360"],
} as const satisfies Record<GameId, readonly string[]>;

export type Platform = (typeof PLATFORMS)[GameId][number];

export const PLATFORM_TITLES: Record<Platform, string> = {
  pc: "PC",
  psn: "PlayStation",
  xbox: "Xbox",
  ps4: "PlayStation 4",
  xboxone: "Xbox One",
  ps3: "PlayStation 3",
  xbox360: "Xbox 360",
};

/** Every platform of either game, each once. */
export const ALL_PLATFORMS = Object.keys(PLATFORM_TITLES) as [Platform, ...Platform[]];

/** Characters of a soldier's name. */
export const SOLDIER_NAME_LIMIT = 64;
