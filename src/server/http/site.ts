// The built web site: prerendered pages of each language with their policies, and files compressed by the build.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context as Call, Handler } from "hono";
import { z } from "zod";
import { ALL_LANGUAGES, BASE_LANGUAGE, type Language } from "#messages/languages.ts";
import { type Encoding, getTag, matchesTag, negotiateEncoding } from "#platform/http/negotiation.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { getPagePolicy } from "./headers.ts";
import type { AppEnvironment } from "./http-server.ts";
import { getLanguageCookie, getReaderLanguage, type ReaderParts } from "./language.ts";

type AppCall = Call<AppEnvironment>;
/** Additional head of a page, and its content until the browser has rendered the screen. */
type Markup = { head: string; body: string };

export type Site = {
  respond(c: AppCall): Promise<Response>;
  /** Returns the canonical address of a page's path, which may be the path itself, or null if there is no such page. */
  findAddress(path: string): string | null;
  /**
   * Returns the language for this reader, and stores the language of a link as the browser's choice. `getDefault` returns the language
   * for clients without a preference.
   */
  getLanguage(c: AppCall, getDefault?: () => Promise<string | null>): Promise<Language>;
  /** Responds with the empty shell in the language, with this head and content. */
  respondWithShell(c: AppCall, language: Language, markup: Markup, status: 200 | 404): Response | Promise<Response>;
};

/**
 * The schema of `pages/<language>/pages.json`, which the build writes: for each address the file and the hashes of its inline scripts
 * and styles; "*" is the empty shell for all other addresses.
 */
const pageList = z.object({
  pages: z.record(
    z.string(),
    z.object({ file: z.string(), scripts: z.array(z.string()), styles: z.array(z.string()) }),
  ),
  /** Addresses with a screen that is rendered only in the browser. */
  screens: z.array(z.string()),
});

const getPageListPath = (folder: string, language: Language): string => join(folder, "pages", language, "pages.json");

type Page = { language: Language; policy: string; tag: string; getBody(encoding: Encoding): Uint8Array<ArrayBuffer> };

const ENCODINGS = ["br", "gzip"] as const;

/** Dotfiles and source maps are never served, even if they are among the built files. */
const UNSERVED = /\/\.|\.map$/;

/** Matches the service worker, compressed or not. */
const WORKER = /\/sw\.js(\.\w+)?$/;

/** Matches a single range of bytes; the unit is case-insensitive. */
const BYTE_RANGE = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i;

/** Matches a query with only a language, for which the prerendered page can be used. */
const ONLY_LANGUAGE = /^\?lang=[\w-]*$/;

type SiteParts = Pick<ReaderParts, "getAccountLanguage"> & {
  config: Pick<Config, "contact" | "origin">;
  now: () => Date;
};

/** Returns the languages of the site in the build's folder. */
export const listLanguages = (folder: string): Language[] =>
  ALL_LANGUAGES.filter((language) => existsSync(getPageListPath(folder, language)));

