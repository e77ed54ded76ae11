// The server of `npm run dev`. serve.ts restarts it when its sources change; the port is its argument.
import { once } from "node:events";
import { DEMO, seedDemo } from "#test/harness/data/demo.ts";
import { makeWorld } from "./world.ts";

const { PORT = "", VAR_DIR = "", DATABASE_URL = "", STATS_URL = "" } = process.env;
const world = await makeWorld({
  environment: {
    ...{ PORT, VAR_DIR, DATABASE_URL, STATS_URL },
    EMAIL_VERIFICATION: "optional",
    LOG_LEVEL: "info",
    TRUSTED_PROXIES: "",
    STATS_CACHE_S: "0",
  },
  listen: false,
});
world.httpServer.listen(Number(process.argv[2]), "127.0.0.1");
await once(world.httpServer, "listening");
process.send?.("listening");
const firstUser = await world.context.db.selectFrom("user").select("id").executeTakeFirst();
if (!firstUser) await seedDemo(world);
console.log(`The site is at ${world.origin}; sign in as ${DEMO.email} with "${DEMO.password}".`);

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await world[Symbol.asyncDispose]();
  process.exit();
}
process.once("SIGTERM", () => void end());
process.once("disconnect", () => void end());
// A terminal sends SIGINT to this process and to serve.ts, which then ends this process.
process.on("SIGINT", () => {});
