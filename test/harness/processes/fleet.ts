// Several servers on one database, for stories about what happens in two processes at once.
import { once } from "node:events";
import { createServer } from "node:http";
import type { StoredMail } from "#server/mail/mailer.ts";
import { makeWorld, type World, type WorldOptions } from "#test/harness/world.ts";

/** A world whose requests go to two servers in turn; on SQLite, which one process has to itself, to one. */
export async function makeFleet(options: WorldOptions = {}): Promise<World> {
  const sent: StoredMail[] = [];
  const own = {
    ...options,
    sendMail: async (mail) => void sent.unshift({ ...mail, sentAt: new Date().toISOString() }),
  } satisfies WorldOptions;
  const world = process.env["TEST_FLEET"] ? await makeWorld(own) : await behindOneFront(own);
  return {
    ...world,
    async mails() {
      await world.mails();
      return [...sent];
    },
  };
}

/** Adds a second server where a world has one, and a front that distributes requests to both. */
async function behindOneFront(options: WorldOptions): Promise<World> {
  const first = await makeWorld({ ...options, listen: false });
  const { database, port, varDir, host } = first.context.config;
  const shared = { ...options.environment, PORT: String(port), VAR_DIR: varDir };
  const others =
    database.kind === "postgres"
      ? [await makeWorld({ ...options, listen: false, environment: { ...shared, DATABASE_URL: database.url } })]
      : [];
  const servers = [first, ...others];
  let requests = 0;
  const front = createServer((request, response) => {
    requests += 1;
    servers[requests % servers.length]?.httpServer.emit("request", request, response);
  });
  await once(front.listen(port, host), "listening");
  return {
    ...first,
    mails: async () => (await Promise.all(servers.map((server) => server.mails()))).flat(),
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      front.close();
      for (const server of servers.toReversed()) await server[Symbol.asyncDispose]();
    },
  };
}
