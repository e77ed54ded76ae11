// Compiles the message catalogues, src/messages/<locale>/*.json, into typed functions. Run by itself it writes them to
// src/messages/compiled, where the types, the tests and the servers find them; messagesPlugin() is for the web builds.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import {
  ALL_LANGUAGES,
  BASE_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  type LanguageFacts,
  PSEUDO_LANGUAGE,
  RELEASED_LANGUAGES,
} from "#messages/languages.ts";

const CATALOGUES = join(import.meta.dirname, "../src/messages");
const OUTPUT = join(CATALOGUES, "compiled");
const MODULE = "message:";
const IMPORT = /^import \{ m \} from "#messages";$/m;

type Files = Readonly<Record<string, string>>;

/** A catalogue as its file has it: a text, or the texts of a message that depends on its inputs. */
type Messages = Readonly<Record<string, string | readonly { match: Readonly<Record<string, string>> }[]>>;

/** The compiler's files by their paths: all messages of a language in one. */
async function compileMessages(locales: readonly Language[]): Promise<Files> {
  // Loaded late: mostly everything is compiled already.
  const { compileProject } = await import("@inlang/paraglide-js");
  const { default: messageFormat } = await import("@inlang/plugin-message-format");
  const { loadProjectInMemory, newProject } = await import("@inlang/sdk");
  const settings = { baseLocale: BASE_LANGUAGE, locales: [...locales], telemetry: "off", modules: [] };
  const project = await loadProjectInMemory({
    blob: await newProject({ settings }),
    providePlugins: [messageFormat],
  });
  await project.importFiles({
    pluginKey: messageFormat.key,
    files: locales.flatMap((locale) =>
      [...readCatalogues(locale), ["language.json", getLanguageFacts(locale)] as const].map(([name, messages]) => ({
        locale,
        name,
        content: Buffer.from(JSON.stringify(messages)),
      })),
    ),
  });
  const files = await compileProject({
    project,
    compilerOptions: {
      outputStructure: "locale-modules",
      strategy: ["globalVariable", "baseLocale"],
      emitReadme: false,
    },
  });
  await project.close();
  return files;
}

/** The catalogues of a language by the names of their files. */
export function readCatalogues(language: Language): [name: string, messages: Messages][] {
  const isPseudo = language === PSEUDO_LANGUAGE;
  return globSync(`${isPseudo ? BASE_LANGUAGE : language}/*.json`, { cwd: CATALOGUES }).map((path) => {
    const messages: Messages = JSON.parse(readFileSync(join(CATALOGUES, path), "utf8"));
    return [basename(path), isPseudo ? toPseudo(messages) : messages];
  });
}

/** What code has to know of its language, as messages: so it is part of a web build like any other text, and no code besides. */
function getLanguageFacts(language: Language): Messages {
  const { tag } = LANGUAGES[language];
  const getSeparator = (type: string) =>
    new Intl.NumberFormat(tag).formatToParts(12345.6).find((part) => part.type === type)?.value ?? "";
  return {
    language_code: language,
    language_tag: tag,
    language_group: getSeparator("group"),
    language_decimal: getSeparator("decimal"),
    /** Whether numbers of four digits are written without a separator. */
    language_groups: new Intl.NumberFormat(tag).format(1000).length > 4 ? "from 1000" : "from 10000",
    /** Of the data's addresses. */
    language_query: language === BASE_LANGUAGE ? "" : `?lang=${language}`,
  };
}

/** A site has a manifest for each language: this follows its name, as in `manifest.de.webmanifest`. */
export const getSuffix = (language: Language): string => (language === BASE_LANGUAGE ? "" : `.${language}`);

/**
 * The languages to build, which the variable SITE_LANGUAGES names with commas between: English and these, or all of a release.
 * @throws {Error} naming those that there are none of
 */
export function parseSiteLanguages(named = ""): readonly Language[] {
  const codes = named
    .split(",")
    .map((code) => code.trim())
    .filter((code) => code !== "");
  const unknown = codes.filter((code) => !isLanguage(code));
  if (unknown.length > 0)
    throw new Error(`SITE_LANGUAGES has ${unknown.join(", ")}. There are: ${ALL_LANGUAGES.join(", ")}.`);
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
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string"
        ? toPseudoText(message)
        : message.map((variants) => ({
            ...variants,
            match: Object.fromEntries(
              Object.entries(variants.match).map(([condition, text]) => [condition, toPseudoText(text)]),
            ),
          })),
    ]),
  );

/** The text with accents and 40 % longer, between brackets that show where it is cut off; what stands in braces is as it was. */
export function toPseudoText(text: string): string {
  const parts = text.split(/(\\.|\{[^}]*\})/);
  const accented = parts.map((part, index) =>
    index % 2 === 0 ? part.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter) : part,
  );
  const length = parts.reduce((sum, part, index) => (index % 2 === 0 ? sum + part.length : sum), 0);
  const more = Math.max(0, Math.ceil(length * 0.4) - 2);
  return `[${accented.join("")}${" ẽxţŕå".repeat(Math.ceil(more / 6)).slice(0, more)}]`;
}

