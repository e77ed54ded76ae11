// Builds the service worker over what the site's build and its pages have become.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { Language } from "#messages/languages.ts";
import type { LanguageSite } from "./site.ts";

/** Scripts, styles and the fonts of the site's own words; pictures and rarer letters come when there is a network. */
const STORED = /\.(js|css)$|-(basic|rest)-[^/]*\.woff2$/;
/** The letters of these languages are in further files. */
const FURTHER_FONTS: Partial<Record<Language, string>> = { pl: "-latin-ext-", ru: "-russian-" };

type StoredSite = Pick<LanguageSite, "language" | "assets">;
type Pages = { pages: Record<string, { file: string }>; screens: string[] };

/**
 * Identifies the build by the pages and files of all its languages, and writes that into its pages; then, into the built worker
 * `web/sw.js`, what it has to know, and for each language the list of what it stores.
 */
export async function describeBuild(release: string, sites: readonly StoredSite[]): Promise<void> {
  const web = join(release, "web");
  const read = await Promise.all(sites.map((site) => readSite(release, site)));
  const id = createHash("sha256").update(JSON.stringify(read)).digest("base64url").slice(0, 12);
  for (const { language, pages, stored } of read) {
    for (const { file, html } of pages)
      await writeFile(join(release, "pages", language, file), html.replaceAll("%BUILD%", id));
    await writeFile(join(web, "assets", `offline-${language}-${id}.txt`), stored.join("\n"));
  }
  const [first] = read;
  const pages = first?.pages.map(({ address }) => address).filter((address) => address !== "*") ?? [];
  const languages = sites.map(({ language }) => language);
  const facts = { id, languages, pages, screens: [...pages, ...(first?.screens ?? [])] };
  const worker = join(web, "sw.js");
  await writeFile(worker, `const BUILD=${JSON.stringify(facts)};${await readFile(worker, "utf8")}`);
}

/** The pages of a language, and the addresses of what opens it without a network: the empty shell last, which marks the whole. */
async function readSite(release: string, { language, assets }: StoredSite) {
  const folder = join(release, "pages", language);
  const { pages, screens }: Pages = JSON.parse(await readFile(join(folder, "pages.json"), "utf8"));
  const drawn = await Promise.all(
    Object.entries(pages).map(async ([address, { file }]) => ({
      address,
      file,
      html: await readFile(join(folder, file), "utf8"),
    })),
  );
  const files = assets.filter((name) => isStored(name, language));
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

/** Builds the worker into the folder; what it has to know of the site's build is written into it later. */
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
