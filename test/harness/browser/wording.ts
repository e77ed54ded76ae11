// Browser tests and pictures name what they press and read in English; this finds what the site has there in another language.
import type { Locator, Page } from "@playwright/test";
import { BASE_LANGUAGE, type Language } from "#messages/languages.ts";
import { readCatalogues } from "#scripts/messages.ts";

type Message = string | readonly { match: Readonly<Record<string, string>> }[];
/** A text of the English catalogues and all that it may be in another language; both with `{inputs}`. */
type Wording = { english: string; pattern: RegExp; translations: readonly string[] };

const INPUT = /\{\w+\}/;
const INPUTS = new RegExp(INPUT, "g");
/** Stands for an input where a pattern is matched with a text that has inputs. */
const ANY_INPUT = "1";

const MARKUP = /\{[#/]\w+\}/g;

/** Matches the text, whatever its spaces are: names that a browser computes have plain ones only. */
const quote = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&").replaceAll(/\s+/g, "\\s+");

const wordings = new Map<Language, readonly Wording[]>();

function readWordings(language: Language): readonly Wording[] {
  const cached = wordings.get(language);
  if (cached) return cached;
  const [english, translated] = [readMessages(BASE_LANGUAGE), readMessages(language)];
  const read = Object.entries(english).flatMap(([key, message]) => {
    const all = getTexts(translated[key] ?? "");
    return [...getTexts(message)].flatMap(([condition, text]) => {
      // Plural forms of a language have no equivalents in another one; all other cases do.
      const same = condition.includes("plural") ? undefined : all.get(condition);
      const translations = same === undefined ? [...all.values()] : [same];
      const whole = toWording(text, translations);
      const beginning = getBeginning(text);
      return beginning === text ? [whole] : [whole, toWording(beginning, translations.map(getBeginning))];
    });
  });
  wordings.set(language, read);
  return read;
}

const toWording = (english: string, translations: readonly string[]): Wording => ({
  english,
  pattern: new RegExp(`^${english.split(INPUT).map(quote).join("(.+?)")}$`, "s"),
  translations,
});

/** The first sentence, without its end. */
const getBeginning = (text: string): string => /^(.+?)[.!?…](?:\s|$)/s.exec(text)?.[1] ?? text;

const readMessages = (language: Language): Record<string, Message> =>
  Object.assign({}, ...readCatalogues(language).map(([, messages]) => messages));

/** The texts of a message by the conditions for them. */
const getTexts = (message: Message): Map<string, string> => {
  const texts =
    typeof message === "string" ? [["", message] as const] : message.flatMap(({ match }) => Object.entries(match));
  return new Map(texts.map(([condition, text]) => [condition, text.replaceAll(MARKUP, "")]));
};

/** A message that is little more than its inputs would match every text. */
const hasWords = (text: string): boolean => text.replaceAll(INPUTS, "").trim().length > 2;

/** Matches a translation, with `inputs` in the order they are named in `english`, or with any. */
function toSource(translation: string, english: string, inputs?: readonly string[]): string {
  const names: string[] = english.match(INPUTS) ?? [];
  return translation
    .split(/(\{\w+\})/)
    .map((part) => (INPUT.test(part) ? (inputs?.[names.indexOf(part)] ?? ".+?") : quote(part)))
    .join("");
}

/**
 * What matches an English text of the site in this language: the translations of each message that has it, and the text
 * itself, for it may be the name of a weapon or what a player typed.
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
  const all = readWordings(language);
  const whole = all.filter(({ english }) => english === text);
  if (whole.length > 0)
    return whole.flatMap(({ english, translations }) =>
      translations.filter(hasWords).map((to) => toSource(to, english)),
    );
  return all.flatMap(({ english, pattern, translations }) => {
    const inputs = pattern.exec(text)?.slice(1);
    if (!inputs || !hasWords(english)) return [];
    const sources = inputs.map((input) => toTranslatedSource(input, language));
    return translations.map((to) => toSource(to, english, sources));
  });
}

/** The name in this language, as a pattern that matches where the English text or pattern matched in English. */
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
      ? translations.filter(hasWords).map((to) => toSource(to, english))
      : [],
  );
  const anchored = sources.map((source) => `${start}${source}${end}`);
  // Or it begins with a text, as /^Primary weapon .*AK-12/ does.
  if (text !== "") anchored.push(`${start}${toTranslatedSource(text, language)}${rest}`);
  return anchored.length > 0 ? new RegExp(anchored.join("|"), "i") : name;
}

