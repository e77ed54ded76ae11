// A small HTTP server for a test, on a free port of this machine.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

export async function serveOnLoopback(response: RequestListener): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer(response).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