/** Opens the site in the build's folder; returns null if there is none. */
export function openSite(folder: string, { config, now, getAccountLanguage }: SiteParts): Site | null {
  const { contact, origin } = config;
  const languages = listLanguages(folder);
  if (languages.length === 0) return null;
  const files = serveStatic<AppEnvironment>({
    root: join(folder, "web"),
    precompressed: true,
    onFound: (path, c) => {
      // A worker must always be revalidated, and its policy limits what it may fetch.
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
  const readLanguagePages = (language: Language, year: number) =>
    readPages(folder, language, { YEAR: String(year), CONTACT: contact ?? "", LANGUAGES: languages.join(" ") });
  const readAllPages = (year: number) =>
    new Map(languages.map((language) => [language, readLanguagePages(language, year)]));
  const getPages = cacheForYear(now, readAllPages);
  const findPage = (language: Language, path: string, hasQuery: boolean) => getPages().get(language)?.(path, hasQuery);
  const getLanguage: Site["getLanguage"] = async (c, getDefault) => {
    const link = c.req.query("lang");
    const reader = { languages, getAccountLanguage };
    const { language, account } = await getReaderLanguage(reader, c.req.raw.headers, link, getDefault);
    // The choice is not stored for programs such as the service worker, which fetches pages of several languages.
    const isDocument = c.req.header("accept")?.includes("text/html") === true;
    if (isDocument && link === language && (account ?? language) === language)
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
      return findPage(BASE_LANGUAGE, address, false) === undefined ? null : address;
    },
    async respond(c) {
      const { path } = c.req;
      const { search } = new URL(c.req.url);
      const hasQuery = search !== "" && !ONLY_LANGUAGE.test(search);
      const isPage = findPage(BASE_LANGUAGE, path, hasQuery) !== undefined;
      // No page's address has a dot, so a missing file must not be replaced by a page.
      if (!isPage && path.includes(".")) {
        normalizeRange(c.req.raw.headers);
        return (UNSERVED.test(path) ? null : await files(c, async () => {})) ?? c.notFound();
      }
      const language = await getLanguage(c);
      const page = findPage(language, isPage ? path : "*", isPage && hasQuery);
      return page ? respondWithPage(c, page, isPage ? 200 : 404) : c.notFound();
    },
    respondWithShell(c, language, { head, body }, status) {
      const shell = findPage(language, "*", false);
      if (!shell) return c.notFound();
      const html = Buffer.from(shell.getBody("identity"))
        .toString()
        .replace("</head>", () => `${head}</head>`)
        .replace('<div id="root">', () => `<div id="root">${body}`);
      return c.html(html, status, getPageHeaders(shell));
    },
  };
}

/**
 * Deletes the Range header if its unit is not bytes, it is invalid, has several parts or depends on If-Range (RFC 9110, 14.2); the
 * response is then the whole file. Other ranges are converted to lower case for the library.
 */
function normalizeRange(headers: Headers): void {
  const range = headers.get("range") ?? "";
  const [isBytes, first = "", last = ""] = BYTE_RANGE.exec(range) ?? [];
  const isReversed = last !== "" && Number(last) < Number(first);
  if (!isBytes || isReversed || headers.has("if-range")) headers.delete("range");
  else headers.set("range", range.toLowerCase());
}

type PageAt = (path: string, hasQuery: boolean) => Page | undefined;

/** Creates a cache of pages that is renewed each year, because the footer contains the year. */
function cacheForYear<Pages>(now: () => Date, read: (year: number) => Pages): () => Pages {
  let cached: { year: number; pages: Pages } | undefined;
  return () => {
    const year = now().getFullYear();
    if (cached?.year !== year) cached = { year, pages: read(year) };
    return cached.pages;
  };
}

/** Texts of the running server; in a page they replace their names between percent signs. */
type PageTexts = Record<"YEAR" | "CONTACT" | "LANGUAGES", string>;

function readPages(folder: string, language: Language, texts: PageTexts): PageAt {
  const { pages, screens } = pageList.parse(JSON.parse(readFileSync(getPageListPath(folder, language), "utf8")));
  const pagesByPath = new Map(
    Object.entries(pages).map(([path, { file, ...hashes }]) => {
      const template = readFileSync(join(folder, "pages", language, file), "utf8");
      const html = Object.entries(texts).reduce(
        (page, [name, text]) => page.replaceAll(`%${name}%`, () => escapeHtml(text)),
        template,
      );
      return [path, getPage(html, language, getPagePolicy(hashes))];
    }),
  );
  const shell = pagesByPath.get("*");
  const screenPaths = new Set(screens);
  // The prerendered page does not include the query, so with a query the browser renders the page from the shell.
  return (path, hasQuery) =>
    hasQuery && pagesByPath.has(path) ? shell : (pagesByPath.get(path) ?? (screenPaths.has(path) ? shell : undefined));
}

/** Returns a page that is compressed on the first request, so that it does not delay the start. */
function getPage(html: string, language: Language, policy: string): Page {
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([["identity", Buffer.from(html)]]);
  return {
    language,
    policy,
    // The tag also differs between languages, because each page contains its language.
    tag: getTag(html),
    getBody(encoding) {
      const body = bodies.get(encoding) ?? Buffer.from(COMPRESSORS[encoding](html));
      bodies.set(encoding, body);
      return body;
    },
  };
}

const COMPRESSORS = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html: string) => gzipSync(html),
  identity: (html: string) => html,
};

/** The language depends on the request's headers, which are listed in Vary for caches. */
const getPageHeaders = ({ policy, language }: Page) => ({
  "Content-Security-Policy": policy,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Cache-Control": "no-cache",
  Vary: "Accept-Encoding, Accept-Language, Cookie",
});

function respondWithPage(c: AppCall, page: Page, status: 200 | 404): Response {
  const { tag, getBody } = page;
  const headers = { ...getPageHeaders(page), ETag: tag };
  if (status === 200 && matchesTag(c.req.header("if-none-match") ?? "", tag)) return c.body(null, 304, headers);
  const encoding = negotiateEncoding(c.req.header("accept-encoding") ?? "", ENCODINGS);
  const body = getBody(encoding);
  return c.body(body, status, encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding });
}

// Files for search engines and security researchers. They contain the site's address, so they cannot be static.

/** Pages with the same content for everyone. */
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

/** A month less than the maximum of RFC 9116, a year. */
const SECURITY_TEXT_DAYS = 335;

/** Handles security.txt (RFC 9116); not found if no contact is configured. */
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
