// How the site compares what people type with what things are called.

/** Letters that Unicode does not take apart, as they are typed on a keyboard without them. */
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
const NO_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * Small letters without accents, each in its simplest form: "Straße" and "STRASSE", "ＡＫ" and "ak" are alike. Dashes, dots and the
 * like become single spaces. A text of signs alone stands for itself, also one of accents or invisible characters, which are
 * otherwise dropped: only a blank text is empty afterwards, because an empty one matches everything.
 */
export function normalizeText(text: string): string {
  const folded = fold(text);
  return folded.replace(NO_WORD, " ").trim() || trimSpaces(folded) || trimSpaces(text.normalize());
}

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);

const trimSpaces = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A person's name with what a search in the database finds it by. */
export const withSearchName = (name: string) => ({ name, searchName: normalizeText(name) });

/** The words of a text in the form of `normalizeText`, in their order; empty for a blank text alone. */
export const tokenize = (text: string): readonly string[] => normalizeText(text).split(" ").filter(Boolean);

/** Whether folding leaves neither letters nor digits of a text that is not blank. */
export const isSigns = (text: string): boolean => normalizeText(text) !== "" && !/[\p{L}\p{N}]/u.test(fold(text));

/** Whether a text in the value has the sign that stands for what could not be decoded: the text is lost. */
export const hasLostText = (value: unknown): boolean => JSON.stringify(value).includes("\uFFFD");

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
