// `npm run dev`: the test world, with the web room served from source and reloaded as it changes.
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createVite } from "vite";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { makeWorld } from "./world.ts";

const DEMO = { name: "Demo", email: "demo@example.com", password: "demo locker 2042" };
/** What the server answers itself; everything else is the web room's. */
const SERVER_PATHS = /^\/(api|mailbox|\.well-known)(\/|\?|$)/;

const front = createServer((request, response) => {
  if (SERVER_PATHS.test(request.url ?? "")) world.door.emit("request", request, response);
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
await world.visitor().post("/api/auth/sign-up/email", DEMO);
console.log(`The test world is at ${world.origin}; sign in as ${DEMO.email} with "${DEMO.password}".`);

process.once("SIGINT", async () => {
  front.close();
  await vite.close();
  await world[Symbol.asyncDispose]();
  await statistics[Symbol.asyncDispose]();
});
