// The catalogues of each game, composed when somebody first asks for one and kept as long as the arsenal is.
import type { Arsenal } from "#domain/arsenal/arsenal.ts";
import { catalogueOf } from "#domain/arsenal/catalogue.ts";
import type { CatalogueId } from "#domain/arsenal/catalogue-id.ts";
import { type Searched, searchable } from "#domain/arsenal/catalogue-search.ts";
import { inTimeSlice } from "#server/event-loop.ts";

const shelves = new WeakMap<Arsenal, Map<CatalogueId, Promise<readonly Searched[]>>>();

/** The entries of the catalogue, ready to be searched; empty where the game has no such catalogue. */
export function shelfOf(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const shelf = shelves.get(arsenal) ?? new Map<CatalogueId, Promise<readonly Searched[]>>();
  shelves.set(arsenal, shelf);
  const entries = shelf.get(id) ?? compose(arsenal, id);
  shelf.set(id, entries);
  return entries;
}

async function compose(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const entries = await inTimeSlice(() => catalogueOf(arsenal, id));
  return inTimeSlice(() => searchable(entries));
}
