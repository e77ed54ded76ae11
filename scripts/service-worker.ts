// Builds the service workers over what the site's builds and their pages have become.
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { Language } from "#messages/languages.ts";
import { getSuffix } from "./messages.ts";

/** Scripts, styles and the fonts of the site's own words; pictures and rarer letters come when there is a network. */
const PRECACHED = /\.(js|css)$|-(basic|rest)-[^/]*\.woff2$/;
/** The letters of these languages are in further files. */
const FURTHER_FONTS: Partial<Record<Language, string>> = { pl: "-latin-ext-", ru: "-russian-" };

type Pages = { pages: Record<string, { file: string }>; screens: string[] };

/**
 * Compiles the worker, and returns what writes the one of a language: `web/sw.js` or `web/sw.<language>.js` of the release,
 * over the files of the web build in this language.
 */
export async function buildServiceWorker(
  root: string,
  release: string,
): Promise<(language: Language, files: string) => Promise<void>> {
  const outDir = join(release, "web");
  const program = "worker.js";
  await build({
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
        fileName: () => program,
      },
    },
  });
  const code = await readFile(join(outDir, program), "utf8");
  await rm(join(outDir, program));
  return async (language, files) => {
    const facts = await describeBuild(join(release, "pages", language), files, language);
    await writeFile(join(outDir, `sw${getSuffix(language)}.js`), `const BUILD=${JSON.stringify(facts)};${code}`);
  };
}

function isPrecached(name: string, language: Language): boolean {
  const further = FURTHER_FONTS[language];
  return PRECACHED.test(name) || (further !== undefined && name.includes(further));
}

/** What a worker has to know of the build it serves. */
async function describeBuild(folder: string, web: string, language: Language) {
  const { pages, screens }: Pages = JSON.parse(await readFile(join(folder, "pages.json"), "utf8"));
  const assets = (await readdir(join(web, "assets"))).filter((name) => isPrecached(name, language)).sort();
  const shell = `/?shell&lang=${language}`;
  const drawn = await Promise.all(
    Object.entries(pages).map(async ([address, { file }]) => ({
      url: address === "*" ? shell : `${address}?lang=${language}`,
      revision: getHash(await readFile(join(folder, file), "utf8")),
    })),
  );
  // The name of an asset changes with its content.
  const files = [...drawn, ...assets.map((name) => ({ url: `/assets/${name}`, revision: null }))];
  const addresses = Object.keys(pages).filter((address) => address !== "*");
  const html = await readFile(join(folder, pages["*"]?.file ?? ""), "utf8");
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src).join(" ");
  if (!scripts) throw new Error("The built shell has no script.");
  const id = getHash(JSON.stringify(files));
  return { id, scripts, files, language, shell, pages: addresses, screens: [...addresses, ...screens] };
}

const getHash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 12);
