// Prerenders the public pages in each language, with data of the real server in memory, and computes the hashes of their
// inline scripts and styles for the Content-Security-Policy.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Hono } from "hono";
import { build } from "vite";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { setActiveLanguage } from "#messages/message.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { openContext } from "#server/context.ts";
import { FEATURES } from "#server/features.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import type { LanguageSite } from "./site.ts";

/** For each prerendered address: its file, and the route whose script the page preloads. */
const PRERENDERED = {
  "/": { file: "index.html", route: "routes/index.tsx" },
  "/bf2042": { file: "bf2042.html", route: "routes/bf2042.tsx" },
  "/bf4": { file: "bf4.html", route: "routes/bf4.tsx" },
} as const;

type Prerender = {
  render(url: string, fetchFromServer: typeof fetch): Promise<string>;
  /** All addresses of the router. */
  screens: readonly string[];
};

/** Builds the prerenderer as a single file, so that it can be imported again for each language. */
export const buildPrerender = (root: string, outDir: string) =>
  build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir, ssr: "prerender.tsx", rolldownOptions: { output: { codeSplitting: false } } },
  });

type PagesInput = { release: string; prerender: string; sites: readonly LanguageSite[]; arsenals: Arsenals };

/**
 * Writes `pages/<language>` of a release: an HTML file per prerendered address, the empty shell, and pages.json, which
 * describes them. `prerender` is the folder of the built prerenderer.
 */
export async function writePages({ release, prerender, sites, arsenals }: PagesInput): Promise<void> {
  await using server = await openInMemoryServer(arsenals);
  const program = pathToFileURL(join(prerender, "prerender.js")).href;
  for (const site of sites) {
    setActiveLanguage(() => site.language);
    // The module is imported once per language, because some modules read texts when they are loaded.
    const { render, screens }: Prerender = await import(`${program}?${site.language}`);
    await renderPages(release, site, { render: (address) => render(address, server.fetch), screens });
  }
}

type Renderer = { render(address: string): Promise<string>; screens: readonly string[] };

async function renderPages(release: string, site: LanguageSite, { render, screens }: Renderer): Promise<void> {
  const folder = join(release, "pages", site.language);
  const template = await inlineStyles(site.html, join(release, "web"));
  await mkdir(folder, { recursive: true });
  const pages: Record<string, ReturnType<typeof getInlineHashes> & { file: string }> = {};
  const write = async (address: string, file: string, html: string) => {
    await writeFile(join(folder, file), html);
    pages[address] = { file, ...getInlineHashes(html) };
  };
  for (const [address, { file, route }] of Object.entries(PRERENDERED)) {
    const links = site
      .listScripts(`${route}?tsr-split=component`)
      .map((script) => `<link rel="modulepreload" crossorigin href="${script}">`)
      .filter((link) => !template.includes(link));
    await write(address, file, deferScripts(fillTemplate(template, await render(address), links.join(""))));
  }
  await write("*", "shell.html", fillTemplate(template, "", ""));
  await writeFile(join(folder, "pages.json"), JSON.stringify({ pages, screens }, null, 2));
}

/** Creates the app with an empty in-memory database; requests are handled in this process, without a port. */
async function openInMemoryServer(arsenals: Arsenals): Promise<AsyncDisposable & { fetch: typeof fetch }> {
  const config = readConfig({
    DATABASE_URL: ":memory:",
    VAR_DIR: tmpdir(),
    SECRET: "only-for-the-build-000000000000000",
    LOG_LEVEL: "error",
  });
  const context = await openContext(config, { features: FEATURES, arsenals });
  const app: Hono<AppEnvironment> = createApp(context, null);
  const bindings = { clientAddress: "127.0.0.1", requestId: "build" };
  return {
    fetch: async (input, init) => app.fetch(new Request(new URL(String(input), config.origin), init), bindings),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/** Returns the page with its style sheet inlined, which saves a round trip before the first paint. */
async function inlineStyles(html: string, web: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
  const path = link.exec(html)?.[1];
  if (!path) throw new Error("The built page has no style sheet.");
  const css = await readFile(join(web, path), "utf8");
  return html.replace(link, () => `<style>${css}</style>`);
}

/** Inserts the rendered markup into the template. React writes title, meta and link elements first; they are moved to the head. */
function fillTemplate(template: string, rendered: string, links: string): string {
  const head = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(rendered)?.[0] ?? "";
  const body = rendered.slice(head.length);
  if (/<[^>]+\sstyle="/.test(body))
    throw new Error("A prerendered page has a style attribute, which its policy forbids.");
  return template.replace("<!--head-->", () => head + links).replace("<!--app-->", () => body);
}

/** Returns the page with scripts of low priority: it is complete without them, so styles and fonts are loaded first. */
const deferScripts = (html: string): string =>
  html.replaceAll(/<(link rel="modulepreload"|script type="module") crossorigin/g, '$& fetchpriority="low"');

/** Returns the hashes with which a Content-Security-Policy allows the page's inline scripts and styles. */
function getInlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const getHashes = (tag: RegExp) =>
    [...html.matchAll(tag)].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return {
    // Only elements without attributes are inline scripts: `src` refers to a file, `type` marks data or a module.
    scripts: getHashes(/<script>([\s\S]*?)<\/script>/g),
    styles: getHashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}
