// Draws the pages everyone may see in each language, against the real server in memory, and takes the hashes their policies
// name.
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

/** Address → its file and the route whose chunk the browser will want next. */
const PRERENDERED = {
  "/": { file: "index.html", route: "routes/index.tsx" },
  "/bf2042": { file: "bf2042.html", route: "routes/bf2042.tsx" },
  "/bf4": { file: "bf4.html", route: "routes/bf4.tsx" },
} as const;

type Prerender = {
  render(url: string, fetchFromServer: typeof fetch): Promise<string>;
  /** Every address the router knows. */
  screens: readonly string[];
};

/** Builds what draws the pages into a folder: one file, so that it can be loaded anew for each language. */
export const buildPrerender = (root: string, outDir: string) =>
  build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir, ssr: "prerender.tsx", rolldownOptions: { output: { codeSplitting: false } } },
  });

type Drawing = { release: string; prerender: string; sites: readonly LanguageSite[]; arsenals: Arsenals };

/**
 * Writes `pages/<language>` of a release: one HTML file per prerendered address, the empty shell, and pages.json about them.
 * `prerender` is the folder with what draws them.
 */
export async function writePages({ release, prerender, sites, arsenals }: Drawing): Promise<void> {
  await using server = await serverInMemory(arsenals);
  const program = pathToFileURL(join(prerender, "prerender.js")).href;
  for (const site of sites) {
    setActiveLanguage(() => site.language);
    // A module of its own for each language, because texts that stand in a screen's tables are read when it is loaded.
    const { render, screens }: Prerender = await import(`${program}?${site.language}`);
    await drawPages(release, site, { render: (address) => render(address, server.fetch), screens });
  }
}

type Renderer = { render(address: string): Promise<string>; screens: readonly string[] };

async function drawPages(release: string, site: LanguageSite, { render, screens }: Renderer): Promise<void> {
  const folder = join(release, "pages", site.language);
  const template = await withStyles(site.html, join(release, "web"));
  await mkdir(folder, { recursive: true });
  const pages: Record<string, ReturnType<typeof inlineHashes> & { file: string }> = {};
  const write = async (address: string, file: string, html: string) => {
    await writeFile(join(folder, file), html);
    pages[address] = { file, ...inlineHashes(html) };
  };
  for (const [address, { file, route }] of Object.entries(PRERENDERED)) {
    const links = site
      .listScripts(`${route}?tsr-split=component`)
      .map((script) => `<link rel="modulepreload" crossorigin href="${script}">`)
      .filter((link) => !template.includes(link));
    await write(address, file, afterTheText(filled(template, await render(address), links.join(""))));
  }
  await write("*", "shell.html", filled(template, "", ""));
  await writeFile(join(folder, "pages.json"), JSON.stringify({ pages, screens }, null, 2));
}

/** The app over an empty database; nothing of it leaves this process. */
async function serverInMemory(arsenals: Arsenals): Promise<AsyncDisposable & { fetch: typeof fetch }> {
  const config = readConfig({
    DATABASE_URL: ":memory:",
    VAR_DIR: tmpdir(),
    SECRET: "of-no-use-outside-the-build-000000",
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

/** The page with its style sheet in place of the link to it: one round trip less before the first paint. */
async function withStyles(html: string, web: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
  const path = link.exec(html)?.[1];
  if (!path) throw new Error("The built page has no style sheet.");
  const css = await readFile(join(web, path), "utf8");
  return html.replace(link, () => `<style>${css}</style>`);
}

/** React writes a page's title and metas in front of its markup; they belong into the head. */
function filled(template: string, rendered: string, links: string): string {
  const head = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(rendered)?.[0] ?? "";
  const body = rendered.slice(head.length);
  if (/<[^>]+\sstyle="/.test(body))
    throw new Error("A prerendered page has a style attribute, which its policy forbids.");
  return template.replace("<!--head-->", () => head + links).replace("<!--app-->", () => body);
}

/** A page that is all there already lets its text, styles and fonts go before its scripts. */
const afterTheText = (html: string): string =>
  html.replaceAll(/<(link rel="modulepreload"|script type="module") crossorigin/g, '$& fetchpriority="low"');

/** What a Content-Security-Policy must name for the page's inline scripts and styles to count. */
function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const getHashes = (tag: RegExp) =>
    [...html.matchAll(tag)].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return {
    // With a source it is a file, with a type it is data or a module: only a bare one runs from the page.
    scripts: getHashes(/<script>([\s\S]*?)<\/script>/g),
    styles: getHashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}
