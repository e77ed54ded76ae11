import type { GameId } from "#domain/game.ts";
import { type CatalogueId, catalogueNamed } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";

/** What the screen calls a catalogue. Battlefield 2042 has classes where Battlefield 4 has kits. */
export const getCatalogueTitle = (game: GameId, id: CatalogueId): string =>
  m.catalogue_title({ id: game === "bf2042" && id === "kits" ? "classes" : id });

/** The title of the catalogue that a word of the address names; null where the game has none of that name. */
export function findCatalogueTitle(game: GameId, word: unknown): string | null {
  const id = catalogueNamed(game, word);
  return id ? getCatalogueTitle(game, id) : null;
}