const NAMED = ["getByText", "getByLabel", "getByPlaceholder", "getByTitle"] as const;
type Options = { name?: unknown; hasText?: unknown; exact?: boolean | undefined };
type Find = (this: unknown, first?: unknown, options?: Options) => Locator;

let pageLanguage: Language = BASE_LANGUAGE;
/** Prototypes are those of every page of a program: translated twice, a name would be a pattern of all that its pattern matches. */
const translating = new WeakSet<object>();

/** From now on, whatever this program finds in pages by an English name or text it finds in this language. */
export function findInLanguage(page: Page, language: Language): void {
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
  for (const place of [page, page.locator("html")]) {
    const finds: Record<string, Find> = Object.getPrototypeOf(place);
    if (translating.has(finds)) continue;
    translating.add(finds);
    const wrap = (method: string, change: (first: unknown, options?: Options) => [unknown, (Options | undefined)?]) => {
      const find = finds[method];
      if (find)
        finds[method] = function (first, options) {
          return find.call(this, ...change(first, options));
        };
    };
    wrap("getByRole", (role, options) => [role, translateOptions(options)]);
    wrap("filter", (options) => [translateOptions(Object(options))]);
    for (const method of NAMED) wrap(method, (text, options) => [translate(text, options?.exact), options]);
  }
}

/** Whether more than its inputs is of a language: beside them a short word alone may be one of another language. */
function isWorded(text: string): boolean {
  const words = text.replaceAll(INPUTS, " ").match(/[a-z]{2,}/gi) ?? [];
  return words.length > (INPUT.test(text) ? 1 : 0) || words.some(({ length }) => length > 3);
}

/** Between the parts of a title, of a label, or of a line of figures. */
const SEPARATOR = / · |: /;

const toPlain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** What is English still: whole texts, and patterns of those with inputs. */
type English = { texts: ReadonlySet<string>; patterns: readonly RegExp[] };

const englishOf = new Map<Language, English>();

/** The English messages whose translations differ. */
function readEnglish(language: Language): English {
  const cached = englishOf.get(language);
  if (cached) return cached;
  const all = readWordings(language).filter(
    ({ english, translations }) => isWorded(english) && !translations.includes(english),
  );
  const read = {
    texts: new Set(all.filter(({ english }) => !INPUT.test(english)).map(({ english }) => toPlain(english))),
    patterns: all.filter(({ english }) => INPUT.test(english)).map(({ pattern }) => pattern),
  };
  englishOf.set(language, read);
  return read;
}

/**
 * Of the texts of a screen in this language, each whole or a part of a line, those that are English still: messages,
 * whatever their inputs are.
 */
export function findEnglish(texts: readonly string[], language: Language): string[] {
  const english = readEnglish(language);
  const isTranslation = (text: string) =>
    readWordings(language).some((each) =>
      each.translations.some((to) => hasWords(to) && new RegExp(`^${toSource(to, each.english)}$`, "s").test(text)),
    );
  const parts = texts.map(toPlain).flatMap((text) => [text, ...text.split(SEPARATOR)]);
  return [...new Set(parts)].filter(
    (text) =>
      (english.texts.has(text) || english.patterns.some((pattern) => pattern.test(text))) && !isTranslation(text),
  );
}
