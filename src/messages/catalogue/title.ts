import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";

/** What the screen calls a catalogue. Battlefield 2042 has classes where Battlefield 4 has kits. */
export const getCatalogueTitle = (game: GameId, id: CatalogueId): string => m.catalogue_title({ id: getKey(game, id) });

/** The label of its search. */
export const getCatalogueSearch = (game: GameId, id: CatalogueId): string =>
  m.catalogue_search({ id: getKey(game, id) });

const getKey = (game: GameId, id: CatalogueId) => (game === "bf2042" && id === "kits" ? "classes" : id);
