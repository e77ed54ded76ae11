// A site whose service worker becomes another one while browsers have it open, as a new release makes it.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { freePort } from "#test/world/free-port.ts";
import { type OwnSite, ownSite } from "#test/world/own-site.ts";

type RenewedSite = AsyncDisposable & {
  origin: string;
  /** From now on the worker ends with this line. */
  renew(line: string): void;
};

/** A site of its own behind a gate that passes everything on, and adds the line to the worker. */
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
  const onward = request(url, { method: asked.method, headers: sent }, (given) => {
    const { "content-length": length, ...rest } = given.headers;
    answer.writeHead(given.statusCode ?? 502, line ? rest : { ...rest, ...(length && { "content-length": length }) });
    given.pipe(answer, { end: !line });
    if (line) given.on("end", () => answer.end(line));
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
