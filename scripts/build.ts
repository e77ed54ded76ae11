// Builds the site and the server into dist/: web (files), pages (prerendered HTML with the hashes of what is inline),
// server (one bundle).
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { m } from "#messages";
import { writePages } from "./pages.ts";
import { buildProgram } from "./program.ts";
import { buildServiceWorker } from "./service-worker.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
const COMPRESSIBLE = /\.(js|css|svg|txt|xml|webmanifest)$/;

await rm(DIST, { recursive: true, force: true });
const web = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
await build(web);
await build({ ...web, build: { ssr: "prerender.tsx" } });
await describeManifest(join(DIST, "web", "manifest.webmanifest"));
await buildProgram(ROOT, join(DIST, "server"));
await writePages(ROOT);
// What only the build needs is not served.
await rm(join(DIST, "prerender"), { recursive: true });
await rm(join(DIST, "web", ".vite"), { recursive: true });
await rm(join(DIST, "web", "index.html"));
await buildServiceWorker(ROOT);
await compressFiles(join(DIST, "web"));

/** Adds the site's description, in the words of the catalogue. */
async function describeManifest(path: string): Promise<void> {
  const { name, short_name, ...others } = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ name, short_name, description: m.app_description(), ...others }, null, 2));
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