/** The compiler writes types as comments in JavaScript; these are the same as declarations. */
function declareMessages(index: string): string {
  const inputs = [...index.matchAll(/^\/\*\* @typedef \{(.*)\} (\w+Inputs) \*\//gm)].map(
    ([, type = "", name]) => `type ${name} = ${type.replaceAll("NonNullable<unknown>", "string | number")};`,
  );
  const messages = [...index.matchAll(/^export const (\w+) = \/\*\* @type \{(.*)\} \*\/ \(/gm)].map(
    ([, key, type]) => `export const ${key}: ${type};`,
  );
  return [...inputs, ...messages]
    .join("\n")
    .replaceAll("LocalizedString", "string")
    .replaceAll("import('../runtime.js')", 'import("@inlang/paraglide-js")');
}

/** Writes src/messages/compiled, unless it was written from the same catalogues. */
export async function writeMessages(): Promise<void> {
  const stamp = join(OUTPUT, ".catalogues");
  const inputs = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return;
  const files = await compileMessages(ALL_LANGUAGES);
  const declarations = {
    "runtime.d.ts":
      "export function getLocale(): string;\nexport function overwriteGetLocale(get: () => string): void;\n",
    "messages.d.ts": 'export * as m from "./messages/_index.js";\n',
    "messages/_index.d.ts": declareMessages(files["messages/_index.js"] ?? ""),
  };
  for (const [path, content] of Object.entries({ ...files, ...declarations })) {
    mkdirSync(dirname(join(OUTPUT, path)), { recursive: true });
    writeFileSync(join(OUTPUT, path), content);
  }
  writeFileSync(stamp, inputs);
}

function hashInputs(): string {
  const hash = createHash("sha256");
  const paths = ALL_LANGUAGES.flatMap((language) => globSync(`${language}/*.json`, { cwd: CATALOGUES })).toSorted();
  const code = [import.meta.filename, join(CATALOGUES, "languages.ts"), join(CATALOGUES, "../../package-lock.json")];
  for (const path of [...code, ...paths.map((each) => join(CATALOGUES, each))])
    hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

/**
 * Puts the messages of one language into a web build: a text without inputs where it is used, any other as a module of
 * its own, so that each file of the build holds its own messages and a first load no others. The page's description too.
 */
export function messagesPlugin(language: Language): Plugin {
  let catalogue: Catalogue = { modules: new Map(), texts: new Map() };
  return {
    name: "messages",
    enforce: "pre",
    apply: "build",
    buildStart() {
      catalogue = readCatalogue(language);
    },
    resolveId(id) {
      return id.startsWith(MODULE) ? `\0${id}` : null;
    },
    load(id) {
      return id.startsWith(`\0${MODULE}`) ? catalogue.modules.get(id.slice(MODULE.length + 1)) : null;
    },
    transform(code, id) {
      if (!IMPORT.test(code)) {
        if (code.includes('from "#messages"')) this.error(`${id} has to import { m } alone from "#messages".`);
        return null;
      }
      const imported = new Set<string>();
      const inlined = code.replace(/\bm\.(\w+)(\(\))?/g, (_, key, call = "") => {
        if (!catalogue.modules.has(key)) this.error(`${id} uses the message ${key}, which no catalogue has.`);
        const text = call && catalogue.texts.get(key);
        if (text) return `(${text})`;
        imported.add(key);
        return `m_${key}${call}`;
      });
      const imports = [...imported].map((key) => `import { ${key} as m_${key} } from "${MODULE}${key}";`);
      return { code: inlined.replace(IMPORT, imports.join("")), map: null };
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        // Imported late: this file also runs before there are compiled messages.
        const { m } = await import("#messages");
        const facts: LanguageFacts = LANGUAGES[language];
        const content = m.app_page_description({}, { locale: language });
        return {
          html: html
            .replace('<html lang="en"', `<html lang="${language}"${facts.direction === "rtl" ? ' dir="rtl"' : ""}`)
            .replace("/manifest.", `/manifest${getSuffix(language)}.`),
          tags: [{ tag: "meta", attrs: { name: "description", content }, injectTo: "head" }],
        };
      },
    },
  };
}

/** Lets `?lang=de` choose the language of a page of the development server; the tab stays in it. */
export const developmentLanguagePlugin: Plugin = {
  name: "development-language",
  apply: "serve",
  transformIndexHtml: {
    order: "pre",
    // In front of the app's own script: tables of texts are read when a module is loaded.
    handler: () => [{ tag: "script", attrs: { type: "module" }, children: CHOOSE_LANGUAGE, injectTo: "head" }],
  },
};

const CHOOSE_LANGUAGE = `import { overwriteGetLocale } from "#messages/compiled/runtime.js";
const asked = new URLSearchParams(location.search).get("lang") ?? sessionStorage.getItem("lang");
const language = ${JSON.stringify(ALL_LANGUAGES)}.includes(asked) ? asked : "${BASE_LANGUAGE}";
sessionStorage.setItem("lang", language);
document.documentElement.lang = language;
overwriteGetLocale(() => language);`;

/** The module of each message of a language, and the messages without inputs as template literals. */
type Catalogue = { modules: Map<string, string>; texts: Map<string, string> };

/** Splits what the compiler wrote for a language; a message that it lacks is the English one. */
function readCatalogue(language: Language): Catalogue {
  const modules = new Map([["registry", readFileSync(join(OUTPUT, "registry.js"), "utf8")]]);
  const texts = new Map<string, string>();
  for (const each of new Set<Language>([BASE_LANGUAGE, language])) {
    const file = readFileSync(join(OUTPUT, `messages/${each}.js`), "utf8").replaceAll(/^export \{ .* from .*$/gm, "");
    for (const code of file.split(/^(?=export const )/m).slice(1)) {
      const key = /^export const (\w+)/.exec(code)?.[1] ?? "";
      modules.set(key, code.includes("registry.") ? `import * as registry from "${MODULE}registry";\n${code}` : code);
      const text = /^export const .*=> {\n\treturn .*?\((`[^`$]*`)\)\n};/.exec(code)?.[1];
      if (text) texts.set(key, text);
      else texts.delete(key);
    }
  }
  return { modules, texts };
}

if (import.meta.main) await writeMessages();
