/** British, for lists without a comma before the last "and". */
const LOCALE = "en-GB";

const AND = new Intl.ListFormat(LOCALE, { type: "conjunction" });
const OR = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** "a, b and c" in the words and the punctuation of the language; "a, b or c" with `or`. */
export const formatList = (items: readonly string[], kind: "and" | "or" = "and"): string =>
  (kind === "and" ? AND : OR).format(items);
