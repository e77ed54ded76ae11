/** The ids of the games, in the order of the navigation. */
export const GAMES = ["bf2042", "bf4"] as const;

export type GameId = (typeof GAMES)[number];

export const GAME_TITLES = {
  bf2042: "Battlefield 2042",
  bf4: "Battlefield 4",
} as const satisfies Record<GameId, string>;
