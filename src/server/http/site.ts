// The built web site: prerendered pages with their policies, and the files beside them, compressed when they were built.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context as Call, Handler } from "hono";
import { z } from "zod";
import { type Encoding, getTag, isKnown, negotiateEncoding } from "#platform/http/negotiation.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { pagePolicy } from "./headers.ts";
import type { AppEnvironment } from "./http-server.ts";

type AppCall = Call<AppEnvironment>;
/** Additional head of a page, and its content until the browser has rendered the screen. */
type Markup = { head: string; body: string };

export type Site = {
  answer(c: AppCall): Promise<Response>;
  /** The empty shell with this head and content. */
  answerWith(c: AppCall, markup: Markup, status: 200 | 404): Response | Promise<Response>;
};

/**
 * What the build wrote to `pages/pages.json`: the file of each address, "*" for the empty shell that every other one
 * gets, and the hashes of what stands inline in it.
 */
const pageList = z.object({
  pages: z.record(
    z.string(),
    z.object({ file: z.string(), scripts: z.array(z.string()), styles: z.array(z.string()) }),
  ),
  /** Addresses that have a screen but no content without the browser. */
  screens: z.array(z.string()),
});

const LIST = "pages/pages.json";

type Page = { policy: string; tag: string; bodyIn(encoding: Encoding): Uint8Array<ArrayBuffer> };

const ENCODINGS = ["br", "gzip"] as const;

/** Dotfiles and source maps are never served, even if they are among the built files. */
const UNSERVED = /\/\.|\.map$/;

/** The service worker, compressed or not. */
const WORKER = /\/sw\.js(\.\w+)?$/;

/** The site in the build's folder, with the contact; null where nothing was built. */
export function openSite(folder: string, now: () => Date, contact: string | null): Site | null {
  if (!existsSync(join(folder, LIST))) return null;
  const files = serveStatic<AppEnvironment>({
    root: join(folder, "web"),
    precompressed: true,
    onFound: (path, c) => {
      // A worker is always revalidated, and its own policy limits what it may fetch.
      if (WORKER.test(path)) {
        c.header("Content-Security-Policy", "default-src 'self'");
        return c.header("Cache-Control", "no-cache");
      }
      c.header(
        "Cache-Control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  const pageAt = cacheForYear(now, (year) => readPages(folder, { YEAR: String(year), CONTACT: contact ?? "" }));
  return {
    async answer(c) {
      const { path } = c.req;
      const page = pageAt(path, c.req.url.includes("?"));
      if (page) return answerPage(c, page, 200);
      const file = path.includes(".") && !UNSERVED.test(path) ? await files(c, async () => {}) : undefined;
      if (file) return file;
      const shell = pageAt("*", false);
      return shell ? answerPage(c, shell, 404) : c.notFound();
    },
    answerWith(c, { head, body }, status) {
      const shell = pageAt("*", false);
      if (!shell) return c.notFound();
      const html = Buffer.from(shell.bodyIn("identity"))
        .toString()
        .replace("</head>", () => `${head}</head>`)
        .replace('<div id="root">', () => `<div id="root">${body}`);
      return c.html(html, status, { "Content-Security-Policy": shell.policy, "Cache-Control": "no-cache" });
    },
  };
}

type PageAt = (path: string, hasQuery: boolean) => Page | undefined;

/** Pages are read again in a new year, because the footer contains the year. */
function cacheForYear(now: () => Date, read: (year: number) => PageAt): PageAt {
  const readNow = () => ({ year: now().getFullYear(), pageAt: read(now().getFullYear()) });
  let cached: ReturnType<typeof readNow> | undefined;
  return (path, hasQuery) => {
    if (cached?.year !== now().getFullYear()) cached = readNow();
    return cached.pageAt(path, hasQuery);
  };
}

/** Texts of the running server, which replace their names between percent signs in a page. */
type PageTexts = Record<"YEAR" | "CONTACT", string>;

function readPages(folder: string, texts: PageTexts): PageAt {
  const { pages, screens } = pageList.parse(JSON.parse(readFileSync(join(folder, LIST), "utf8")));
  const read = new Map(
    Object.entries(pages).map(([path, { file, ...hashes }]) => {
      const template = readFileSync(join(folder, "pages", file), "utf8");
      const html = Object.entries(texts).reduce(
        (page, [name, text]) => page.replaceAll(`%${name}%`, () => escapeHtml(text)),
        template,
      );
      return [path, getPage(html, pagePolicy(hashes))];
    }),
  );
  const shell = read.get("*");
  const bare = new Set(screens);
  // A query changes what a page shows, and the prerendered one knows none: the browser draws it from the shell.
  return (path, hasQuery) =>
    hasQuery && read.has(path) ? shell : (read.get(path) ?? (bare.has(path) ? shell : undefined));
}

/** A page, compressed on first request so that it does not delay the start. */
function getPage(html: string, policy: string): Page {
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([["identity", Buffer.from(html)]]);
  return {
    policy,
    tag: getTag(html),
    bodyIn(encoding) {
      const body = bodies.get(encoding) ?? Buffer.from(COMPRESSED[encoding](html));
      bodies.set(encoding, body);
      return body;
    },
  };
}

const COMPRESSED = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html: string) => gzipSync(html),
  identity: (html: string) => html,
};

function answerPage(c: AppCall, { policy, tag, bodyIn }: Page, status: 200 | 404): Response {
  const headers = {
    "Content-Security-Policy": policy,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    Vary: "Accept-Encoding",
    ETag: tag,
  };
  if (status === 200 && isKnown(c.req.header("if-none-match") ?? "", tag)) return c.body(null, 304, headers);
  const encoding = negotiateEncoding(c.req.header("accept-encoding") ?? "", ENCODINGS);
  const body = bodyIn(encoding);
  return c.body(body, status, encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding });
}

// For search engines, and for those who found a vulnerability. They hold the site's address, so they cannot be static files.

/** Pages that mean the same to everyone. */
const PUBLIC_PAGES = ["/", "/bf2042", "/bf4"];

export const robotsText =
  (origin: string): Handler<AppEnvironment> =>
  (c) =>
    c.text(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);

export const sitemap = (origin: string): Handler<AppEnvironment> => {
  const urls = PUBLIC_PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("");
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return (c) => c.body(body, 200, { "Content-Type": "application/xml" });
};

/** A month less than the year that RFC 9116 allows at most. */
const SECURITY_TEXT_DAYS = 335;

/** Where to report a vulnerability (RFC 9116); nothing where no contact is configured. */
export const securityText =
  ({ origin, contact }: Pick<Config, "origin" | "contact">, now: () => Date): Handler<AppEnvironment> =>
  (c) => {
    if (contact === null) return c.notFound();
    const expires = new Date(now().getTime() + SECURITY_TEXT_DAYS * 24 * 60 * 60_000);
    const lines = [
      `Contact: ${contact.includes("://") ? contact : `mailto:${contact}`}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join("\n")}\n`);
  };
