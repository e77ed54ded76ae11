// Colours of the pictures for chats, which the server and a canvas draw without the style sheet: those of its dark
// theme. test/architecture/tokens.test.ts compares them with src/web/tokens.css.
import type { GameId } from "#domain/game.ts";

export const PICTURE_COLOURS = {
  ground: "#0c110d",
  panel: "#141915",
  line: "#323933",
  text: "#f0f0ec",
  quiet: "#c0c2bb",
  /** The dim tone of a drawing; the style sheet mixes it. */
  dim: "#8f978c",
};

/** The first two lines of a chart, and the two sides of a duel. The first is the game's accent. */
export const PICTURE_SERIES: Record<GameId, readonly [accent: string, other: string]> = {
  bf2042: ["#54d9d1", "#ee7933"],
  bf4: ["#fc9545", "#54d9d1"],
};
