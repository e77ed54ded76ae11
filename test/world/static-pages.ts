// The prerendered pages without a script: the least that could show the same text.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

/** Whatever runs or brings a script, and the fonts and icons that only decorate. */
const EXTRAS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*>/g;

export type StaticPages = AsyncDisposable & { origin: string };

/** Serves the built pages of these files by their names, compressed, in the system's fonts and without scripts. */
export async function serveStaticPages(files: Readonly<Record<string, string>>): Promise<StaticPages> {
  const bodies = new Map(
    Object.entries(files).map(([path, file]) => {
      const html = readFileSync(`dist/pages/${file}`, "utf8")
        .replace(EXTRAS, "")
        .replace(/@font-face\s*\{[^}]*\}/g, "");
      return [path, brotliCompressSync(html)];
    }),
  );
  const server = createServer(({ url = "/" }, answer) => {
    const body = bodies.get(url);
    if (!body) return answer.writeHead(404).end();
    return answer
      .writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Encoding": "br",
        "Content-Length": body.length,
      })
      .end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The static pages have no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
