// Normalizes texts for searches and comparisons, and removes unprintable characters.

/** Letters that Unicode does not decompose, and the letters that users type instead. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const NON_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * Returns the text in lower case, without accents and in compatibility form, so that "Straße" equals "STRASSE" and "ＡＫ" equals
 * "ak". Punctuation becomes single spaces. A text without letters and digits is returned as it is, even if it consists of accents or
 * invisible characters: the result must be empty only for a blank text, because an empty search matches everything.
 */
export function normalizeText(text: string): string {
  const folded = fold(text);
  return folded.replace(NON_WORD, " ").trim() || trimSpaces(folded) || trimSpaces(text.normalize());
}

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);

const trimSpaces = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Returns a user's name with its normalized form, by which a search in the database finds it. */
export const withSearchName = (name: string) => ({ name, searchName: normalizeText(name) });

/** Returns the normalized words of a text, in their order; empty only for a blank text. */
export const tokenize = (text: string): readonly string[] => normalizeText(text).split(" ").filter(Boolean);

/** Whether the text is not blank, but has no letters and digits after normalization. */
export const hasOnlySymbols = (text: string): boolean =>
  normalizeText(text) !== "" && !/[\p{L}\p{N}]/u.test(fold(text));

/** Whether a text in the value contains the replacement character, which stands for bytes that could not be decoded. */
export const hasLostText = (value: unknown): boolean => JSON.stringify(value).includes("\uFFFD");

/**
 * Characters that a name must not contain: control characters, line and paragraph separators, and characters that change the
 * direction of the following text. A terminal executes control characters, and all of them can disguise a name.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const UNPRINTABLE_GLOBAL = new RegExp(UNPRINTABLE, "gu");

export const isPrintable = (name: string): boolean => !UNPRINTABLE.test(name);

/** Returns a name from another source, such as a sign-in provider, without unprintable characters. */
export const toPrintable = (name: string): string => name.replace(UNPRINTABLE_GLOBAL, " ").trim();

/** Returns the text for a line of a terminal, with unprintable characters escaped: `\u{1b}`. */
export const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE_GLOBAL, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
