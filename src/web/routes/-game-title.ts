import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import type { GamePageSearch } from "./-game-page-search.ts";

/** The title of a game's section. A shared loadout is named by its own screen, which knows it. */
export async function gameTitle(game: GameId, search: GamePageSearch) {
  if (search["s"] || search["l"]) return {};
  return getTitle(await sectionTitle(game, search), GAME_TITLES[game]);
}

async function sectionTitle(game: GameId, search: GamePageSearch): Promise<string> {
  if (search["tab"] === "loadouts") return "Loadouts";
  if (search["tab"] === "soldier") return "Soldier";
  if (search["tab"] === "progress") return "Progress";
  if (!search["cat"]) return "Arsenal";
  const { catalogueNamed, catalogueTitle } = await import("#domain/game-data/catalogue/id.ts");
  const catalogue = catalogueNamed(game, search["cat"]);
  return catalogue ? catalogueTitle(game, catalogue) : "Arsenal";
}
