// Draws the pages everyone may see in one language, against the real server in memory, and takes the hashes their policies
// name.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import type { Hono } from "hono";
import { overwriteGetLocale } from "#messages/compiled/runtime.js";
import type { Language } from "#messages/languages.ts";
import { createApp } from "#server/app.ts";
import { readArsenals } from "#server/arsenals.ts";
import { readConfig } from "#server/config/config.ts";
import { openContext } from "#server/context.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";

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
type Manifest = Record<string, { file: string; imports?: string[] }>;

/** What to draw: `web` is the folder of the web build in this language. */
type Drawing = { root: string; release: string; web: string; language: Language };

/**
 * Writes `pages/<language>` of a release: one HTML file per prerendered address, the empty shell, and pages.json about them.
 * In a thread of its own, because texts that stand in a screen's tables are read once, when its modules are loaded.
 */
export function writePages(drawing: Drawing): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL(import.meta.url), { workerData: drawing });
  worker.once("error", reject);
  worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("The pages could not be drawn."))));
  return promise;
}

async function drawPages({ root, release, web, language }: Drawing): Promise<void> {
  const folder = join(release, "pages", language);
  const manifest: Manifest = JSON.parse(await readFile(join(web, ".vite", "manifest.json"), "utf8"));
  const template = await withStyles(await readFile(join(web, "index.html"), "utf8"), web);
  await using server = await serverInMemory(root);
  // The server's modules have set it to the language of a request.
  overwriteGetLocale(() => language);
  const prerender: Prerender = await import(pathToFileURL(join(release, "prerender", "prerender.js")).href);
  await mkdir(folder, { recursive: true });
  const pages: Record<string, ReturnType<typeof inlineHashes> & { file: string }> = {};
  const write = async (address: string, file: string, html: string) => {
    await writeFile(join(folder, file), html);
    pages[address] = { file, ...inlineHashes(html) };
  };
  for (const [address, { file, route }] of Object.entries(PRERENDERED)) {
    const rendered = await prerender.render(address, server.fetch);
    const links = preloads(manifest, `${route}?tsr-split=component`).filter((link) => !template.includes(link));
    await write(address, file, afterTheText(filled(template, rendered, links.join(""))));
  }
  await write("*", "shell.html", filled(template, "", ""));
  await writeFile(join(folder, "pages.json"), JSON.stringify({ pages, screens: prerender.screens }, null, 2));
}

/** The app over an empty database; nothing of it leaves this process. */
async function serverInMemory(root: string): Promise<AsyncDisposable & { fetch: typeof fetch }> {
  const config = readConfig({
    DATABASE_URL: ":memory:",
    VAR_DIR: tmpdir(),
    SECRET: "of-no-use-outside-the-build-000000",
    LOG_LEVEL: "error",
  });
  const context = await openContext(config, { arsenals: readArsenals(join(root, "data")) });
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

/** Links that fetch the chunk of a route, and what it imports, together with the entry. */
function preloads(manifest: Manifest, key: string): string[] {
  const requested = new Set<string>();
  const follow = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The manifest has no ${name}.`);
    if (requested.has(chunk.file)) return;
    requested.add(chunk.file);
    chunk.imports?.forEach(follow);
  };
  follow(key);
  return [...requested].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

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

if (!isMainThread) await drawPages(workerData);
