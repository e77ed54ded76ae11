// Builds the service worker over what the site's builds and their pages have become.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { Language } from "#messages/languages.ts";

/** Scripts, styles and the fonts of the site's own words; pictures and rarer letters come when there is a network. */
const STORED = /\.(js|css)$|-(basic|rest)-[^/]*\.woff2$/;
/** The letters of these languages are in further files. */
const FURTHER_FONTS: Partial<Record<Language, string>> = { pl: "-latin-ext-", ru: "-russian-" };

type Pages = { pages: Record<string, { file: string }>; screens: string[] };

/**
 * Identifies the build by the pages and files of all its languages, and writes that into its pages; then the worker, `web/sw.js`,
 * and for each language the list of what it stores. `languages/<language>` of the release has the web build in that language.
 */
export async function writeServiceWorker(root: string, release: string, languages: readonly Language[]): Promise<void> {
  const web = join(release, "web");
  const sites = await Promise.all(languages.map((language) => readSite(release, language)));
  const id = createHash("sha256").update(JSON.stringify(sites)).digest("base64url").slice(0, 12);
  for (const { language, pages, stored } of sites) {
    for (const { file, html } of pages)
      await writeFile(join(release, "pages", language, file), html.replaceAll("%BUILD%", id));
    await writeFile(join(web, "assets", `offline-${language}-${id}.txt`), stored.join("\n"));
  }
  const [site] = sites;
  const pages = site?.pages.map(({ address }) => address).filter((address) => address !== "*") ?? [];
  const facts = { id, languages, pages, screens: [...pages, ...(site?.screens ?? [])] };
  await compileWorker(root, web);
  const worker = join(web, "sw.js");
  await writeFile(worker, `const BUILD=${JSON.stringify(facts)};${await readFile(worker, "utf8")}`);
}

/** The pages of a language, and the addresses of what opens it without a network: the empty shell last, which marks the whole. */
async function readSite(release: string, language: Language) {
  const folder = join(release, "pages", language);
  const { pages, screens }: Pages = JSON.parse(await readFile(join(folder, "pages.json"), "utf8"));
  const drawn = await Promise.all(
    Object.entries(pages).map(async ([address, { file }]) => ({
      address,
      file,
      html: await readFile(join(folder, file), "utf8"),
    })),
  );
  const assets = await readdir(join(release, "languages", language, "assets"));
  const files = assets.filter((name) => isStored(name, language)).map((name) => `/assets/${name}`);
  const addresses = Object.keys(pages).filter((address) => address !== "*");
  const stored = [
    ...files.toSorted(),
    ...addresses.map((address) => `${address}?lang=${language}`),
    `/?shell&lang=${language}`,
  ];
  return { language, pages: drawn, screens, stored };
}

function isStored(name: string, language: Language): boolean {
  const further = FURTHER_FONTS[language];
  return STORED.test(name) || (further !== undefined && name.includes(further));
}

const compileWorker = (root: string, outDir: string) =>
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
      license: { fileName: "licences-worker.json" },
      lib: {
        entry: join(root, "src/web/service-worker.ts"),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
