import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";

/** What the screen calls a catalogue. Battlefield 2042 has classes where Battlefield 4 has kits. */
export const getCatalogueTitle = (game: GameId, id: CatalogueId): string =>
  m.catalogue_title({ id: game === "bf2042" && id === "kits" ? "classes" : id });
