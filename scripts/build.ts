// Builds a release of the site and the server: web (files), pages (prerendered HTML with the hashes of what is inline),
// server (one bundle), node_modules (what that loads from files), sbom.json (the packages in them).
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pLimit from "p-limit";
import { build } from "vite";
import { m } from "#messages";
import { BASE_LANGUAGE, type Language } from "#messages/languages.ts";
import { getSuffix, parseSiteLanguages } from "./messages.ts";
import { copyServerPackages, createSbom, SERVER_PACKAGES, SITE_PACKAGES, writeLicences } from "./packages.ts";
import { writePages } from "./pages.ts";
import { buildProgram } from "./program.ts";
import { addRelease } from "./releases.ts";
import { writeServiceWorker } from "./service-worker.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES_AT_ONCE = 16;
const COMPRESSIBLE = /\.(js|css|svg|txt|xml|webmanifest)$/;

const config = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;

const languages = parseSiteLanguages(process.env["SITE_LANGUAGES"]);

await addRelease(ROOT, async (folder) => {
  const web = join(folder, "web");
  const prerender = join(folder, "prerender");
  await build({ ...config, build: { outDir: prerender, ssr: "prerender.tsx" } });
  await buildProgram(ROOT, join(folder, "server"));
  for (const language of languages) {
    const own = join(folder, "languages", language);
    await build({ ...config, mode: language, build: { outDir: own } });
    await writePages({ root: ROOT, release: folder, web: own, language });
    if (language === BASE_LANGUAGE) await cp(own, web, { recursive: true });
    // Files that are alike in two languages have one name.
    else await cp(join(own, "assets"), join(web, "assets"), { recursive: true });
    await writeManifest(web, language);
  }
  await writeServiceWorker(ROOT, folder, languages);
  copyServerPackages(ROOT, folder);
  // What only the build needs is not served.
  for (const path of [prerender, join(folder, "languages"), join(web, ".vite")]) await rm(path, { recursive: true });
  await rm(join(web, "index.html"));
  await describePackages(folder);
  await compressFiles(web);
});

/** Writes the manifest of a language, with the site's description in its words. */
async function writeManifest(web: string, language: Language): Promise<void> {
  const { name, short_name, ...others } = JSON.parse(await readFile(join(ROOT, "public/manifest.webmanifest"), "utf8"));
  const description = m.app_description({}, { locale: language });
  const manifest = { name, short_name, description, lang: language, ...others };
  await writeFile(join(web, `manifest${getSuffix(language)}.webmanifest`), JSON.stringify(manifest, null, 2));
}

/** Writes the licences of the site and of the server, and the list of the packages of both. */
async function describePackages(release: string): Promise<void> {
  const contained = [
    ...writeLicences(ROOT, join(release, "web"), SITE_PACKAGES),
    ...writeLicences(ROOT, join(release, "server"), SERVER_PACKAGES),
  ];
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  await writeFile(join(release, "sbom.json"), `${JSON.stringify(createSbom(lock, contained), null, 2)}\n`);
}

async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const compressible = names.filter((name) => COMPRESSIBLE.test(name));
  // A system may let a program open no more than some hundred files at once.
  await pLimit(FILES_AT_ONCE).map(compressible, (name) => compressFile(join(folder, name)));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
