/** British, for lists without a comma before the last "and". */
const LOCALE = "en-GB";

const AND = new Intl.ListFormat(LOCALE, { type: "conjunction" });
const PLAIN = new Intl.ListFormat(LOCALE, { type: "unit" });
const OR = new Intl.ListFormat(LOCALE, { type: "disjunction" });

const LISTS = { and: AND, or: OR, plain: PLAIN } as const;

/** "a, b and c" in the words and the punctuation of the language; "a, b or c" with `or`, "a, b, c" with `plain`. */
export const formatList = (items: readonly string[], kind: keyof typeof LISTS = "and"): string =>
  LISTS[kind].format(items);

/** A table of texts by key, each of which is read from its message when it is needed. */
export function createTexts<Key extends string>(
  messages: Readonly<Record<Key, () => string>>,
): Readonly<Record<Key, string>> {
  const texts: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(messages) as Key[])
    Object.defineProperty(texts, key, { enumerable: true, get: messages[key] });
  return texts as Record<Key, string>;
}
