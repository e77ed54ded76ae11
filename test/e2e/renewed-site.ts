// A site whose service worker becomes another one while browsers have it open, as a new release makes it.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "#test/harness/processes/free-port.ts";
import { type OwnSite, ownSite } from "#test/harness/processes/own-site.ts";

/** By which the name of the newer build differs. */
const NEWER = "-newer";

type RenewedSite = AsyncDisposable & {
  origin: string;
  /** From now on pages and worker name another build, and the worker ends with this line. */
  renew(line: string): void;
};

/** A site of its own behind a gate that passes everything on, and makes the build another one. */
export async function renewedSite(): Promise<RenewedSite> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let line = "";
  let behind: OwnSite | null = null;
  const gate = createServer((asked, answer) => {
    // Until the site behind is known, only its beginning asks.
    if (!behind) return answer.end("{}");
    pass(asked, answer, new URL(asked.url?.replace(NEWER, "") ?? "/", behind.origin), line);
  });
  await new Promise<void>((resolve) => gate.listen(port, "localhost", resolve));
  behind = await ownSite({ ORIGIN: origin });
  return {
    origin,
    renew: (next) => {
      line = next;
    },
    async [Symbol.asyncDispose]() {
      gate.closeAllConnections();
      gate.close();
      await behind[Symbol.asyncDispose]();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, url: URL, line: string): void {
  // Plain and whole, so that it can be changed.
  const { "accept-encoding": _encodings, "if-none-match": _tag, ...headers } = asked.headers;
  const onward = request(url, { method: asked.method, headers }, async (given) => {
    const change = line && getChange(given.headers["content-type"] ?? "", url.pathname, line);
    if (!change) return void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
    const { "content-length": _length, ...rest } = given.headers;
    answer.writeHead(given.statusCode ?? 502, rest).end(change(await text(given)));
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}

/** What the newer build makes of a text; null where it is the same. */
function getChange(type: string, path: string, line: string): ((body: string) => string) | null {
  if (type.startsWith("text/html")) {
    return (page) => page.replace(/ data-build="[^"]+/, `$&${NEWER}`);
  }
  return path === "/sw.js" ? (worker) => `${worker.replace(/"id":"[^"]+/, `$&${NEWER}`)}\n${line}` : null;
}
