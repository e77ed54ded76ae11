// The built web site: prerendered pages of each language with their policies, and the files beside them, compressed when they
// were built.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context as Call, Handler } from "hono";
import { z } from "zod";
import { ALL_LANGUAGES, BASE_LANGUAGE, type Language } from "#messages/languages.ts";
import { type Encoding, getTag, isKnown, negotiateEncoding } from "#platform/http/negotiation.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { pagePolicy } from "./headers.ts";
import type { AppEnvironment } from "./http-server.ts";
import { getLanguageCookie, getReaderLanguage, type ReaderParts } from "./language.ts";

type AppCall = Call<AppEnvironment>;
/** Additional head of a page, and its content until the browser has rendered the screen. */
type Markup = { head: string; body: string };

export type Site = {
  answer(c: AppCall): Promise<Response>;
  /** The address of the page that this path is a spelling of, itself included; null where there is no such page. */
  findAddress(path: string): string | null;
  /**
   * The language to answer this reader in; that of a link becomes the browser's choice with the answer. `getDefault` answers
   * that of the page for who names none.
   */
  getLanguage(c: AppCall, getDefault?: () => Promise<string | null>): Promise<Language>;
  /** The empty shell of the language with this head and content. */
  answerWith(c: AppCall, language: Language, markup: Markup, status: 200 | 404): Response | Promise<Response>;
};

/**
 * What the build wrote to `pages/<language>/pages.json`: the file of each address, "*" for the empty shell that every other one
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

const getList = (folder: string, language: Language): string => join(folder, "pages", language, "pages.json");

type Page = { language: Language; policy: string; tag: string; bodyIn(encoding: Encoding): Uint8Array<ArrayBuffer> };

const ENCODINGS = ["br", "gzip"] as const;

/** Dotfiles and source maps are never served, even if they are among the built files. */
const UNSERVED = /\/\.|\.map$/;

/** The service worker, compressed or not. */
const WORKER = /\/sw\.js(\.\w+)?$/;

/** A range of bytes; the names of units are case-insensitive. */
const BYTE_RANGE = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i;

/** With it alone a page is the prerendered one: it names its language, and changes nothing else. */
const LANGUAGE_ALONE = /^\?lang=[\w-]*$/;

type SiteParts = Pick<ReaderParts, "getAccountLanguage"> & {
  config: Pick<Config, "contact" | "origin">;
  now: () => Date;
};

/** The languages that the site in the build's folder is there in. */
export const listLanguages = (folder: string): Language[] =>
  ALL_LANGUAGES.filter((language) => existsSync(getList(folder, language)));

/** The site in the build's folder; null where nothing was built. */
export function openSite(folder: string, { config, now, getAccountLanguage }: SiteParts): Site | null {
  const { contact, origin } = config;
  const languages = listLanguages(folder);
  if (languages.length === 0) return null;
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
  const read = (language: Language, year: number) =>
    readPages(folder, language, { YEAR: String(year), CONTACT: contact ?? "", LANGUAGES: languages.join(" ") });
  const readAll = (year: number) => new Map(languages.map((language) => [language, read(language, year)]));
  const getPages = cacheForYear(now, readAll);
  const pageAt = (language: Language, path: string, hasQuery: boolean) => getPages().get(language)?.(path, hasQuery);
  const getLanguage: Site["getLanguage"] = async (c, getDefault) => {
    const link = c.req.query("lang");
    const reader = { languages, getAccountLanguage };
    const { language, account } = await getReaderLanguage(reader, c.req.raw.headers, link, getDefault);
    // Not where a program fetches the page, such as the service worker, which stores those of several languages.
    const isOpened = c.req.header("accept")?.includes("text/html") === true;
    if (isOpened && link === language && (account ?? language) === language)
      c.header("Set-Cookie", getLanguageCookie(language, origin.startsWith("https:")));
    return language;
  };
  return {
    getLanguage,
    findAddress(path) {
      const address = path
        .replaceAll(/\/{2,}/g, "/")
        .replace(/(?<=.)\/$/, "")
        .toLowerCase();
      return pageAt(BASE_LANGUAGE, address, false) === undefined ? null : address;
    },
    async answer(c) {
      const { path } = c.req;
      const { search } = new URL(c.req.url);
      const hasQuery = search !== "" && !LANGUAGE_ALONE.test(search);
      const isPage = pageAt(BASE_LANGUAGE, path, hasQuery) !== undefined;
      // No page's address has a dot. Programs that look for a file get no page in its place.
      if (!isPage && path.includes(".")) {
        normalizeRange(c.req.raw.headers);
        return (UNSERVED.test(path) ? null : await files(c, async () => {})) ?? c.notFound();
      }
      const language = await getLanguage(c);
      const page = pageAt(language, isPage ? path : "*", isPage && hasQuery);
      return page ? answerPage(c, page, isPage ? 200 : 404) : c.notFound();
    },
    answerWith(c, language, { head, body }, status) {
      const shell = pageAt(language, "*", false);
      if (!shell) return c.notFound();
      const html = Buffer.from(shell.bodyIn("identity"))
        .toString()
        .replace("</head>", () => `${head}</head>`)
        .replace('<div id="root">', () => `<div id="root">${body}`);
      return c.html(html, status, getPageHeaders(shell));
    },
  };
}

