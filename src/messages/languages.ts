// The languages of the site. To add a language, add a line and a folder with its messages next to this file.

export type LanguageFacts = {
  /** The language's name in the language itself. */
  name: string;
  /** The tag with which `Intl` formats numbers, dates and lists. */
  tag: string;
  direction: "ltr" | "rtl";
};

export const LANGUAGES = {
  /** British English has days before months, and lists without a comma before the last "and". */
  en: { name: "English", tag: "en-GB", direction: "ltr" },
  de: { name: "Deutsch", tag: "de", direction: "ltr" },
  fr: { name: "Français", tag: "fr", direction: "ltr" },
  es: { name: "Español", tag: "es", direction: "ltr" },
  "pt-BR": { name: "Português (Brasil)", tag: "pt-BR", direction: "ltr" },
  ru: { name: "Русский", tag: "ru", direction: "ltr" },
  pl: { name: "Polski", tag: "pl", direction: "ltr" },
  /** A pseudo language for tests, generated from English. It has German numbers and dates, so that untranslated formats are noticed. */
  "en-XA": { name: "Ẽñĝļîšĥ", tag: "de", direction: "ltr" },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof LANGUAGES;

/** The language in which texts are written first, and the default. */
export const BASE_LANGUAGE = "en";
export const PSEUDO_LANGUAGE = "en-XA";

export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[];

/** The languages of a release. */
export const RELEASED_LANGUAGES: readonly Language[] = ALL_LANGUAGES.filter((code) => code !== PSEUDO_LANGUAGE);

export const isLanguage = (code: unknown): code is Language =>
  typeof code === "string" && Object.hasOwn(LANGUAGES, code);
