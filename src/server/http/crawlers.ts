// What search engines ask for. Both name the site's own address, so neither can be a file.
import type { Handler } from "hono";
import type { AppEnvironment } from "./http-server.ts";

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