/**
 * Leaves the Range header out where it is none of bytes, invalid, of several parts, or for a version that the client has a part
 * of (RFC 9110, 14.2): the file is answered whole. The rest is in the spelling that the library reads.
 */
function normalizeRange(headers: Headers): void {
  const range = headers.get("range") ?? "";
  const [isBytes, first = "", last = ""] = BYTE_RANGE.exec(range) ?? [];
  const isReversed = last !== "" && Number(last) < Number(first);
  if (!isBytes || isReversed || headers.has("if-range")) headers.delete("range");
  else headers.set("range", range.toLowerCase());
}

type PageAt = (path: string, hasQuery: boolean) => Page | undefined;

/** Pages are read again in a new year, because the footer contains the year. */
function cacheForYear<Pages>(now: () => Date, read: (year: number) => Pages): () => Pages {
  let cached: { year: number; pages: Pages } | undefined;
  return () => {
    const year = now().getFullYear();
    if (cached?.year !== year) cached = { year, pages: read(year) };
    return cached.pages;
  };
}

/** Texts of the running server, which replace their names between percent signs in a page. */
type PageTexts = Record<"YEAR" | "CONTACT" | "LANGUAGES", string>;

function readPages(folder: string, language: Language, texts: PageTexts): PageAt {
  const { pages, screens } = pageList.parse(JSON.parse(readFileSync(getList(folder, language), "utf8")));
  const read = new Map(
    Object.entries(pages).map(([path, { file, ...hashes }]) => {
      const template = readFileSync(join(folder, "pages", language, file), "utf8");
      const html = Object.entries(texts).reduce(
        (page, [name, text]) => page.replaceAll(`%${name}%`, () => escapeHtml(text)),
        template,
      );
      return [path, getPage(html, language, pagePolicy(hashes))];
    }),
  );
  const shell = read.get("*");
  const bare = new Set(screens);
  // A query changes what a page shows, and the prerendered one knows none: the browser draws it from the shell.
  return (path, hasQuery) =>
    hasQuery && read.has(path) ? shell : (read.get(path) ?? (bare.has(path) ? shell : undefined));
}

/** A page, compressed on first request so that it does not delay the start. */
function getPage(html: string, language: Language, policy: string): Page {
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([["identity", Buffer.from(html)]]);
  return {
    language,
    policy,
    // It differs between languages, too: each page names its own.
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

/** Who asks decides the language, by headers that a cache has to compare. */
const getPageHeaders = ({ policy, language }: Page) => ({
  "Content-Security-Policy": policy,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Cache-Control": "no-cache",
  Vary: "Accept-Encoding, Accept-Language, Cookie",
});

function answerPage(c: AppCall, page: Page, status: 200 | 404): Response {
  const { tag, bodyIn } = page;
  const headers = { ...getPageHeaders(page), ETag: tag };
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
