// Filters, searches and sorts the loadouts of a locker in the browser, which has all of them. The server's pages have the same orders.
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { hasOnlySymbols, tokenize } from "#domain/text.ts";
import type { Loadout, LoadoutContent } from "./loadout.ts";

export const LOCKER_ORDERS = ["changed", "own", "deleted"] as const;
/** "changed": last changed first; "own": the owner's order; "deleted": last deleted first. */
export type LockerOrder = (typeof LOCKER_ORDERS)[number];

export const ORDER_BY = {
  changed: { column: "updatedAt", direction: "desc" },
  own: { column: "place", direction: "asc" },
  deleted: { column: "deletedAt", direction: "desc" },
} as const;

/** The fields that loadouts are sorted by. */
export type Ordered = { id: string; updatedAt: string; place: string | null; deletedAt: string | null };

/** The position of a loadout in an order. */
export type LockerPosition = { key: string; id: string };

export const getPosition = (order: LockerOrder, saved: Ordered): LockerPosition => ({
  key: saved[ORDER_BY[order].column] ?? "",
  id: saved.id,
});

/** Returns a negative number if `a` comes before `b`. */
export function comparePositions(order: LockerOrder, a: LockerPosition, b: LockerPosition): number {
  const ascending = compareTexts(a.key, b.key) || compareTexts(a.id, b.id);
  return ORDER_BY[order].direction === "asc" ? ascending : -ascending;
}

/** Compares two loadouts in an order, for sorting. */
export const byOrder =
  (order: LockerOrder) =>
  (a: Ordered, b: Ordered): number =>
    comparePositions(order, getPosition(order, a), getPosition(order, b));

export type LockerFilter = {
  /** Omitted for both games. */
  game?: GameId | undefined;
  /** Prefixes of words of the name, the tags, the note and the item names. */
  q?: string | undefined;
  tag?: string | undefined;
  kit?: KitId | undefined;
  /** Null for loadouts without a folder. */
  folderId?: string | null | undefined;
};

const MAX_SEARCH_WORDS = 8;
const MAX_WORDS = 40;
const MAX_WORD_LENGTH = 24;

/** A word that a loadout must contain: as a whole word, or as a prefix. */
export type SearchWord = { word: string; isWhole: boolean };

// A typed word can't equal a tag word or a kit word: it has only letters and digits, or consists of symbols and gets the prefix "=".
const toTagWord = (tag: string): string => `#${tag}`;
export const toKitWord = (kit: KitId): string => `kit:${kit}`;
const toIndexWord = (word: string): string => (hasOnlySymbols(word) ? `=${word}` : word);

/** Returns the word cut to the maximum length of an indexed word. */
const shorten = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

/** Returns the words of a search: the tag, the typed words from longest to shortest, the kit. */
export function getSearchWords({ q = "", tag, kit }: LockerFilter): readonly SearchWord[] {
  const typed = [...new Set(tokenize(q))].slice(0, MAX_SEARCH_WORDS).sort((a, b) => b.length - a.length);
  return [
    ...(tag ? [{ word: shorten(toTagWord(tag.trim().toLowerCase())), isWhole: true }] : []),
    ...typed.map((word) => ({ word: shorten(toIndexWord(word)), isWhole: false })),
    ...(kit ? [{ word: toKitWord(kit), isWhole: true }] : []),
  ];
}

/** Returns the distinct words by which a search finds a loadout. Names are indexed with and without their dashes. */
export function listLoadoutWords(content: LoadoutContent, itemNames: readonly string[] = []): readonly string[] {
  const { name, tags, note, loadout } = content;
  const kit = getKit(loadout);
  const words = [
    ...tags.map(toTagWord),
    ...(kit ? [toKitWord(kit)] : []),
    ...[name, ...tags, ...itemNames].flatMap((text) => [...tokenize(text), tokenize(text).join("")]).map(toIndexWord),
    ...tokenize(note).map(toIndexWord),
  ];
  return [...new Set(words.map(shorten))].filter(Boolean);
}

/** Returns the loadout's words, limited to the number that the database's index holds. */
export const getLoadoutWords: typeof listLoadoutWords = (content, itemNames) =>
  listLoadoutWords(content, itemNames).slice(0, MAX_WORDS);

/** Returns the kit or class of a loadout; null for a vehicle. */
export function getKit(loadout: Loadout): KitId | null {
  if ("kitId" in loadout) return loadout.kitId;
  return "classId" in loadout ? loadout.classId : null;
}

type Searched = Pick<LockerFilter, "q" | "tag" | "kit">;

/** Returns a predicate for loadouts with the words, the tag and the kit of a filter. `listWords` may be a cached `listLoadoutWords`. */
export function createSearch<Content extends LoadoutContent>(
  filter: Searched,
  listWords: (content: Content) => readonly string[] = listLoadoutWords,
): (content: Content) => boolean {
  const searchWords = getSearchWords(filter);
  if (searchWords.length === 0) return () => true;
  return (content) => {
    const words = listWords(content);
    return searchWords.every(({ word, isWhole }) =>
      words.some((loadoutWord) => (isWhole ? loadoutWord === word : loadoutWord.startsWith(word))),
    );
  };
}

/** Returns a predicate for the loadouts that a list with this filter shows; `listWords` as in `createSearch`. */
export function createFilter<Content extends LoadoutContent & { folderId: string | null }>(
  filter: LockerFilter,
  listWords?: (content: Content) => readonly string[],
): (saved: Content) => boolean {
  const { game, folderId } = filter;
  const isSearched = createSearch(filter, listWords);
  return (saved) =>
    (!game || saved.loadout.game === game) &&
    (folderId === undefined || saved.folderId === folderId) &&
    isSearched(saved);
}
