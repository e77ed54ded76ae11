// The whole server as one object, for tests and for `npm run dev`: real HTTP, tRPC, account library and database, with an
// adjustable clock, a readable mailbox and a cheap password hash.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOutbound } from "#platform/outbound.ts";
import type { PasswordHasher } from "#server/auth/credentials/password.ts";
import { readConfig } from "#server/config/config.ts";
import { isPostgresUrl } from "#server/config/environment.ts";
import { LIMITS } from "#server/http/http-server.ts";
import { readMailbox, type SendMail, type StoredMail } from "#server/mail/mailer.ts";
import type { StatisticsService } from "#test/harness/data/statistics-service.ts";
import { turnProcessClock } from "#test/harness/processes/clock.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { openSecondServer, type SecondServer } from "#test/harness/processes/second.ts";
import { getDatabaseVariables, getEmptyDatabaseUrl, releaseDatabase } from "#test/harness/processes/test-database.ts";
import { type Internet, routeRequests } from "./internet.ts";
import { openServer, type WorldContext, type WorldServer } from "./server.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export type World = AsyncDisposable & {
  origin: string;
  context: WorldContext;
  httpServer: Server;
  /** Shifts the clock of the whole process, until the world is disposed of. */
  turnClock(ms: number): void;
  /** Sends all mails that are due, and returns all mails, newest first. */
  mails(): Promise<StoredMail[]>;
  /** Creates a new browser: without cookies, with a unique address. */
  visitor(): Visitor;
};

export type WorldOptions = {
  /** Additional environment variables. */
  environment?: Record<string, string>;
  /** Whether the built site is served, too. */
  withSite?: boolean;
  /** Replaces the cheap hash. */
  passwords?: PasswordHasher;
  /** Replaces the mailbox. */
  sendMail?: SendMail;
  /** Replaces the real internet for all requests of the server. */
  internet?: Internet;
  /** The service with the statistics of soldiers; by default there is none. */
  statistics?: StatisticsService;
  /** False leaves the HTTP server without a port; the caller passes requests to it. */
  listen?: boolean;
  /** The reason why this world always has one server process, also when the tests run on a fleet. */
  singleProcess?: string;
  /** Whether there are two servers when the database is PostgreSQL, whatever the tests run on. */
  isFleet?: boolean;
};

/**
 * Starts a server on a free port of this machine with an empty database; disposing of it removes all its files. When the
 * tests run on a fleet, there are two servers, in two processes, and requests alternate between them.
 */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const { environment = {}, withSite, listen = true, passwords, sendMail, internet, statistics } = options;
  const { isFleet = process.env["TEST_FLEET"] === "on" && listen && options.singleProcess === undefined } = options;
  const varDir = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const databaseUrl = environment["DATABASE_URL"] ?? (await getEmptyDatabaseUrl());
  const variables = {
    PORT: String(await findFreePort()),
    VAR_DIR: varDir,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
    STATS_URL: statistics?.url ?? "off",
    ...environment,
    ...getDatabaseVariables(databaseUrl),
  };
  const config = readConfig(variables);
  let turnedMs = 0;
  const routing = internet?.install(config.origin) ?? (statistics && routeRequests(config.origin, outbound));
  const server = await openServer(config, { withSite, passwords, sendMail });
  const hasFunctions = [passwords, sendMail, internet].some((part) => part !== undefined);
  const parts = { withSite, passwords, sendMail, hasFunctions, hasStatistics: statistics !== undefined };
  const secondServer = isFleet && isPostgresUrl(databaseUrl) ? await openSecondServer(variables, parts) : null;
  const httpServer = secondServer ? createAlternatingServer(server, secondServer) : server.httpServer;
  if (listen) {
    httpServer.listen(config.port, config.host);
    await once(httpServer, "listening");
  }
  return {
    origin: config.origin,
    context: secondServer ? createSharedContext(server.context, secondServer) : server.context,
    httpServer,
    turnClock: (ms) => {
      turnedMs += ms;
      turnProcessClock(ms);
      secondServer?.syncClock();
    },
    async mails() {
      await Promise.all([server.context.outbox.drained(), secondServer?.drained()]);
      return readMailbox(join(varDir, "mailbox"));
    },
    visitor: () => createVisitor(config.origin),
    async [Symbol.asyncDispose]() {
      turnProcessClock(-turnedMs);
      httpServer.closeAllConnections();
      httpServer.close();
      await secondServer?.[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      routing?.[Symbol.dispose]();
      await rm(varDir, { recursive: true });
      if (environment["DATABASE_URL"] === undefined) releaseDatabase(databaseUrl);
    },
  };
}

/** Creates a server that forwards requests alternately to two servers. */
function createAlternatingServer(first: WorldServer, second: SecondServer): Server {
  let requests = 0;
  return createServer(LIMITS, (request, response) => {
    requests += 1;
    if (requests % 2) first.httpServer.emit("request", request, response);
    else second.handle(request, response);
  });
}

/** Returns the first server's context, in which `drained` waits for both servers. */
function createSharedContext(context: WorldContext, second: SecondServer): WorldContext {
  const drained = (own: () => Promise<void>) => async () => {
    await Promise.all([own(), second.drained()]);
    // The second server may have created work for the first.
    await own();
  };
  return {
    ...context,
    outbox: { ...context.outbox, drained: drained(context.outbox.drained) },
    jobs: { ...context.jobs, drained: drained(context.jobs.drained) },
  };
}

/** Applies the server's own limits to its requests, as `serve` does. All worlds share it, because they may overlap. */
const outbound = createOutbound();
