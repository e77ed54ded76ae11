// The page that a provider's return ends on when it names no other: the same wherever the site runs.
import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { escapeHtml } from "#server/http/html.ts";

const STYLE = `:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f4f4ef, #0c110d); color: light-dark(#181d19, #f0f0ec) }
a { color: light-dark(#005f98, #79c0f1) }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem }
p { overflow-wrap: anywhere }`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Under a key of its own: the library puts its page of the key `error` in the place of any other. */
const errorPage = createAuthEndpoint("/error", { method: "GET" }, async ({ query }) => {
  const code: unknown = query?.["error"];
  return new Response(pageOf(typeof code === "string" && code !== "" ? code : "Unknown"), { headers: HEADERS });
});

const pageOf = (code: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Authentication Error</title><style>${STYLE}</style><link rel="icon" href="/favicon.svg"></head>
<body><main><h1>Authentication Error</h1>
<p>Error code: <code>${escapeHtml(code)}</code></p>
<p><a href="/">Return to Application</a></p>
</main></body></html>`;

export const contractPages: BetterAuthPlugin = { id: "contract-pages", endpoints: { errorPage } };
