// Reads the message catalogues, src/messages/<language>/*.json. As a program it compiles them into typed functions in
// src/messages/compiled, which the type check, the tests and the servers use; a web build uses placeholders instead.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import { z } from "zod";
import {
  ALL_LANGUAGES,
  BASE_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  PSEUDO_LANGUAGE,
  RELEASED_LANGUAGES,
} from "#messages/languages.ts";
import { type CompiledMessage, compileMessage, type Message, messageSchema } from "./message-compiler.ts";

const CATALOGUES = join(import.meta.dirname, "../src/messages");
const OUTPUT = join(CATALOGUES, "compiled");

type Messages = Readonly<Record<string, Message>>;

const catalogueSchema = z.record(z.string(), messageSchema);

/**
 * Returns the compiled messages of a language by key; messages that the language lacks are left out.
 * @throws {Error} naming the catalogue and the message that cannot be compiled
 */
export function compileLanguage(language: Language): Map<string, CompiledMessage> {
  const catalogues: [string, Messages][] = [...readCatalogues(language), ["language.json", getLanguageFacts(language)]];
  return new Map(
    catalogues.flatMap(([name, messages]) =>
      Object.entries(messages).map(([key, message]) => {
        try {
          return [key, compileMessage(key, message, language)] as const;
        } catch (error) {
          throw new Error(`${language}/${name}: ${key}: ${error instanceof Error ? error.message : error}`);
        }
      }),
    ),
  );
}

/** Returns the catalogues of a language with their file names. */
export function readCatalogues(language: Language): [name: string, messages: Messages][] {
  const isPseudo = language === PSEUDO_LANGUAGE;
  return globSync(`${isPseudo ? BASE_LANGUAGE : language}/*.json`, { cwd: CATALOGUES }).map((path) => {
    const messages = catalogueSchema.parse(JSON.parse(readFileSync(join(CATALOGUES, path), "utf8")));
    return [basename(path), isPseudo ? toPseudo(messages) : messages];
  });
}

/** Returns facts about a language as messages, so that a web build contains them like any other text of the language. */
function getLanguageFacts(language: Language): Messages {
  const { tag } = LANGUAGES[language];
  const getSeparator = (type: string) =>
    new Intl.NumberFormat(tag).formatToParts(12345.6).find((part) => part.type === type)?.value ?? "";
  return {
    language_code: language,
    language_tag: tag,
    language_group: getSeparator("group"),
    language_decimal: getSeparator("decimal"),
    /** The smallest number that is written with a group separator. */
    language_groups: new Intl.NumberFormat(tag).format(1000).length > 4 ? "from 1000" : "from 10000",
    /** The query string of the addresses from which game data is loaded. */
    language_query: language === BASE_LANGUAGE ? "" : `?lang=${language}`,
  };
}

/** Returns the suffix of a language's manifest file, such as `.de` in `manifest.de.webmanifest`; empty for English. */
export const getSuffix = (language: Language): string => (language === BASE_LANGUAGE ? "" : `.${language}`);

/**
 * Parses SITE_LANGUAGES, a list of language codes with commas. Returns English and the listed languages, or all released
 * languages if the list is empty.
 * @throws {Error} naming the unknown codes
 */
export function parseSiteLanguages(setting = ""): readonly Language[] {
  const codes = setting
    .split(",")
    .map((code) => code.trim())
    .filter((code) => code !== "");
  const unknown = codes.filter((code) => !isLanguage(code));
  if (unknown.length > 0)
    throw new Error(`SITE_LANGUAGES has ${unknown.join(", ")}. The languages are ${ALL_LANGUAGES.join(", ")}.`);
  return codes.length === 0 ? RELEASED_LANGUAGES : [...new Set<Language>([BASE_LANGUAGE, ...codes.filter(isLanguage)])];
}

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("AÀaàCÇcçDÐdðEÈeèGĜgĝIÎiîJĴjĵKĶkķLĻlļNÑnñOÖoöRŔrŕSŠsšTŢtţUÛuûWŴwŵYÝyýZŽzž".matchAll(/../gu), ([pair]) => [
    pair[0],
    pair[1],
  ]),
);

