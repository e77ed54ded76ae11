// The program of a second process, in which worlds run their second server: it executes its parent's orders, and ends
// with it.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOutbound } from "#platform/outbound.ts";
import { readConfig } from "#server/config/config.ts";
import { LIMITS } from "#server/http/http-server.ts";
import { divert } from "#test/harness/internet.ts";
import { openServer, type WorldServer } from "#test/harness/server.ts";
import { setProcessClock } from "./clock.ts";
import { CLOCK_HEADER, type Order } from "./second.ts";

const limited = createOutbound();
const servers = new Map<string, WorldServer>();

/** Opens a server on a port of its own; answers the port. */
async function open({ name, variables, withSite, hasStatistics }: Extract<Order, { call: "open" }>): Promise<number> {
  const config = readConfig(variables);
  const online = hasStatistics ? divert(config.origin, limited) : undefined;
  const server = await openServer(config, { withSite });
  const front = createServer(LIMITS, (request, response) => {
    setProcessClock(Number(request.headers[CLOCK_HEADER]));
    server.httpServer.emit("request", request, response);
  });
  // A connection that ends while it is used anew would be an answer lost on the way between the two.
  front.keepAliveTimeout = 0;
  await once(front.listen(0, "127.0.0.1"), "listening");
  servers.set(name, {
    ...server,
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      front.close();
      await server[Symbol.asyncDispose]();
      online?.[Symbol.dispose]();
    },
  });
  const address = front.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function obey(order: Order): Promise<number> {
  setProcessClock(order.clockMs);
  if (order.call === "open") return open(order);
  const server = servers.get(order.name);
  if (order.call === "drained") {
    await server?.context.outbox.drained();
    await server?.context.jobs.drained();
  } else if (order.call === "close") {
    servers.delete(order.name);
    await server?.[Symbol.asyncDispose]();
  }
  return 0;
}

process.on("message", (order: Order) => {
  obey(order).then(
    (result) => process.send?.({ id: order.id, result }),
    (error: unknown) => process.send?.({ id: order.id, error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.once("disconnect", () => process.exit());
