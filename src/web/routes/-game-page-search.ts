import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { m } from "#messages";
import { findCatalogueTitle } from "#messages/catalogue/title.ts";
import {
  anyText,
  type GamePageSearch,
  getTexts,
  type ParsedSearch,
  readSearch,
} from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";

// The search parameters of a game's page, as text. Each section parses its own parameters, replaces invalid values by defaults,
// and is loaded with its parser.

export const readGamePageSearch = (search: Record<string, unknown>): GamePageSearch =>
  getTexts(Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string")));

// Longer than any id or code; a longer text is not a valid share.
const MAX_SHARE_LENGTH = 500;

/** The parameters of a shared loadout: `s` is the id of a stored share, `l` a code that contains the loadout. */
const SHARE_FIELDS = { s: anyText(MAX_SHARE_LENGTH), l: anyText(MAX_SHARE_LENGTH) };

/** Returns the shared loadout of an address; null without one. A stored share takes precedence. */
export function readSharedSearch(search: Record<string, unknown>): ParsedSearch<typeof SHARE_FIELDS> | null {
  const { s, l } = readSearch(search, SHARE_FIELDS);
  if (s) return { s };
  return l ? { l } : null;
}

/** Returns the title of a game's section; for a shared loadout, its screen sets the title. */
export function getGameTitle(game: GameId, search: GamePageSearch) {
  if (search["s"] || search["l"]) return {};
  return getTitle(getSectionTitle(game, search), GAME_TITLES[game]);
}

function getSectionTitle(game: GameId, search: GamePageSearch): string {
  if (search["tab"] === "loadouts") return search["edit"] ? m.app_loadout_editor() : m.common_loadouts();
  if (search["tab"] === "soldier") return m.common_soldier();
  if (search["tab"] === "progress") return m.app_progress();
  if (!search["cat"]) return m.app_arsenal();
  return findCatalogueTitle(game, search["cat"]) ?? m.app_arsenal();
}
