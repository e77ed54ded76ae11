// Pages that the server renders itself, without scripts.
import { createHash } from "node:crypto";

const STYLE = `:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f4f4ef, #0c110d); color: light-dark(#181d19, #f0f0ec) }
a { color: light-dark(#005f98, #79c0f1) }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem }
article { border-top: 1px solid; padding: .5rem 0 }
p { overflow-wrap: anywhere }`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The Content-Security-Policy of a page without scripts. */
export const PLAIN_POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": PLAIN_POLICY,
};

/** A page; `content` is HTML. */
type PlainPage = { title: string; heading?: string; content: string; language: string };

export const createPlainPage = (page: PlainPage, status = 200): Response => {
  const { headers, html } = getPlainPage(page);
  return new Response(html, { status, headers });
};

/** Returns the headers and the HTML of a page. */
export const getPlainPage = (page: PlainPage) => ({
  headers: { ...HEADERS, "Content-Language": page.language },
  html: getMarkup(page),
});

const getMarkup = ({ title, heading = title, content, language }: PlainPage): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style><link rel="icon" href="/favicon.svg"></head>
<body><main><h1>${heading}</h1>
${content}
</main></body></html>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
