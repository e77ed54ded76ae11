// A site whose service worker becomes another one while browsers have it open, as a new release makes it.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "#test/world/free-port.ts";
import { type OwnSite, ownSite } from "#test/world/own-site.ts";

type RenewedSite = AsyncDisposable & {
  origin: string;
  /** From now on the worker is of a build whose pages begin with other scripts, and ends with this line. */
  renew(line: string): void;
};

/** A site of its own behind a gate that passes everything on, and makes the worker another one. */
export async function renewedSite(): Promise<RenewedSite> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let line = "";
  let behind: OwnSite | null = null;
  const gate = createServer((asked, answer) => {
    // Until the site behind is known, only its beginning asks.
    if (!behind) return answer.end("{}");
    pass(asked, answer, new URL(asked.url ?? "/", behind.origin), asked.url === "/sw.js" ? line : "");
  });
  await new Promise<void>((resolve) => gate.listen(port, "localhost", resolve));
  behind = await ownSite({ ORIGIN: origin });
  return {
    origin,
    renew: (next) => {
      line = `\n${next}`;
    },
    async [Symbol.asyncDispose]() {
      gate.closeAllConnections();
      gate.close();
      await behind[Symbol.asyncDispose]();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, url: URL, line: string): void {
  const { "accept-encoding": encodings, ...headers } = asked.headers;
  const sent = { ...headers, ...(encodings && !line && { "accept-encoding": encodings }) };
  const onward = request(url, { method: asked.method, headers: sent }, async (given) => {
    const { "content-length": length, ...rest } = given.headers;
    answer.writeHead(given.statusCode ?? 502, line ? rest : { ...rest, ...(length && { "content-length": length }) });
    if (!line) return void given.pipe(answer);
    const worker = await text(given);
    const renewed = worker.replace(/scripts:(["'`])[^"'`]+/, "scripts:$1/assets/newer.js");
    answer.end(renewed === worker ? "The worker names no scripts." : `${renewed}${line}`);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
