// Several servers on one database, for stories about what happens in two processes at once.
import { once } from "node:events";
import { createServer } from "node:http";
import type { KeptMail } from "#server/mail/mailbox.ts";
import { makeWorld, type World, type WorldOptions } from "./world.ts";

/** A world whose requests go to two servers in turn; on SQLite, which one process has to itself, to one. */
export async function makeFleet(options: WorldOptions = {}): Promise<World> {
  const sent: KeptMail[] = [];
  const own = {
    ...options,
    listen: false,
    sendMail: async (mail) => void sent.unshift({ ...mail, sentAt: new Date().toISOString() }),
  } satisfies WorldOptions;
  const first = await makeWorld(own);
  const { config } = first.context;
  const { database, port, varDir } = config;
  const shared = { ...options.environment, PORT: String(port), VAR_DIR: varDir };
  const others =
    database.kind === "postgres"
      ? [await makeWorld({ ...own, environment: { ...shared, DATABASE_URL: database.url } })]
      : [];
  const servers = [first, ...others];
  let requests = 0;
  const front = createServer((request, response) => {
    requests += 1;
    servers[requests % servers.length]?.door.emit("request", request, response);
  });
  await once(front.listen(port, config.host), "listening");
  return {
    ...first,
    async mails() {
      await Promise.all(servers.map(({ context }) => context.outbox.drained()));
      return [...sent];
    },
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      front.close();
      for (const server of servers.toReversed()) await server[Symbol.asyncDispose]();
    },
  };
}
