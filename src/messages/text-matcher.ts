import { normalizeText, tokenize } from "#domain/text.ts";

/** A test for texts: whether every typed word stands somewhere in them. "ak 12", "AK-12" and "ak12" are alike. */
export function createTextMatcher(typed: string): (text: string) => boolean {
  const words = tokenize(typed);
  return (text) => {
    const plain = normalizeText(text);
    const joined = plain.replaceAll(" ", "");
    return words.every((word) => plain.includes(word) || joined.includes(word));
  };
}
