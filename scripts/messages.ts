// Compiles the message catalogues, src/messages/<locale>/*.json, into typed functions. Run by itself it writes them to
// src/messages/compiled, where the types, the tests and the servers find them; messagesPlugin() is for the web builds.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type CompilerOptions, compileProject } from "@inlang/paraglide-js";
import messageFormat from "@inlang/plugin-message-format";
import { loadProjectInMemory, newProject } from "@inlang/sdk";
import type { Plugin } from "vite";

const CATALOGUES = join(import.meta.dirname, "../src/messages");
const OUTPUT = join(CATALOGUES, "compiled");
const MODULE = "message:";
const IMPORT = /^import \{ m \} from "#messages";$/m;

type Files = Readonly<Record<string, string>>;

/** The compiler's files by their paths: all messages of a language in one file, or a file for each message. */
async function compileMessages(outputStructure: NonNullable<CompilerOptions["outputStructure"]>): Promise<Files> {
  const settings: { locales: string[]; baseLocale: string; modules: string[] } = JSON.parse(
    readFileSync(join(CATALOGUES, "settings.json"), "utf8"),
  );
  const project = await loadProjectInMemory({
    blob: await newProject({ settings }),
    providePlugins: [messageFormat],
  });
  const paths = globSync(
    settings.locales.map((locale) => `${locale}/*.json`),
    { cwd: CATALOGUES },
  );
  await project.importFiles({
    pluginKey: messageFormat.key,
    files: paths.map((path) => ({
      locale: dirname(path),
      name: basename(path),
      content: readFileSync(join(CATALOGUES, path)),
    })),
  });
  const files = await compileProject({
    project,
    compilerOptions: { outputStructure, strategy: ["globalVariable", "baseLocale"], emitReadme: false },
  });
  await project.close();
  return files;
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

/** Writes src/messages/compiled. */
export async function writeMessages(): Promise<void> {
  const files = await compileMessages("locale-modules");
  const declarations = {
    "messages.d.ts": 'export * as m from "./messages/_index.js";\n',
    "messages/_index.d.ts": declareMessages(files["messages/_index.js"] ?? ""),
  };
  for (const [path, content] of Object.entries({ ...files, ...declarations })) {
    mkdirSync(dirname(join(OUTPUT, path)), { recursive: true });
    writeFileSync(join(OUTPUT, path), content);
  }
}

/**
 * Puts the messages of one language into a web build: a text without inputs where it is used, any other as a module of
 * its own, so that each file of the build holds its own messages and a first load no others. The page's description too.
 */
export function messagesPlugin(locale: "en"): Plugin {
  let catalogue: Catalogue = { modules: new Map(), texts: new Map() };
  return {
    name: "messages",
    enforce: "pre",
    apply: "build",
    async buildStart() {
      catalogue = await readCatalogue(locale);
    },
    resolveId(id, importer) {
      if (id.startsWith(MODULE)) return `\0${id}`;
      return id === "../registry.js" && importer?.startsWith(`\0${MODULE}`) ? `\0${MODULE}registry` : null;
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
    async transformIndexHtml() {
      // Imported late: this file also runs before there are compiled messages.
      const { m } = await import("#messages");
      const content = m.app_page_description({}, { locale });
      return [{ tag: "meta", attrs: { name: "description", content }, injectTo: "head" }];
    },
  };
}

/** The module of each message of a language, and the messages without inputs as template literals. */
type Catalogue = { modules: Map<string, string>; texts: Map<string, string> };

async function readCatalogue(locale: string): Promise<Catalogue> {
  const files = await compileMessages("message-modules");
  const modules = new Map([["registry", files["registry.js"] ?? ""]]);
  const texts = new Map<string, string>();
  for (const [path, content] of Object.entries(files)) {
    const key = basename(path, ".js");
    const end = content.indexOf(`\nexport const ${key} =`);
    if (dirname(path) !== "messages" || end < 0) continue;
    const body = content.slice(0, end).replace(/^import .*runtime\.js';$/m, "");
    modules.set(key, `${body}\nexport { ${locale}_${key} as ${key} };`);
    const literal = new RegExp(`^const ${locale}_${key} = .*=> {\\n\\treturn .*?\\((\`[^\`$]*\`)\\)\\n};`, "m");
    const text = literal.exec(body)?.[1];
    if (text) texts.set(key, text);
  }
  return { modules, texts };
}

if (import.meta.main) await writeMessages();
