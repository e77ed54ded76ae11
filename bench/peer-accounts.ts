// A conventional account server as a peer: the account library with its defaults on Hono, with tables that it creates itself.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { serve } from "@hono/node-server";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { Hono } from "hono";

const port = Number(process.env["PORT"]);
const auth = betterAuth({
  baseURL: `http://localhost:${port}`,
  secret: "a secret of the usual way, for measuring alone",
  database: new DatabaseSync(join(process.env["VAR_DIR"] ?? "", "peer.sqlite")),
  emailAndPassword: { enabled: true },
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const app = new Hono().on(["GET", "POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
