// Builds a release: web (static files), pages (prerendered HTML and the hashes of its inline scripts and styles), server (one
// bundle), node_modules (packages that the server loads from files), sbom.json (the list of all packages). `--light` builds
// faster: it compresses less and writes no source maps.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pLimit from "p-limit";
import { readArsenals } from "#server/arsenals.ts";
import { parseSiteLanguages } from "./messages.ts";
import { copyServerPackages, createSbom, SERVER_PACKAGES, SITE_PACKAGES, writeLicences } from "./packages.ts";
import { buildPrerender, writePages } from "./pages.ts";
import { buildProgram } from "./program.ts";
import { addRelease } from "./releases.ts";
import { buildWorker, describeBuild } from "./service-worker.ts";
import { buildSite } from "./site.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES_AT_ONCE = 16;
const COMPRESSIBLE = /\.(js|css|svg|txt|xml|webmanifest)$/;

const isLight = process.argv.includes("--light");
const COMPRESSION = isLight ? { brotli: 5, gzip: 6 } : { brotli: constants.BROTLI_MAX_QUALITY, gzip: 9 };

const languages = parseSiteLanguages(process.env["SITE_LANGUAGES"]);

await addRelease(ROOT, async (folder) => {
  const [web, server, prerender] = ["web", "server", "prerender"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const arsenals = readArsenals(join(ROOT, "data"));
  await mkdir(web);
  const [sites] = await Promise.all([
    buildSite(ROOT, web, languages),
    buildPrerender(ROOT, prerender),
    buildProgram(server, { root: ROOT, arsenals, sourcemap: !isLight }),
    buildWorker(ROOT, web),
  ]);
  await writePages({ release: folder, prerender, sites, arsenals });
  await describeBuild(folder, sites);
  await rm(prerender, { recursive: true });
  copyServerPackages(ROOT, folder);
  await describePackages(folder);
  await compressFiles(web);
});

/** Writes the licences of the site's and the server's packages, and the list of all these packages. */
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
  // Some systems limit a program to a few hundred open files.
  await pLimit(FILES_AT_ONCE).map(compressible, (name) => compressFile(join(folder, name)));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: COMPRESSION.brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: COMPRESSION.gzip }));
}
