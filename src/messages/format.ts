/** The locale of numbers, dates and lists. */
const LOCALE = "en";

const AND = new Intl.ListFormat(LOCALE, { type: "conjunction" });
const OR = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** "a, b, and c" in the words and the punctuation of the language; "a, b, or c" with `or`. */
export const formatList = (items: readonly string[], kind: "and" | "or" = "and"): string =>
  (kind === "and" ? AND : OR).format(items);
