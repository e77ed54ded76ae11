// How a locker is filtered, searched and ordered: in the browser, which has all of it. The server answers its pages in these orders.
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { isSigns, tokenize } from "#domain/text.ts";
import type { Loadout, LoadoutContent } from "./loadout.ts";

export const LOCKER_ORDERS = ["changed", "own", "deleted"] as const;
/** Last changed first, in the owner's order, or the recently deleted, the last first. */
export type LockerOrder = (typeof LOCKER_ORDERS)[number];

export const ORDER_BY = {
  changed: { column: "updatedAt", direction: "desc" },
  own: { column: "place", direction: "asc" },
  deleted: { column: "deletedAt", direction: "desc" },
} as const;

/** What a loadout is ordered by. */
export type Ordered = { id: string; updatedAt: string; place: string | null; deletedAt: string | null };

/** The position of a loadout in an order. */
export type LockerPosition = { key: string; id: string };

export const getPosition = (order: LockerOrder, saved: Ordered): LockerPosition => ({
  key: saved[ORDER_BY[order].column] ?? "",
  id: saved.id,
});

/** Negative where `a` comes before `b`. */
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
  /** Both games where it is left out. */
  game?: GameId | undefined;
  /** Beginnings of words of names, tags, notes, and of what the loadout carries. */
  q?: string | undefined;
  tag?: string | undefined;
  kit?: KitId | undefined;
  /** Null: those in no folder. */
  folderId?: string | null | undefined;
};

const MAX_SEARCH_WORDS = 8;
const MAX_WORDS = 40;
const MAX_WORD_LENGTH = 24;

/** A word that a loadout must have: as it is, or as the beginning of one. */
export type SearchWord = { word: string; isWhole: boolean };

// No typed word is like one of these: it has letters and digits alone, or is one of signs and gets their prefix.
const toTagWord = (tag: string): string => `#${tag}`;
export const toKitWord = (kit: KitId): string => `kit:${kit}`;
const toIndexWord = (word: string): string => (isSigns(word) ? `=${word}` : word);

/** A word as the index has it: no longer than one of its words. */
const shorten = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

/** The words of a search, the longest first. */
export function getSearchWords({ q = "", tag, kit }: LockerFilter): readonly SearchWord[] {
  const typed = [...new Set(tokenize(q))].slice(0, MAX_SEARCH_WORDS).sort((a, b) => b.length - a.length);
  return [
    ...(tag ? [{ word: shorten(toTagWord(tag.trim().toLowerCase())), isWhole: true }] : []),
    ...typed.map((word) => ({ word: shorten(toIndexWord(word)), isWhole: false })),
    ...(kit ? [{ word: toKitWord(kit), isWhole: true }] : []),
  ];
}

/** The words by which a loadout is found, each once; names count with and without dashes. `carried` are names of its items. */
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

/** As many of these words as an index in the database has. */
export const getLoadoutWords: typeof listLoadoutWords = (content, itemNames) =>
  listLoadoutWords(content, itemNames).slice(0, MAX_WORDS);

/** The kit that may carry a loadout; null for a vehicle. */
export function getKit(loadout: Loadout): KitId | null {
  if ("kitId" in loadout) return loadout.kitId;
  return "classId" in loadout ? loadout.classId : null;
}

type Searched = Pick<LockerFilter, "q" | "tag" | "kit">;

/** A test whether loadouts have the words, the tag and the kit of a filter. `listWords` as above, perhaps out of a cache. */
export function createSearch<Content extends LoadoutContent>(
  filter: Searched,
  listWords: (content: Content) => readonly string[] = listLoadoutWords,
): (content: Content) => boolean {
  const searched = getSearchWords(filter);
  if (searched.length === 0) return () => true;
  return (content) => {
    const words = listWords(content);
    return searched.every(({ word, isWhole }) => words.some((own) => (isWhole ? own === word : own.startsWith(word))));
  };
}

/** A test whether a list with this filter shows a loadout; `listWords` as in `createSearch`. */
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
