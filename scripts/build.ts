// Builds a release of the site and the server: web (files), pages (prerendered HTML with the hashes of what is inline),
// server (one bundle), node_modules (what that loads from files), sbom.json (the packages in them).
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { m } from "#messages";
import { copyServerPackages, createSbom, SERVER_PACKAGES, SITE_PACKAGES, writeLicences } from "./packages.ts";
import { writePages } from "./pages.ts";
import { buildProgram } from "./program.ts";
import { addRelease } from "./releases.ts";
import { buildServiceWorker } from "./service-worker.ts";

const ROOT = join(import.meta.dirname, "..");
const COMPRESSIBLE = /\.(js|css|svg|txt|xml|webmanifest)$/;

await addRelease(ROOT, async (folder) => {
  const web = join(folder, "web");
  const config = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
  await build({ ...config, build: { outDir: web } });
  await build({ ...config, build: { outDir: join(folder, "prerender"), ssr: "prerender.tsx" } });
  await describeManifest(join(web, "manifest.webmanifest"));
  await buildProgram(ROOT, join(folder, "server"));
  copyServerPackages(ROOT, folder);
  await writePages(ROOT, folder);
  // What only the build needs is not served.
  await rm(join(folder, "prerender"), { recursive: true });
  await rm(join(web, ".vite"), { recursive: true });
  await rm(join(web, "index.html"));
  await buildServiceWorker(ROOT, folder);
  await describePackages(folder);
  await compressFiles(web);
});

/** Adds the site's description, in the words of the catalogue. */
async function describeManifest(path: string): Promise<void> {
  const { name, short_name, ...others } = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ name, short_name, description: m.app_description(), ...others }, null, 2));
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
  await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
