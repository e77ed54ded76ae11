// The languages the site can be read in. A further one is a line here and a folder of catalogues beside this file.

export type LanguageFacts = {
  /** Its own name, as its readers look for it. */
  name: string;
  /** By which `Intl` knows how it writes numbers, dates and lists. */
  tag: string;
  direction: "ltr" | "rtl";
};

export const LANGUAGES = {
  /** British, for days before months and lists without a comma before the last "and". */
  en: { name: "English", tag: "en-GB", direction: "ltr" },
  de: { name: "Deutsch", tag: "de", direction: "ltr" },
  fr: { name: "Français", tag: "fr", direction: "ltr" },
  es: { name: "Español", tag: "es", direction: "ltr" },
  "pt-BR": { name: "Português (Brasil)", tag: "pt-BR", direction: "ltr" },
  ru: { name: "Русский", tag: "ru", direction: "ltr" },
  pl: { name: "Polski", tag: "pl", direction: "ltr" },
  /** Made from English, to test with; in no release. It writes numbers and dates as German does, so that English ones are seen. */
  "en-XA": { name: "Ẽñĝļîšĥ", tag: "de", direction: "ltr" },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof LANGUAGES;

/** The language that texts are written in first, and that answers where no other one is asked for. */
export const BASE_LANGUAGE = "en";
export const PSEUDO_LANGUAGE = "en-XA";

export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[];

/** Those of a release. */
export const RELEASED_LANGUAGES: readonly Language[] = ALL_LANGUAGES.filter((code) => code !== PSEUDO_LANGUAGE);

export const isLanguage = (code: unknown): code is Language =>
  typeof code === "string" && Object.hasOwn(LANGUAGES, code);
