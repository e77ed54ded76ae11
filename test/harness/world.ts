// The whole server in one value, for tests and for `npm run dev`: real HTTP, tRPC, account library and database, with
// a clock the test turns, a mailbox it reads and a cheap password hash.
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
import { freePort } from "#test/harness/processes/free-port.ts";
import { openSecond, type Second } from "#test/harness/processes/second.ts";
import { freshDatabaseUrl, getDatabaseVariables, leaveDatabase } from "#test/harness/processes/test-database.ts";
import { divert, type Internet } from "./internet.ts";
import { openServer, type WorldContext, type WorldServer } from "./server.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export type World = AsyncDisposable & {
  origin: string;
  context: WorldContext;
  httpServer: Server;
  /** Moves the clock of the whole process on, until the world is disposed of. */
  turnClock(ms: number): void;
  /** Newest first, every mail that was due among them. */
  mails(): Promise<StoredMail[]>;
  /** A browser that was never here: no cookies, an address of its own. */
  visitor(): Visitor;
};

export type WorldOptions = {
  /** Variables beside the world's own. */
  environment?: Record<string, string>;
  /** Whether to serve the built site, too. */
  withSite?: boolean;
  /** In place of a cheap hash. */
  passwords?: PasswordHasher;
  /** In place of the mailbox. */
  sendMail?: SendMail;
  /** In place of the real one, for everything that the server calls. */
  internet?: Internet;
  /** The service that returns the statistics of soldiers; without it there are none. */
  statistics?: StatisticsService;
  /** False leaves the HTTP server without a port: the caller passes requests to it. */
  listen?: boolean;
  /** The reason for one server process where other worlds have two. */
  singleProcess?: string;
  /** Two servers where the database is PostgreSQL, also where worlds have one. */
  isFleet?: boolean;
};

/**
 * A server on a free port of this machine with an empty database; disposing of it leaves nothing behind. When the tests
 * run against a fleet, there are two servers, each in a process of its own, and requests go to them in turn.
 */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const { environment = {}, withSite, listen = true, passwords, sendMail, internet, statistics } = options;
  const { isFleet = process.env["TEST_FLEET"] === "on" && listen && options.singleProcess === undefined } = options;
  const varDir = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const databaseUrl = environment["DATABASE_URL"] ?? (await freshDatabaseUrl());
  const variables = {
    PORT: String(await freePort()),
    VAR_DIR: varDir,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
    STATS_URL: statistics?.url ?? "off",
    ...environment,
    ...getDatabaseVariables(databaseUrl),
  };
  const config = readConfig(variables);
  let turnedMs = 0;
  const online = internet?.install(config.origin) ?? (statistics && divert(config.origin, limited));
  const server = await openServer(config, { withSite, passwords, sendMail });
  const isOfFunctions = [passwords, sendMail, internet].some((made) => made !== undefined);
  const parts = { withSite, passwords, sendMail, isOfFunctions, hasStatistics: statistics !== undefined };
  const second = isFleet && isPostgresUrl(databaseUrl) ? await openSecond(variables, parts) : null;
  const httpServer = second ? inTurn(server, second) : server.httpServer;
  if (listen) {
    httpServer.listen(config.port, config.host);
    await once(httpServer, "listening");
  }
  return {
    origin: config.origin,
    context: second ? ofBoth(server.context, second) : server.context,
    httpServer,
    turnClock: (ms) => {
      turnedMs += ms;
      turnProcessClock(ms);
      second?.turn();
    },
    async mails() {
      await Promise.all([server.context.outbox.drained(), second?.drained()]);
      return readMailbox(join(varDir, "mailbox"));
    },
    visitor: () => createVisitor(config.origin),
    async [Symbol.asyncDispose]() {
      turnProcessClock(-turnedMs);
      httpServer.closeAllConnections();
      httpServer.close();
      await second?.[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      online?.[Symbol.dispose]();
      await rm(varDir, { recursive: true });
      if (environment["DATABASE_URL"] === undefined) leaveDatabase(databaseUrl);
    },
  };
}

/** A server that hands requests to two in turn. */
function inTurn(first: WorldServer, second: Second): Server {
  let requests = 0;
  return createServer(LIMITS, (request, response) => {
    requests += 1;
    if (requests % 2) first.httpServer.emit("request", request, response);
    else second.answer(request, response);
  });
}

/** The first server's own things; what is waited for is waited for at both. */
function ofBoth(context: WorldContext, second: Second): WorldContext {
  const drained = (own: () => Promise<void>) => async () => {
    await Promise.all([own(), second.drained()]);
    // What one has done may be something for the other to do.
    await own();
  };
  return {
    ...context,
    outbox: { ...context.outbox, drained: drained(context.outbox.drained) },
    jobs: { ...context.jobs, drained: drained(context.jobs.drained) },
  };
}

/** The server's own limits on its calls, as `serve` sets them; one dispatcher for all worlds, since they may overlap. */
const limited = createOutbound();
