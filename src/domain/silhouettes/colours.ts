// The colours of the pictures that the server and a canvas draw without the style sheet. They are those of the dark theme;
// test/architecture/tokens.test.ts compares them with src/web/tokens.css.
import type { GameId } from "#domain/game.ts";

export const PICTURE_COLOURS = {
  ground: "#0c110d",
  panel: "#141915",
  line: "#323933",
  text: "#f0f0ec",
  quiet: "#c0c2bb",
  /** The dim tone of a drawing, which the style sheet computes by mixing two colours. */
  dim: "#8f978c",
};

/** The colours of the first two lines of a chart, and of the two sides of a duel. The first is the game's accent. */
export const PICTURE_SERIES: Record<GameId, readonly [accent: string, other: string]> = {
  bf2042: ["#54d9d1", "#ee7933"],
  bf4: ["#fc9545", "#54d9d1"],
};
