// The process: the only place that reads the environment, opens the port and handles signals.
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { Server as SocketServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setGlobalDispatcher } from "undici";
import type { Logger } from "#platform/logger.ts";
import { createOutbound } from "#platform/outbound.ts";
import { acceptRotatedSignatures } from "#server/auth/sessions/secret-rotation.ts";
import { type Config, readConfig } from "#server/config/config.ts";
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
const END_MS = 9500;

/**
 * Serves the site in the release's folder until SIGTERM or SIGINT. A failed start prints a line per problem and exits with
 * code 1.
 */
export async function serve(root: string, release: string): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig(join(root, ".env"));
    await answer(config, root, release);
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    process.exitCode = 1;
  }
}

function loadConfig(envFile: string): Config {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env);
}

async function answer(config: Config, root: string, release: string): Promise<void> {
  setGlobalDispatcher(createOutbound());
  await using opened = new AsyncDisposableStack();
  const traces = config.traces && opened.use(await openTraces(config.traces));
  const metrics = config.metricsPort === null ? null : await createMetrics();
  const observers = [traces, metrics].filter((observer) => observer !== null);
  const arsenals = await openArsenals(import.meta.dirname, join(root, "data"));
  const languages = listLanguages(release);
  const parts = { features: FEATURES, arsenals, observers, ...(languages.length > 0 && { languages }) };
  const context = opened.use(await openContext(config, parts));
  metrics?.lookAt(context);
  if (metrics && config.metricsPort !== null) {
    const { metricsPort, metricsHost } = config;
    opened.use(await serveMetrics({ metricsPort, metricsHost }, metrics.text));
  }
  const site = openSite(release, context);
  if (!site) context.logger.warn("no built site: only the API is served");
  const server = createHttpServer(createApp(context, site), context);
  const drain = createDrain(server);
  acceptRotatedSignatures(server, config);
  observeRequests(server, observers);
  server.listen(config.port, config.host);
  await once(server, "listening");
  // The server itself has no TLS: under https a proxy is in front.
  closeOnSignal(drain, config.origin.startsWith("https:") ? NOTICED_MS : 0, context, opened.move());
  announce(config, context.logger);
  flushCompileCache();
}

function announce({ origin, mail }: Config, logger: Logger): void {
  const mailboxNote = mail.kind === "mailbox" ? ` (its mail is at ${origin}/mailbox)` : "";
  process.stdout.write(`Fieldlocker is at ${origin}${mailboxNote}\n`);
  const failed = (err: unknown) => logger.warn({ err }, "the mail server was not checked");
  checkMailServer(mail).then((fault) => fault && logger.warn(fault), failed);
}

/**
 * For so long a server that is not ready any more takes connections as before: a proxy looks every two seconds, and may lose
 * a request with a body when its connection is refused.
 */
const NOTICED_MS = 2500;

function closeOnSignal(drain: () => Promise<void>, noticedMs: number, context: Context, opened: AsyncDisposable): void {
  let closing = false;
  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    context.logger.info({ signal }, "closing");
    context.health.close();
    setTimeout(() => process.exit(), END_MS).unref();
    await sleep(noticedMs);
    // Subscriptions never end by themselves.
    const streamsEnded = context.streams[Symbol.asyncDispose]();
    await drain();
    await streamsEnded;
    await opened[Symbol.asyncDispose]();
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}

// Graceful shutdown: running requests are completed, and none that has arrived is lost.

/** Maximum time for running requests. */
const MAX_DRAIN_MS = 6500;
/** A request may be under way on a keep-alive connection: it is answered with `Connection: close`. */
const LINGER_MS = 1000;
/** Interval of closing connections that became idle. */
const SWEEP_MS = 50;

/** Returns a function that shuts the server down and resolves when no connection is left. Call it before `listen`. */
function createDrain(server: Server): () => Promise<void> {
  const answering = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isEnding) response.shouldKeepAlive = false;
    answering.add(response);
    response.once("close", () => answering.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
    const closed = once(server, "close");
    // `http.Server.close` would close idle connections at once, although a request may be on its way on one.
    SocketServer.prototype.close.call(server);
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, LINGER_MS);
    const late = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
    await closed;
    for (const timer of [linger, late, sweep]) clearTimeout(timer);
  };
}
