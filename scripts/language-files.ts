// Creates the scripts of each language from one web build whose messages are placeholders. A script that contains a
// placeholder, or that imports or preloads such a script, is written once per language, into the language's folder; all other
// scripts are shared. Imports are relative, so scripts of a language import scripts of the same language.
import { createHash } from "node:crypto";
import type { Language } from "#messages/languages.ts";
import type { Catalogue } from "./placeholders.ts";

/** A script of the build by its name, such as `assets/x.js`. */
type Script = { fileName: string; code: string };

type LanguageFiles = {
  /** The scripts of the language by their names, such as `assets/de-1a2b3c4d/x.js`. */
  files: ReadonlyMap<string, string>;
  /** The name that a file of the build, such as `assets/x.js`, has in this language. */
  locate(fileName: string): string;
};

const FOLDER = "assets/";
/** A placeholder, or the name of a script: relative in an import, from the root in a preload list. */
const PART =
  /__(?<kind>text|message)__\(\s*(?<mark>["'`])(?<key>\w+)\k<mark>\s*\)|(?<quote>["'`])(?<from>\.\/|assets\/)(?<name>[\w.-]+\.js)\k<quote>/g;

type Placeholder = { kind: string; key: string };
type Reference = { quote: string; from: string; name: string };
type Part = string | Placeholder | Reference;

/** Parses the scripts of a build once. Returns the shared scripts and a function that creates the scripts of a language. */
export function createFiller(scripts: readonly Script[]) {
  const names = new Set(scripts.map(({ fileName }) => fileName));
  const parsed = new Map(scripts.map(({ fileName, code }) => [fileName, parseScript(code, names)]));
  const translated = findTranslated(parsed);
  const templates = [...parsed].filter(([fileName]) => translated.has(fileName));
  const used = [...new Set(templates.flatMap(([, parts]) => parts.filter(isPlaceholder).map(({ key }) => key)))];

  /**
   * Returns the scripts in a language; a message that its catalogue lacks is taken from `base`. The folder's name contains a
   * hash of the texts, because the scripts' own names do not depend on them.
   */
  const fill = (language: Language, catalogue: Catalogue, base: Catalogue): LanguageFiles => {
    const messages = new Map(used.toSorted().map((key) => [key, findMessage(key, catalogue, base)]));
    const hash = createHash("sha256")
      .update(JSON.stringify([...messages]))
      .digest("base64url");
    const folder = `${FOLDER}${language}-${hash.slice(0, 8)}/`;
    const locate = (fileName: string): string =>
      translated.has(fileName) ? folder + fileName.slice(FOLDER.length) : fileName;
    const write = (part: Part): string => {
      if (typeof part === "string") return part;
      if ("key" in part) {
        const { text, code } = findMessage(part.key, catalogue, base);
        return part.kind === "text" ? JSON.stringify(text) : `(${code})`;
      }
      const { quote, from, name } = part;
      if (from === FOLDER) return quote + locate(FOLDER + name) + quote;
      return `${quote}${translated.has(FOLDER + name) ? "./" : "../"}${name}${quote}`;
    };
    const files = new Map(templates.map(([fileName, parts]) => [locate(fileName), parts.map(write).join("")]));
    for (const [name, code] of files)
      if (/__(text|message)__\b/.test(code)) throw new Error(`${name} has a placeholder of an unknown form.`);
    return { files, locate };
  };
  return { shared: scripts.filter(({ fileName }) => !translated.has(fileName)), fill };
}

function findMessage(key: string, catalogue: Catalogue, base: Catalogue) {
  const message = catalogue.get(key) ?? base.get(key);
  if (!message) throw new Error(`The build uses the message ${key}, which no catalogue has.`);
  return message;
}

const isPlaceholder = (part: Part): part is Placeholder => typeof part === "object" && "key" in part;
const isReference = (part: Part): part is Reference => typeof part === "object" && "from" in part;

function parseScript(code: string, names: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  let position = 0;
  for (const { 0: whole, index, groups = {} } of code.matchAll(PART)) {
    const { kind = "", key, quote = "", from = "", name = "" } = groups;
    if (key === undefined && !names.has(FOLDER + name)) continue;
    parts.push(code.slice(position, index), key === undefined ? { quote, from, name } : { kind, key });
    position = index + whole.length;
  }
  return [...parts, code.slice(position)];
}

/** Returns the names of the scripts that contain a placeholder, and of those that import one directly or indirectly. */
function findTranslated(parsed: ReadonlyMap<string, readonly Part[]>): ReadonlySet<string> {
  const users = new Map<string, string[]>([...parsed.keys()].map((fileName) => [fileName, []]));
  for (const [fileName, parts] of parsed)
    for (const { name } of parts.filter(isReference)) users.get(FOLDER + name)?.push(fileName);
  const translated = new Set(
    [...parsed].filter(([, parts]) => parts.some(isPlaceholder)).map(([fileName]) => fileName),
  );
  for (const fileName of translated) for (const user of users.get(fileName) ?? []) translated.add(user);
  return translated;
}
