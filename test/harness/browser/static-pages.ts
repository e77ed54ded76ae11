// Serves the prerendered pages without scripts, as the lower bound that load times are compared with.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { serveOnLoopback } from "#test/harness/processes/loopback-server.ts";

/** Scripts and links (to scripts, fonts and icons), which the text does not need. */
const EXTRAS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*>/g;

export type StaticPages = AsyncDisposable & { origin: string };

/** Serves these files of the built pages at the given paths, compressed, in system fonts and without scripts. */
export async function serveStaticPages(files: Readonly<Record<string, string>>): Promise<StaticPages> {
  const bodies = new Map(
    Object.entries(files).map(([path, file]) => {
      const html = readFileSync(`dist/pages/en/${file}`, "utf8")
        .replace(EXTRAS, "")
        .replace(/@font-face\s*\{[^}]*\}/g, "");
      return [path, brotliCompressSync(html)];
    }),
  );
  return serveOnLoopback(({ url = "/" }, response) => {
    const body = bodies.get(url);
    if (!body) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Encoding": "br",
        "Content-Length": body.length,
      })
      .end(body);
  });
}
