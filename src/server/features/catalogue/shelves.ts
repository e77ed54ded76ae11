// The catalogues of each game, built on first use and cached as long as their arsenal.
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { getCatalogue } from "#domain/game-data/catalogue/catalogue.ts";
import { type Searched, searchable } from "#domain/game-data/catalogue/entry.ts";
import type { CatalogueId } from "#domain/game-data/catalogue/id.ts";
import { inTimeSlice } from "#platform/event-loop.ts";

const shelves = new WeakMap<Arsenal, Map<CatalogueId, Promise<readonly Searched[]>>>();

/** The entries of the catalogue, ready to be searched; empty where the game has no such catalogue. */
export function getShelf(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const shelf = shelves.get(arsenal) ?? new Map<CatalogueId, Promise<readonly Searched[]>>();
  shelves.set(arsenal, shelf);
  const entries = shelf.get(id) ?? compose(arsenal, id);
  shelf.set(id, entries);
  return entries;
}

async function compose(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const entries = await inTimeSlice(() => getCatalogue(arsenal, id));
  return inTimeSlice(() => searchable(entries));
}
