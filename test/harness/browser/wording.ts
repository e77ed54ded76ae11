// Browser tests and screenshots name elements in English. This module translates these names, so that the same tests run
// in another language of the site.
import type { Locator, Page } from "@playwright/test";
import { BASE_LANGUAGE, type Language } from "#messages/languages.ts";
import { readCatalogues } from "#scripts/messages.ts";

type Message = string | readonly { match: Readonly<Record<string, string>> }[];
/** A text of the English catalogues and its possible translations; both contain `{inputs}`. */
type Wording = { english: string; pattern: RegExp; translations: readonly string[] };

const INPUT = /\{\w+\}/;
const INPUTS = new RegExp(INPUT, "g");
/** Replaces each input when a pattern is matched against a text with inputs. */
const ANY_INPUT = "1";

const MARKUP = /\{[#/]\w+\}/g;

/** Returns the source of a pattern that matches the text with any white space, because browsers normalize it in names. */
const quote = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&").replaceAll(/\s+/g, "\\s+");

const wordings = new Map<Language, readonly Wording[]>();

function readWordings(language: Language): readonly Wording[] {
  const cachedWordings = wordings.get(language);
  if (cachedWordings) return cachedWordings;
  const [english, translated] = [readMessages(BASE_LANGUAGE), readMessages(language)];
  const languageWordings = Object.entries(english).flatMap(([key, message]) => {
    const translatedTexts = getTexts(translated[key] ?? "");
    return [...getTexts(message)].flatMap(([condition, text]) => {
      // Plural forms of two languages do not correspond; all other cases do.
      const sameCase = condition.includes("plural") ? undefined : translatedTexts.get(condition);
      const translations = sameCase === undefined ? [...translatedTexts.values()] : [sameCase];
      const wording = toWording(text, translations);
      const beginning = getBeginning(text);
      return beginning === text ? [wording] : [wording, toWording(beginning, translations.map(getBeginning))];
    });
  });
  wordings.set(language, languageWordings);
  return languageWordings;
}

const toWording = (english: string, translations: readonly string[]): Wording => ({
  english,
  pattern: new RegExp(`^${english.split(INPUT).map(quote).join("(.+?)")}$`, "s"),
  translations,
});

/** Returns the first sentence without its final punctuation. */
const getBeginning = (text: string): string => /^(.+?)[.!?…](?:\s|$)/s.exec(text)?.[1] ?? text;

const readMessages = (language: Language): Record<string, Message> =>
  Object.assign({}, ...readCatalogues(language).map(([, messages]) => messages));

/** Returns the texts of a message by their conditions. */
const getTexts = (message: Message): Map<string, string> => {
  const texts =
    typeof message === "string" ? [["", message] as const] : message.flatMap(({ match }) => Object.entries(match));
  return new Map(texts.map(([condition, text]) => [condition, text.replaceAll(MARKUP, "")]));
};

/** Returns false for a message with almost no text beside its inputs, because its pattern would match every text. */
const hasOwnText = (text: string): boolean => text.replaceAll(INPUTS, "").trim().length > 2;

/** Returns the source of a pattern that matches a translation with these inputs (in the order of `english`), or with any. */
function toSource(translation: string, english: string, inputs?: readonly string[]): string {
  const names: string[] = english.match(INPUTS) ?? [];
  return translation
    .split(/(\{\w+\})/)
    .map((part) => (INPUT.test(part) ? (inputs?.[names.indexOf(part)] ?? ".+?") : quote(part)))
    .join("");
}

/**
 * Returns the source of a pattern that matches an English text of the site in this language: the translations of each
 * message with this text, and the text itself, which may be the name of a weapon or a player's input.
 */
function toTranslatedSource(text: string, language: Language): string {
  const [, before = "", core = "", after = ""] = /^(\s*)(.*?)([\s,:]*)$/s.exec(text) ?? [];
  const messages = findMessages(core, language);
  if (messages.length > 0) return `${before}(?:${[...new Set([...messages, quote(core)])].join("|")})${after}`;
  const parts = core.split(/(, |: )/);
  if (parts.length === 1) return quote(text);
  return before + parts.map((part) => toTranslatedSource(part, language)).join("") + after;
}

function findMessages(text: string, language: Language): string[] {
  const wordings = readWordings(language);
  const exactMatches = wordings.filter(({ english }) => english === text);
  if (exactMatches.length > 0)
    return exactMatches.flatMap(({ english, translations }) =>
      translations.filter(hasOwnText).map((to) => toSource(to, english)),
    );
  return wordings.flatMap(({ english, pattern, translations }) => {
    const inputs = pattern.exec(text)?.slice(1);
    if (!inputs || !hasOwnText(english)) return [];
    const sources = inputs.map((input) => toTranslatedSource(input, language));
    return translations.map((to) => toSource(to, english, sources));
  });
}

/** Returns a pattern that matches in this language what the English text or pattern matches in English. */
function translateName(name: string | RegExp, language: Language, exact: boolean): RegExp {
  if (typeof name === "string") {
    const source = toTranslatedSource(name, language);
    return exact ? new RegExp(`^\\s*${source}\\s*$`) : new RegExp(source, "i");
  }
  if (!/[a-z]{2}/i.test(name.source)) return name;
  const [, start = "", text = "", rest = ""] = /^(\^?)([\w ,:’-]*)(.*)$/s.exec(name.source) ?? [];
  const end = rest.endsWith("$") ? "$" : "";
  const sources = readWordings(language).flatMap(({ english, translations }) =>
    name.test(english.replaceAll(INPUTS, ANY_INPUT))
      ? translations.filter(hasOwnText).map((to) => toSource(to, english))
      : [],
  );
  const patterns = sources.map((source) => `${start}${source}${end}`);
  // A pattern may begin with a plain text, as /^Primary weapon .*AK-12/ does.
  if (text !== "") patterns.push(`${start}${toTranslatedSource(text, language)}${rest}`);
  return patterns.length > 0 ? new RegExp(patterns.join("|"), "i") : name;
}

const TEXT_LOCATORS = ["getByText", "getByLabel", "getByPlaceholder", "getByTitle"] as const;
type Options = { name?: unknown; hasText?: unknown; exact?: boolean | undefined };
type Find = (this: unknown, first?: unknown, options?: Options) => Locator;

let pageLanguage: Language = BASE_LANGUAGE;
/** Prototypes that are already wrapped. All pages of a process share them, and a second wrapper would translate a pattern. */
const translatedPrototypes = new WeakSet<object>();

/** Makes the locators of all pages of this process accept English names and texts on a site in this language. */
export function translateLocators(page: Page, language: Language): void {
  pageLanguage = language;
  const translate = (name: unknown, exact = false) =>
    pageLanguage !== BASE_LANGUAGE && (typeof name === "string" || name instanceof RegExp)
      ? translateName(name, pageLanguage, exact)
      : name;
  const translateOptions = ({ name, hasText, ...options }: Options = {}) => ({
    ...options,
    ...(name !== undefined && { name: translate(name, options.exact) }),
    ...(hasText !== undefined && { hasText: translate(hasText) }),
  });
  for (const target of [page, page.locator("html")]) {
    const methods: Record<string, Find> = Object.getPrototypeOf(target);
    if (translatedPrototypes.has(methods)) continue;
    translatedPrototypes.add(methods);
    const wrap = (method: string, change: (first: unknown, options?: Options) => [unknown, (Options | undefined)?]) => {
      const find = methods[method];
      if (find)
        methods[method] = function (first, options) {
          return find.call(this, ...change(first, options));
        };
    };
    wrap("getByRole", (role, options) => [role, translateOptions(options)]);
    wrap("filter", (options) => [translateOptions(Object(options))]);
    for (const method of TEXT_LOCATORS) wrap(method, (text, options) => [translate(text, options?.exact), options]);
  }
}

/** Makes the locators of this process English again. */
export const resetLocators = (): void => {
  pageLanguage = BASE_LANGUAGE;
};

/** Whether the text has enough words beside its inputs to be recognized as English; a short word may be of any language. */
function isRecognizable(text: string): boolean {
  const tokens = text.replaceAll(INPUTS, " ").match(/[a-z]{2,}/gi) ?? [];
  return tokens.length > (INPUT.test(text) ? 1 : 0) || tokens.some(({ length }) => length > 3);
}

/** Separates the parts of a title, of a label, or of a line of figures. */
const SEPARATOR = / · |: /;

const toPlain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The English texts without inputs, and patterns of those with inputs. */
type EnglishTexts = { texts: ReadonlySet<string>; patterns: readonly RegExp[] };

const englishByLanguage = new Map<Language, EnglishTexts>();

/** Returns the English messages whose translations differ from them. */
function getEnglishTexts(language: Language): EnglishTexts {
  const cachedTexts = englishByLanguage.get(language);
  if (cachedTexts) return cachedTexts;
  const wordingsToFind = readWordings(language).filter(
    ({ english, translations }) => isRecognizable(english) && !translations.includes(english),
  );
  const englishTexts = {
    texts: new Set(wordingsToFind.filter(({ english }) => !INPUT.test(english)).map(({ english }) => toPlain(english))),
    patterns: wordingsToFind.filter(({ english }) => INPUT.test(english)).map(({ pattern }) => pattern),
  };
  englishByLanguage.set(language, englishTexts);
  return englishTexts;
}

/**
 * Returns the texts of a screen, or parts of them, that are untranslated English messages; the screen is in `language`.
 */
export function findUntranslated(texts: readonly string[], language: Language): string[] {
  const english = getEnglishTexts(language);
  const isTranslation = (text: string) =>
    readWordings(language).some((wording) =>
      wording.translations.some(
        (to) => hasOwnText(to) && new RegExp(`^${toSource(to, wording.english)}$`, "s").test(text),
      ),
    );
  const parts = texts.map(toPlain).flatMap((text) => [text, ...text.split(SEPARATOR)]);
  return [...new Set(parts)].filter(
    (text) =>
      (english.texts.has(text) || english.patterns.some((pattern) => pattern.test(text))) && !isTranslation(text),
  );
}
