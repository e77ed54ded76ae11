// The process: the only place that reads the environment, opens the port and handles signals.
import cluster from "node:cluster";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { setGlobalDispatcher } from "undici";
import { createDrain } from "#platform/http/drain.ts";
import { createLogger } from "#platform/logger.ts";
import { readWorkers, serveMetrics } from "#platform/metrics-server.ts";
import { createOutbound } from "#platform/outbound.ts";
import { leadWorkers, refuseToFirst } from "#platform/workers.ts";
import { acceptRotatedSignatures } from "#server/auth/sessions/secret-rotation.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { openSite } from "#server/http/site.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { openTraces } from "#server/telemetry/traces.ts";
import { createApp } from "./app.ts";
import { openArsenals } from "./built-arsenals.ts";
import { type Context, openContext } from "./context.ts";
import { observeRequests } from "./observer.ts";

/** Maximum time for closing; then the process exits. */
const END_MS = 9500;

/** Serves until SIGTERM or SIGINT. A failed start prints a line per problem and exits with code 1. */
export async function serve(root: string): Promise<void> {
  try {
    const config = loadConfig(join(root, ".env"));
    if (config.workers > 1 && cluster.isPrimary) await lead(config);
    else await answer(config, root);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (cluster.isWorker) return refuseToFirst(why);
    process.stderr.write(`${why}\n`);
    process.exitCode = 1;
  }
}

function loadConfig(envFile: string): Config {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env);
}

/** The first of several processes: the others find the schema up to date. */
async function lead(config: Config): Promise<void> {
  const { metricsPort } = config;
  await using _metrics = metricsPort === null ? null : await serveMetrics(metricsPort, await readWorkers());
  const logger = createLogger(config);
  const db = openDatabase(config.database, logger);
  await migrate(db, config.database.kind);
  await db.destroy();
  const opened = () => announce(config);
  const why = await leadWorkers({ count: config.workers, drainMs: END_MS, opened, logger });
  if (why !== null) throw new Error(why);
}

async function answer(config: Config, root: string): Promise<void> {
  setGlobalDispatcher(createOutbound());
  await using opened = new AsyncDisposableStack();
  const traces = config.traces && opened.use(await openTraces(config.traces));
  const metrics = config.metricsPort === null ? null : await createMetrics();
  const observers = [traces, metrics].filter((observer) => observer !== null);
  const arsenals = await openArsenals(import.meta.dirname, join(root, "data"));
  const context = opened.use(await openContext(config, { arsenals, observers }));
  metrics?.lookAt(context);
  if (metrics && config.metricsPort !== null && cluster.isPrimary) {
    opened.use(await serveMetrics(config.metricsPort, metrics.text));
  }
  const site = openSite(join(root, "dist"), context.now, config.contact);
  if (!site) context.logger.warn("no built site: only the API is served");
  const server = createHttpServer(createApp(context, site), context);
  const drain = createDrain(server);
  acceptRotatedSignatures(server, config);
  observeRequests(server, observers);
  server.listen(config.port, config.host);
  await once(server, "listening");
  closeOnSignal(drain, context, opened.move());
  if (cluster.isPrimary) announce(config);
  flushCompileCache();
}

function announce({ origin, mail }: Config): void {
  const mailboxNote = mail.kind === "mailbox" ? ` (its mail is at ${origin}/mailbox)` : "";
  process.stdout.write(`Fieldlocker is at ${origin}${mailboxNote}\n`);
}

function closeOnSignal(drain: () => Promise<void>, context: Context, opened: AsyncDisposable): void {
  let closing = false;
  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    context.logger.info({ signal }, "closing");
    context.health.close();
    setTimeout(() => process.exit(), END_MS).unref();
    // Subscriptions never end by themselves.
    const streamsEnded = context.streams[Symbol.asyncDispose]();
    await drain();
    await streamsEnded;
    await opened[Symbol.asyncDispose]();
    // The IPC channel to the primary process would keep a worker alive.
    if (cluster.isWorker) process.disconnect();
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}
