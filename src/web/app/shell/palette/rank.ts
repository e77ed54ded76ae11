// What the search of the whole site finds, and what of it first.
import { isSigns, tokenize } from "#domain/text.ts";

/** What something is found by. */
export type Findable = {
  /** Its name. */
  label: string;
  /** What it belongs to: a game, an account. */
  note?: string;
  /** Other words one might look for. */
  words?: readonly string[];
};

const EXACT = 6;
const BEGINNING = 5;
const WORDS = 4;
const INSIDE = 3;
/** Part of what was typed is in the note or among the other words. */
const ELSEWHERE = 2;
const LETTERS = 1;

/**
 * How well it fits what was typed; 0 for not at all. First the name as a whole, then its beginning, the beginnings of its words, any
 * part of them, then words beside the name, and last letters in a row within the name alone. Of equals the shorter name is first.
 */
export function rank({ label, note = "", words = [] }: Findable, typed: string): number {
  if (isSigns(typed)) return 0;
  const tokens = tokenize(typed);
  const name = tokenize(label);
  const [joined, whole] = [tokens.join(""), name.join("")];
  if (joined === "" || whole === "") return 0;
  // Always below the next tier.
  const nearness = Math.min(1, joined.length / whole.length) * 0.9;
  if (joined === whole) return EXACT + nearness;
  if (whole.startsWith(joined)) return BEGINNING + nearness;
  // Also over the ends of words: "ak24" of "AK-24".
  const begins = (token: string) => name.some((_, at) => name.slice(at).join("").startsWith(token));
  if (tokens.every(begins) || begins(joined)) return WORDS + nearness;
  if (tokens.every((token) => whole.includes(token))) return INSIDE + nearness;
  const others = [note, ...words].flatMap(tokenize);
  const isElsewhere = (token: string) => others.some((word) => word.startsWith(token));
  if (tokens.every((token) => begins(token) || isElsewhere(token))) {
    const inName = tokens.filter(begins).length / tokens.length;
    return ELSEWHERE + (inName + nearness) * 0.45;
  }
  return joined.length > 2 && hasInRow(whole, joined) ? LETTERS + nearness : 0;
}

/** Whether these letters stand in the text in this order, its first one first. */
function hasInRow(text: string, letters: string): boolean {
  if (text[0] !== letters[0]) return false;
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** The one of these that fits best by its name; null where none begins so. */
export function findByName<Item extends Findable>(items: readonly Item[], typed: string): Item | null {
  const [best] = items
    .map((item) => ({ item, fit: rank({ label: item.label }, typed) }))
    .filter(({ fit }) => fit >= WORDS)
    .sort((a, b) => b.fit - a.fit);
  return best?.item ?? null;
}

/** Whether one of these words is typed. */
export const hasWord = (typed: string, words: string): boolean =>
  tokenize(words).some((word) => tokenize(typed).includes(word));
