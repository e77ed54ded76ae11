// The process: the only place that reads the environment, opens the port and handles signals.
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { Server as SocketServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setGlobalDispatcher } from "undici";
import { claimDatabase } from "#platform/database/node-sqlite.ts";
import type { Logger } from "#platform/logger.ts";
import { createOutbound } from "#platform/outbound.ts";
import { acceptRotatedSignatures } from "#server/auth/sessions/secret-rotation.ts";
import { type Config, listWarnings, readConfig } from "#server/config/config.ts";
import { explainStart } from "#server/config/start-errors.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { listLanguages, openSite } from "#server/http/site.ts";
import { checkMailServer } from "#server/mail/mailer.ts";
import { createMetrics, serveMetrics } from "#server/telemetry/metrics.ts";
import { openTraces } from "#server/telemetry/traces.ts";
import { createApp } from "./app.ts";
import { openArsenals } from "./built-arsenals.ts";
import { type Context, openContext } from "./context.ts";
import { FEATURES } from "./features.ts";
import { observeRequests } from "./observer.ts";

/** Maximum time for closing; then the process exits. */
const SHUTDOWN_TIMEOUT_MS = 9500;

/**
 * Serves the site in the release's folder until SIGTERM or SIGINT. A failed start prints a line per problem and exits with
 * code 1.
 */
export async function serve(root: string, release: string): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig(join(root, ".env"));
    await startServer(config, root, release);
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    process.exitCode = 1;
  }
}

function loadConfig(envFile: string): Config {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env);
}

async function startServer(config: Config, root: string, release: string): Promise<void> {
  setGlobalDispatcher(createOutbound());
  await using resources = new AsyncDisposableStack();
  const traces = config.traces && resources.use(await openTraces(config.traces));
  const metrics = config.metricsPort === null ? null : await createMetrics();
  const observers = [traces, metrics].filter((observer) => observer !== null);
  const arsenals = await openArsenals(import.meta.dirname, join(root, "data"));
  const languages = listLanguages(release);
  const parts = { features: FEATURES, arsenals, observers, ...(languages.length > 0 && { languages }) };
  const context = resources.use(await openContext(config, parts));
  if (config.database.kind === "sqlite" && config.database.path !== ":memory:") {
    const claim = claimDatabase(config.database.path);
    if (claim) resources.use(claim);
    else
      context.logger.warn("DATABASE_URL: another server uses this SQLite file, which serves one. End the other server");
  }
  metrics?.observeContext(context);
  if (metrics && config.metricsPort !== null) {
    const { metricsPort, metricsHost } = config;
    resources.use(await serveMetrics({ metricsPort, metricsHost }, metrics.text));
  }
  const site = openSite(release, context);
  if (!site) context.logger.warn("no built site: only the API is served");
  const server = createHttpServer(createApp(context, site), context);
  const drain = createDrain(server);
  acceptRotatedSignatures(server, config);
  observeRequests(server, observers);
  server.listen(config.port, config.host);
  await once(server, "listening");
  // The server has no TLS itself, so with https there is a proxy in front of it.
  closeOnSignal(drain, config.origin.startsWith("https:") ? READINESS_NOTICE_MS : 0, context, resources.move());
  announce(config, context.logger);
  flushCompileCache();
}

function announce(config: Config, logger: Logger): void {
  const { origin, mail } = config;
  const mailboxNote = mail.kind === "mailbox" ? ` (its mail is at ${origin}/mailbox)` : "";
  process.stdout.write(`Fieldlocker is at ${origin}${mailboxNote}\n`);
  for (const warning of listWarnings(config)) logger.warn(warning);
  const logFailure = (err: unknown) => logger.warn({ err }, "the mail server was not checked");
  checkMailServer(mail).then((message) => message && logger.warn(message), logFailure);
}

/**
 * How long the server still accepts connections after readiness fails: a proxy checks readiness every two seconds, and may lose a request
 * with a body if its connection is refused.
 */
const READINESS_NOTICE_MS = 2500;

function closeOnSignal(
  drain: () => Promise<void>,
  noticeMs: number,
  context: Context,
  resources: AsyncDisposable,
): void {
  let closing = false;
  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    context.logger.info({ signal }, "closing");
    context.health.close();
    setTimeout(() => process.exit(), SHUTDOWN_TIMEOUT_MS).unref();
    await sleep(noticeMs);
    // Subscriptions do not end on their own.
    const streamsEnded = context.streams[Symbol.asyncDispose]();
    await drain();
    await streamsEnded;
    await resources[Symbol.asyncDispose]();
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}

// Graceful shutdown: all received requests are completed.

/** Maximum time for running requests. */
const MAX_DRAIN_MS = 6500;
/** How long idle connections stay open, because a request may be in transit; it gets `Connection: close`. */
const LINGER_MS = 1000;
/** Interval of closing connections that became idle. */
const SWEEP_MS = 50;

/** Returns a function that shuts the server down and resolves when no connection is left. Call it before `listen`. */
function createDrain(server: Server): () => Promise<void> {
  const openResponses = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isEnding) response.shouldKeepAlive = false;
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of openResponses) if (!response.headersSent) response.shouldKeepAlive = false;
    const closed = once(server, "close");
    // `http.Server.close` would close idle connections at once, although a request may be in transit.
    SocketServer.prototype.close.call(server);
    let sweepTimer: NodeJS.Timeout | undefined;
    const lingerTimer = setTimeout(() => {
      sweepTimer = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, LINGER_MS);
    const closeTimer = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
    await closed;
    for (const timer of [lingerTimer, closeTimer, sweepTimer]) clearTimeout(timer);
  };
}
