import type { GameId } from "#domain/game.ts";
import { type CatalogueId, findCatalogueId } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";

/** Returns the key of a catalogue's title in messages. Screens call kits classes. */
export const getCatalogueKey = (id: CatalogueId) => (id === "kits" ? "classes" : id);

/** Returns the title of a catalogue. */
export const getCatalogueTitle = (id: CatalogueId): string => m.catalogue_title({ id: getCatalogueKey(id) });

/** Returns the title of the catalogue whose id is this part of the URL; null if the game has no such catalogue. */
export function findCatalogueTitle(game: GameId, urlPart: unknown): string | null {
  const id = findCatalogueId(game, urlPart);
  return id ? getCatalogueTitle(id) : null;
}