const toPseudo = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      if (typeof message === "string") return [key, toPseudoText(message)];
      const [{ match, ...others }] = message;
      const texts = Object.entries(match).map(([condition, text]) => [condition, toPseudoText(text)]);
      return [key, [{ ...others, match: Object.fromEntries(texts) }]];
    }),
  );

/** Returns the text in brackets, with accents and 40 % longer, to show where a screen cuts it off. Braces and their content are unchanged. */
export function toPseudoText(text: string): string {
  const parts = text.split(/(\\.|\{[^}]*\})/);
  const accented = parts.map((part, index) =>
    index % 2 === 0 ? part.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter) : part,
  );
  const length = parts.reduce((sum, part, index) => (index % 2 === 0 ? sum + part.length : sum), 0);
  const padding = Math.max(0, Math.ceil(length * 0.4) - 2);
  return `[${accented.join("")}${" ẽxţŕå".repeat(Math.ceil(padding / 6)).slice(0, padding)}]`;
}

/** Writes src/messages/compiled. */
export function writeMessages(): void {
  const languages = ALL_LANGUAGES.map((language) => [language, compileLanguage(language)] as const);
  const [[, base]] = languages as [(typeof languages)[number]];
  const keys = [...base.keys()];
  const imports = languages.map(([language]) => `import * as ${toName(language)} from "./${language}.js";`);
  const exportLines = keys.map((key) => {
    const references = languages.map(
      ([language, messages]) => `${toName(messages.has(key) ? language : BASE_LANGUAGE)}.${key}`,
    );
    return `export const ${key} = /* @__PURE__ */ createMessage([${references.join()}]);`;
  });
  const declarations = [...base].map(([key, message]) => `export const ${key}: ${writeType(message)};`);
  writeChanged("messages.js", ['export * as m from "./index.js";']);
  writeChanged("messages.d.ts", ['export * as m from "./index.js";']);
  writeChanged("index.js", ['import { createMessage } from "#messages/message.ts";', ...imports, ...exportLines]);
  writeChanged("index.d.ts", ['import type { MarkupMessage, Message } from "#messages/message.ts";', ...declarations]);
  for (const [language, messages] of languages)
    writeChanged(
      `${language}.js`,
      [...messages].map(([key, { code }]) => `export const ${key} = ${code};`),
    );
}

const toName = (language: Language): string => language.replace("-", "_");

function writeType({ inputs, values, elements }: CompiledMessage): string {
  const getType = (input: string) =>
    values
      .get(input)
      ?.map((value) => JSON.stringify(value))
      .join(" | ") ?? "string | number";
  const inputType =
    inputs.length > 0 ? `{ ${inputs.map((input) => `${input}: ${getType(input)}`).join("; ")} }` : "object";
  if (elements.length > 0) return `MarkupMessage<${inputType}, ${elements.map((name) => `"${name}"`).join(" | ")}>`;
  return inputs.length > 0 ? `Message<${inputType}>` : "Message";
}

/** Writes a file only if its content has changed, so that file watchers and incremental builds do not run again. */
function writeChanged(name: string, lines: readonly string[]): void {
  const path = join(OUTPUT, name);
  const content = `${lines.join("\n")}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Lets `?lang=de` choose the language of a page of the development server; the tab remembers the choice. */
export const developmentLanguagePlugin: Plugin = {
  name: "development-language",
  apply: "serve",
  transformIndexHtml: {
    order: "pre",
    // This script must run before the app's: some modules read texts when they are loaded.
    handler: () => [{ tag: "script", attrs: { type: "module" }, children: CHOOSE_LANGUAGE, injectTo: "head" }],
  },
};

const CHOOSE_LANGUAGE = `import { setActiveLanguage } from "#messages/message.ts";
const requested = new URLSearchParams(location.search).get("lang") ?? sessionStorage.getItem("lang");
const language = ${JSON.stringify(ALL_LANGUAGES)}.includes(requested) ? requested : "${BASE_LANGUAGE}";
sessionStorage.setItem("lang", language);
document.documentElement.lang = language;
setActiveLanguage(() => language);`;

if (import.meta.main) writeMessages();
