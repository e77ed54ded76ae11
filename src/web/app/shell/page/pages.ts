import { GAME_TITLES } from "#domain/game.ts";

/** The three pages of the product, in the order of the navigation. */
export const PAGES = [
  { to: "/", label: "Home" },
  { to: "/bf2042", label: GAME_TITLES.bf2042 },
  { to: "/bf4", label: GAME_TITLES.bf4 },
] as const;
