// The shipped proxy in front of servers none of which is ready.
import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import { CADDY, startProxy } from "./proxy.ts";

/** A server whose database is away: its health is 503, and anything else is answered by the method and the body. */
async function startUnready(port: number): Promise<AsyncDisposable> {
  const server = createServer(async (request, answered) => {
    if (request.url === "/api/health/ready") return answered.writeHead(503).end();
    answered
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

async function ask(url: string, method: string, body = ""): Promise<[status: number | undefined, body: string]> {
  const asking = request(url, { method, agent: false, rejectUnauthorized: false });
  asking.end(body);
  const [answer] = await once(asking, "response");
  return [answer.statusCode, await text(answer)];
}

test.runIf(CADDY)("while no server is ready, its own answers reach people, and its pages", async () => {
  await using folder = await folderOfItsOwn();
  const ports = [await freePort(), await freePort()];
  const [first = 0, second = 0] = ports;
  await using _first = await startUnready(first);
  await using _second = await startUnready(second);
  const origin = `https://localhost:${await freePort()}`;
  await using _proxy = await startProxy({ origin, ports, folder: join(folder.path, "proxy") });
  expect(await ask(`${origin}/bf4`, "GET")).toEqual([200, "GET /bf4 "]);
  expect(await ask(`${origin}/assets/main.js`, "GET")).toEqual([200, "GET /assets/main.js "]);
  expect(await ask(`${origin}/api/auth/sign-out`, "POST", "{}")).toEqual([503, "POST /api/auth/sign-out {}"]);
});
