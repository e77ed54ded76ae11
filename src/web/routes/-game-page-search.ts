import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { m } from "#messages";
import { findCatalogueTitle } from "#messages/catalogue/title.ts";
import { anyText, type GamePageSearch, getTexts, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";

// The search parameters of a game page, as text. Each section parses its own part, uses defaults for invalid values,
// and is loaded with its parser.

export const readGamePageSearch = (search: Record<string, unknown>): GamePageSearch =>
  getTexts(Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string")));

// Longer than any id or code; what is longer is no share.
const MAX_SHARE_LENGTH = 500;

/** A shared loadout in an address: `s` is a stored share, `l` a code that contains it. */
const SHARED = { s: anyText(MAX_SHARE_LENGTH), l: anyText(MAX_SHARE_LENGTH) };

/** The share of an address; null without one. A stored share has precedence. */
export function readSharedSearch(search: Record<string, unknown>): SearchOf<typeof SHARED> | null {
  const { s, l } = readSearch(search, SHARED);
  if (s) return { s };
  return l ? { l } : null;
}

/** The title of a game's section. A shared loadout is named by its own screen, which knows it. */
export function gameTitle(game: GameId, search: GamePageSearch) {
  if (search["s"] || search["l"]) return {};
  return getTitle(sectionTitle(game, search), GAME_TITLES[game]);
}

function sectionTitle(game: GameId, search: GamePageSearch): string {
  if (search["tab"] === "loadouts") return m.common_loadouts();
  if (search["tab"] === "soldier") return m.common_soldier();
  if (search["tab"] === "progress") return m.app_progress();
  if (!search["cat"]) return m.app_arsenal();
  return findCatalogueTitle(game, search["cat"]) ?? m.app_arsenal();
}
