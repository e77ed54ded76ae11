// The program of the child process that runs the second servers of worlds. It executes the orders of its parent process,
// and exits with it.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOutbound } from "#platform/outbound.ts";
import { readConfig } from "#server/config/config.ts";
import { LIMITS } from "#server/http/http-server.ts";
import { routeRequests } from "#test/harness/internet.ts";
import { openServer, type WorldServer } from "#test/harness/server.ts";
import { setProcessClock } from "./clock.ts";
import { CLOCK_HEADER, type Order } from "./second.ts";

const outbound = createOutbound();
const servers = new Map<string, WorldServer>();

/** Opens a server on a free port; returns the port. */
async function openWorldServer({
  name,
  variables,
  withSite,
  hasStatistics,
}: Extract<Order, { call: "open" }>): Promise<number> {
  const config = readConfig(variables);
  const routing = hasStatistics ? routeRequests(config.origin, outbound) : undefined;
  const server = await openServer(config, { withSite });
  const frontServer = createServer(LIMITS, (request, response) => {
    setProcessClock(Number(request.headers[CLOCK_HEADER]));
    server.httpServer.emit("request", request, response);
  });
  // A response would be lost if this server closed an idle connection at the moment the parent reuses it.
  frontServer.keepAliveTimeout = 0;
  await once(frontServer.listen(0, "127.0.0.1"), "listening");
  servers.set(name, {
    ...server,
    async [Symbol.asyncDispose]() {
      frontServer.closeAllConnections();
      frontServer.close();
      await server[Symbol.asyncDispose]();
      routing?.[Symbol.dispose]();
    },
  });
  const address = frontServer.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function execute(order: Order): Promise<number> {
  setProcessClock(order.clockMs);
  if (order.call === "open") return openWorldServer(order);
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
  execute(order).then(
    (result) => process.send?.({ id: order.id, result }),
    (error: unknown) => process.send?.({ id: order.id, error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.once("disconnect", () => process.exit());
