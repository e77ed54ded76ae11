import type { CatalogueId } from "#domain/game-data/catalogue/id.ts";

export const formatEntries = (count: number): string =>
  count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`;

/** Catalogues whose entries read better as cards; the others are long lists, read line by line. */
const AS_CARDS: ReadonlySet<CatalogueId> = new Set<CatalogueId>([
  "gadgets",
  "throwables",
  "melee",
  "vehicles",
  "vehicle-loadouts",
  "kits",
  "specialists",
  "field-upgrades",
  "maps",
  "unlock-ladders",
  "combat-rules",
  "sources",
]);

export const isOfCards = (catalogue: CatalogueId): boolean => AS_CARDS.has(catalogue);
