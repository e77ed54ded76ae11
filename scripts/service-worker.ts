// Builds the service worker over what the site's build and its pages have become.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

/** Scripts, styles and the fonts of the interface's own language; pictures and rarer letters come when there is a network. */
const PRECACHED = /\.(js|css)$|-(basic|rest)-[^/]*\.woff2$/;
const SHELL = "/?shell";

type Pages = { pages: Record<string, { file: string }>; screens: string[] };

/** Writes `web/sw.js` of a release. */
export async function buildServiceWorker(root: string, release: string): Promise<void> {
  const { pages, screens }: Pages = JSON.parse(await readFile(join(release, "pages", "pages.json"), "utf8"));
  const assets = (await readdir(join(release, "web", "assets"))).filter((name) => PRECACHED.test(name)).sort();
  const drawn = await Promise.all(
    Object.entries(pages).map(async ([address, { file }]) => ({
      url: address === "*" ? SHELL : address,
      revision: getHash(await readFile(join(release, "pages", file), "utf8")),
    })),
  );
  // The name of an asset changes with its content.
  const files = [...drawn, ...assets.map((name) => ({ url: `/assets/${name}`, revision: null }))];
  const addresses = Object.keys(pages).filter((address) => address !== "*");
  const shell = await readFile(join(release, "pages", pages["*"]?.file ?? ""), "utf8");
  const scripts = [...shell.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src).join(" ");
  if (!scripts) throw new Error("The built shell has no script.");
  const id = getHash(JSON.stringify(files));
  const BUILD = { id, scripts, files, pages: addresses, screens: [...addresses, ...screens] };
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    define: { BUILD: JSON.stringify(BUILD), "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: join(release, "web"),
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
}

const getHash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 12);
