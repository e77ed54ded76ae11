// Builds the web site once and creates the files of each language from that build.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type Rolldown } from "vite";
import { m } from "#messages";
import { BASE_LANGUAGE, LANGUAGES, type Language, type LanguageFacts } from "#messages/languages.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import { createFiller } from "./language-files.ts";
import { compileLanguage, getSuffix } from "./messages.ts";

/** Vite's manifest: for each module, its script and the modules that the script imports. */
type Manifest = Readonly<Record<string, { file: string; imports?: readonly string[] }>>;

export type LanguageSite = {
  language: Language;
  /** The template of all pages, in this language. */
  html: string;
  /** The addresses of the language's scripts, styles and fonts. */
  assets: readonly string[];
  /** Returns the addresses of a module's script and of its direct and indirect imports, the module's first. */
  listScripts(module: string): string[];
};

const PAGE = "index.html";
const MANIFEST = ".vite/manifest.json";

/** Builds the site into the folder `web`: files that all languages share, and a folder of scripts for each language. */
export async function buildSite(root: string, web: string, languages: readonly Language[]): Promise<LanguageSite[]> {
  const config = { configFile: join(root, "vite.config.ts"), logLevel: "warn" } as const;
  const { output } = (await build({ ...config, build: { write: false } })) as Rolldown.RolldownOutput;
  const files = new Map(
    output.flatMap((file) => (file.type === "asset" ? [[file.fileName, file.source] as const] : [])),
  );
  const page = String(files.get(PAGE));
  const manifest: Manifest = JSON.parse(String(files.get(MANIFEST)));
  // These two files are inputs of the build and are not served.
  files.delete(PAGE);
  files.delete(MANIFEST);
  const { shared, fill } = createFiller(output.filter((file) => file.type === "chunk"));
  for (const { fileName, code } of shared) files.set(fileName, code);
  const sharedAssets = [...files.keys()].filter((name) => name.startsWith("assets/"));
  const base = compileLanguage(BASE_LANGUAGE);
  const sites = languages.map((language): LanguageSite => {
    const { files: languageFiles, locate } = fill(language, compileLanguage(language), base);
    const assets = [...sharedAssets, ...languageFiles.keys()];
    for (const [name, code] of languageFiles) files.set(name, code);
    return {
      language,
      html: writePage(page, language, locate),
      assets: assets.map((name) => `/${name}`),
      listScripts: (module) => listScripts(manifest, module).map((name) => `/${locate(name)}`),
    };
  });
  await cp(join(root, "public"), web, { recursive: true });
  const appManifest = JSON.parse(await readFile(join(root, "public/manifest.webmanifest"), "utf8"));
  for (const language of languages)
    files.set(`manifest${getSuffix(language)}.webmanifest`, writeAppManifest(appManifest, language));
  await Promise.all(
    [...new Set([...files.keys()].map(dirname))].map((path) => mkdir(join(web, path), { recursive: true })),
  );
  await Promise.all([...files].map(([name, content]) => writeFile(join(web, name), content)));
  return sites;
}

/** Returns the built page with the language's scripts, language attributes, manifest and description. */
function writePage(page: string, language: Language, locate: (fileName: string) => string): string {
  const facts: LanguageFacts = LANGUAGES[language];
  const description = escapeHtml(m.app_page_description({}, { locale: language }));
  return page
    .replaceAll(/(?<=(?:src|href)="\/)assets\/[^"]+/g, locate)
    .replace('<html lang="en"', `<html lang="${language}"${facts.direction === "rtl" ? ' dir="rtl"' : ""}`)
    .replace("/manifest.", `/manifest${getSuffix(language)}.`)
    .replace("</head>", () => `  <meta name="description" content="${description}">\n  </head>`);
}

function listScripts(manifest: Manifest, module: string): string[] {
  const paths = new Set<string>();
  const follow = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The manifest has no ${name}.`);
    if (paths.has(chunk.file)) return;
    paths.add(chunk.file);
    chunk.imports?.forEach(follow);
  };
  follow(module);
  return [...paths];
}

/** Returns the app's manifest with the site's description in the language. */
function writeAppManifest({ name, short_name, ...others }: Record<string, unknown>, language: Language): string {
  const description = m.app_description({}, { locale: language });
  return JSON.stringify({ name, short_name, description, lang: language, ...others }, null, 2);
}
