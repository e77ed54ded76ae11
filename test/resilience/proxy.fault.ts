// The shipped proxy in front of two servers that are not ready.
import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder } from "#test/harness/processes/program.ts";
import { CADDY, startProxy } from "./proxy.ts";

/** Starts a server that is not ready; it responds to other requests with their method, address and body. */
async function startUnreadyServer(port: number): Promise<AsyncDisposable> {
  const server = createServer(async (request, response) => {
    if (request.url === "/api/health/ready") return response.writeHead(503).end();
    response
      .writeHead(request.method === "GET" ? 200 : 503)
      .end(`${request.method} ${request.url} ${await text(request)}`);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function send(url: string, method: string, body = ""): Promise<[status: number | undefined, body: string]> {
  const outgoing = request(url, { method, agent: false, rejectUnauthorized: false });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  return [response.statusCode, await text(response)];
}

test.runIf(CADDY)("while no server is ready, clients still get the servers' pages and error responses", async () => {
  await using folder = await createTempFolder();
  const ports = [await findFreePort(), await findFreePort()];
  const [first = 0, second = 0] = ports;
  await using _first = await startUnreadyServer(first);
  await using _second = await startUnreadyServer(second);
  const origin = `https://localhost:${await findFreePort()}`;
  await using _proxy = await startProxy({ origin, ports, folder: join(folder.path, "proxy") });
  expect(await send(`${origin}/bf4`, "GET")).toEqual([200, "GET /bf4 "]);
  expect(await send(`${origin}/assets/main.js`, "GET")).toEqual([200, "GET /assets/main.js "]);
  expect(await send(`${origin}/api/auth/sign-out`, "POST", "{}")).toEqual([503, "POST /api/auth/sign-out {}"]);
});
