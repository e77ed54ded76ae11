// What the address of a game page says. Here it is only text: each section reads its own part of it, takes the default for
// what it does not understand, and travels with what reads it.

/** Names and texts, as they stand in the address. */
export type GamePageSearch = Readonly<Record<string, string>>;

const LONGEST_TEXT = 2000;

export const readGamePageSearch = (search: Record<string, unknown>): GamePageSearch =>
  textsOf(Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string")));

/** A section's part of the address as texts; what is not set is left out. */
export function textsOf(search: object): GamePageSearch {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const texts = set.map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text.length <= LONGEST_TEXT));
}
