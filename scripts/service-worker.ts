// Builds the service worker, and writes the lists of files and pages that it stores.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { Language } from "#messages/languages.ts";
import type { LanguageSite } from "./site.ts";

/** Scripts, styles and the fonts for the site's own texts; images and rare letters are loaded on demand. */
const STORED_FILES = /\.(js|css)$|-(basic|rest)-[^/]*\.woff2$/;
/** Additional font files for the letters of these languages. */
const EXTRA_FONTS: Partial<Record<Language, string>> = { pl: "-latin-ext-", ru: "-russian-" };

type StoredSite = Pick<LanguageSite, "language" | "assets">;
type Pages = { pages: Record<string, { file: string }>; screens: string[] };

/**
 * Computes the build's id from the pages and files of all languages and writes it into the pages. Then writes the facts that
 * the worker needs into `web/sw.js`, and for each language the list of the addresses that the worker stores.
 */
export async function describeBuild(release: string, sites: readonly StoredSite[]): Promise<void> {
  const web = join(release, "web");
  const builtSites = await Promise.all(sites.map((site) => readSite(release, site)));
  const id = createHash("sha256").update(JSON.stringify(builtSites)).digest("base64url").slice(0, 12);
  for (const { language, pages, stored } of builtSites) {
    for (const { file, html } of pages)
      await writeFile(join(release, "pages", language, file), html.replaceAll("%BUILD%", id));
    await writeFile(join(web, "assets", `offline-${language}-${id}.txt`), stored.join("\n"));
  }
  const [first] = builtSites;
  const pages = first?.pages.map(({ address }) => address).filter((address) => address !== "*") ?? [];
  const languages = sites.map(({ language }) => language);
  const facts = { id, languages, pages, screens: [...pages, ...(first?.screens ?? [])] };
  const worker = join(web, "sw.js");
  await writeFile(worker, `const BUILD=${JSON.stringify(facts)};${await readFile(worker, "utf8")}`);
}

/** Returns the pages of a language, and the addresses that the worker stores. The shell is last, because it marks a complete store. */
async function readSite(release: string, { language, assets }: StoredSite) {
  const folder = join(release, "pages", language);
  const { pages, screens }: Pages = JSON.parse(await readFile(join(folder, "pages.json"), "utf8"));
  const htmlPages = await Promise.all(
    Object.entries(pages).map(async ([address, { file }]) => ({
      address,
      file,
      html: await readFile(join(folder, file), "utf8"),
    })),
  );
  const files = assets.filter((name) => isStored(name, language));
  const addresses = Object.keys(pages).filter((address) => address !== "*");
  const storedFiles = [
    ...files.toSorted(),
    ...addresses.map((address) => `${address}?lang=${language}`),
    `/?shell&lang=${language}`,
  ];
  return { language, pages: htmlPages, screens, stored: storedFiles };
}

function isStored(name: string, language: Language): boolean {
  const extraFont = EXTRA_FONTS[language];
  return STORED_FILES.test(name) || (extraFont !== undefined && name.includes(extraFont));
}

/** Builds the worker into the folder; `describeBuild` adds the facts about the site's build later. */
export const buildWorker = (root: string, outDir: string) =>
  build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: { checks: { pluginTimings: false } },
      license: { fileName: "licences-worker.json" },
      lib: {
        entry: join(root, "src/web/service-worker.ts"),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
