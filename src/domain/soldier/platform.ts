// The platforms of each game. Battlefield 2042 does not distinguish generations of PlayStation and Xbox.
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

/** Every platform of either game. */
export const ALL_PLATFORMS = Object.keys(PLATFORM_TITLES) as [Platform, ...Platform[]];

/** Maximum length of a soldier's name. */
export const SOLDIER_NAME_LIMIT = 64;
