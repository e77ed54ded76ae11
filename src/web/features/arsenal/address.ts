// The arsenal's part of an address, as text. What it means is read by `termsOf`, which comes with the page.

import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";

const KEYS = [
  "q",
  "class",
  "portal",
  "range",
  "hs",
  "acc",
  "body",
  "def",
  "health",
  "sort",
  "dir",
  "view",
  "cols",
  "cmp",
  "compare",
  "sweep",
  "item",
] as const;

/** Longer ones mean nothing. */
const MAX_TEXT_LENGTH = 300;

/** A default is left out. `item` is the weapon whose details are open; `compare` and `sweep` are screens. */
export type ArsenalSearch = { [Key in (typeof KEYS)[number]]?: string } & { kit?: KitId };

/** The arsenal's texts of a search, cut where they are too long. */
export function readArsenalSearch(search: Record<string, unknown>): ArsenalSearch {
  const read: ArsenalSearch = {};
  for (const key of KEYS) {
    const value = search[key];
    if (typeof value === "string" && value) read[key] = value.slice(0, MAX_TEXT_LENGTH);
  }
  const kit = KIT_IDS.find((id) => id === search["kit"]);
  return { ...read, ...(kit && { kit }) };
}
