// `npm run dev`: a test world with a demo account; the web app is served from source and reloads as it changes.
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createVite } from "vite";
import { DEMO, seedDemo } from "#test/harness/data/demo.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { makeWorld } from "./world.ts";

/** Paths that the server answers; all others belong to the web app. */
const SERVER_PATHS = /^\/(api|mailbox|\.well-known)(\/|\?|$)/;

const front = createServer((request, response) => {
  if (SERVER_PATHS.test(request.url ?? "")) world.httpServer.emit("request", request, response);
  else vite.middlewares(request, response);
});
const vite = await createVite({
  configFile: join(import.meta.dirname, "../../vite.config.ts"),
  appType: "spa",
  server: { middlewareMode: true, hmr: { server: front } },
});
const statistics = await createStatisticsService();
const world = await makeWorld({
  statistics,
  environment: {
    PORT: process.env["PORT"] ?? "3000",
    EMAIL_VERIFICATION: "optional",
    LOG_LEVEL: "info",
    TRUSTED_PROXIES: "",
    STATS_KEPT_S: "0",
  },
  listen: false,
});
front.listen(world.context.config.port, world.context.config.host);
await once(front, "listening");
await seedDemo(world);
console.log(`The site is at ${world.origin}; sign in as ${DEMO.email} with "${DEMO.password}".`);

process.once("SIGINT", async () => {
  front.close();
  await vite.close();
  await world[Symbol.asyncDispose]();
  await statistics[Symbol.asyncDispose]();
});
