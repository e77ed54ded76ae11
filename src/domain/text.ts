// How the site compares what people type with what things are called.

/** Small letters without accents; dashes, dots and the like become single spaces. */
export function normalizeText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A person's name with what a search in the database finds it by. */
export const withSearchName = (name: string) => ({ name, searchName: normalizeText(name), searchNameOf: name });

/** The words of a text in `plain` form, in their order; empty for a text without any. */
export const tokenize = (text: string): readonly string[] => normalizeText(text).split(" ").filter(Boolean);

/**
 * What a name never holds: control characters, line and paragraph separators, and those that turn the direction of the
 * text behind them. A terminal obeys the first ones, and all of them make a name look like something else.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const EACH = new RegExp(UNPRINTABLE, "gu");

export const isPrintable = (name: string): boolean => !UNPRINTABLE.test(name);

/** A name of other people, such as a provider's, without what a name never holds. */
export const toPrintable = (name: string): string => name.replace(EACH, " ").trim();

/** Any text on one line of a terminal, which shows what it would obey: `\u{1b}`. */
export const escapeUnprintable = (text: string): string =>
  text.replace(EACH, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
