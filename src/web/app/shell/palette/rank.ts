// Ranks the results of the palette's search.
import { hasOnlySymbols, tokenize } from "#domain/text.ts";

/** The texts by which an item is found. */
export type Findable = {
  /** Its name. */
  label: string;
  /** The game or account it belongs to. */
  note?: string;
  /** Further search terms. */
  searchTerms?: readonly string[];
};

const EXACT = 6;
const BEGINNING = 5;
const WORDS = 4;
const INSIDE = 3;
/** A part of the query matches only the note or the search terms. */
const ELSEWHERE = 2;
const LETTERS = 1;

/**
 * Returns how well an item matches the query; 0 means no match. Best to worst: the whole name, its beginning, the beginnings of
 * its words, any part of it, the note and search terms, a subsequence of its letters. Among equal matches the shorter name wins.
 */
export function rank({ label, note = "", searchTerms = [] }: Findable, query: string): number {
  if (hasOnlySymbols(query)) return 0;
  const tokens = tokenize(query);
  const name = tokenize(label);
  const [joined, whole] = [tokens.join(""), name.join("")];
  if (joined === "" || whole === "") return 0;
  // Less than 1, so that it never reaches the next tier.
  const nearness = Math.min(1, joined.length / whole.length) * 0.9;
  if (joined === whole) return EXACT + nearness;
  if (whole.startsWith(joined)) return BEGINNING + nearness;
  // A match may span words: "ak24" matches "AK-24".
  const startsWord = (token: string) => name.some((_, index) => name.slice(index).join("").startsWith(token));
  if (tokens.every(startsWord) || startsWord(joined)) return WORDS + nearness;
  if (tokens.every((token) => whole.includes(token))) return INSIDE + nearness;
  const otherWords = [note, ...searchTerms].flatMap(tokenize);
  const isElsewhere = (token: string) => otherWords.some((word) => word.startsWith(token));
  if (tokens.every((token) => startsWord(token) || isElsewhere(token))) {
    const inName = tokens.filter(startsWord).length / tokens.length;
    return ELSEWHERE + (inName + nearness) * 0.45;
  }
  return joined.length > 2 && hasSubsequence(whole, joined) ? LETTERS + nearness : 0;
}

/** Whether the text contains the letters in this order, starting with its first letter. */
function hasSubsequence(text: string, letters: string): boolean {
  if (text[0] !== letters[0]) return false;
  let index = 0;
  for (const letter of text) if (letter === letters[index]) index += 1;
  return index === letters.length;
}

/** Returns the item whose name matches best; null if no name starts with the query or has words that do. */
export function findBestMatch<Item extends Findable>(items: readonly Item[], query: string): Item | null {
  const [best] = items
    .map((item) => ({ item, fit: rank({ label: item.label }, query) }))
    .filter(({ fit }) => fit >= WORDS)
    .sort((a, b) => b.fit - a.fit);
  return best?.item ?? null;
}

/** Whether the query contains one of the words. */
export const hasWord = (query: string, words: string): boolean =>
  tokenize(words).some((word) => tokenize(query).includes(word));
