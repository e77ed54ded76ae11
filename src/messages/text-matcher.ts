import { normalizeText, tokenize } from "#domain/text.ts";

/** Returns a predicate for texts that contain every typed word. "ak 12", "AK-12" and "ak12" are equal. */
export function createTextMatcher(typed: string): (text: string) => boolean {
  const words = tokenize(typed);
  return (text) => {
    const plain = normalizeText(text);
    const joined = plain.replaceAll(" ", "");
    return words.every((word) => plain.includes(word) || joined.includes(word));
  };
}
