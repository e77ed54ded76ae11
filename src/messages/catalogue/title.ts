import type { GameId } from "#domain/game.ts";
import { type CatalogueId, catalogueNamed } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";

/** The key of a catalogue in messages: Battlefield 2042 has classes where Battlefield 4 has kits. */
export const getCatalogueKey = (game: GameId, id: CatalogueId) => (game === "bf2042" && id === "kits" ? "classes" : id);

/** What the screen calls a catalogue. */
export const getCatalogueTitle = (game: GameId, id: CatalogueId): string =>
  m.catalogue_title({ id: getCatalogueKey(game, id) });

/** The title of the catalogue that a word of the address names; null where the game has none of that name. */
export function findCatalogueTitle(game: GameId, word: unknown): string | null {
  const id = catalogueNamed(game, word);
  return id ? getCatalogueTitle(game, id) : null;
}
