// The whole server in one value, for tests and for `npm run dev`: real HTTP, tRPC, account library and database, with
// a clock the test turns, a mailbox it reads and a cheap password hash.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Arsenals } from "#domain/arsenal/arsenal.ts";
import { createApp } from "#server/app.ts";
import { readArsenals } from "#server/arsenals.ts";
import { acceptOldSignatures } from "#server/auth/old-signatures.ts";
import { createPasswordHasher, type PasswordHasher } from "#server/auth/password.ts";
import { readConfig } from "#server/config/config.ts";
import { type Context, openContext } from "#server/context.ts";
import { createDoor } from "#server/http/door.ts";
import { openSite } from "#server/http/site.ts";
import { type KeptMail, mailsIn } from "#server/mail/mailbox.ts";
import type { SendMail } from "#server/mail/mailer.ts";
import { createOutbound } from "#server/outbound.ts";
import { turnProcessClock } from "./clock.ts";
import { freePort } from "./free-port.ts";
import { divert, type Internet } from "./internet.ts";
import { createLibrary, libraryApp } from "./library.ts";
import type { StatisticsService } from "./statistics-service.ts";
import { freshDatabaseUrl } from "./test-database.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Whether the contract's checks are run against the account library as it comes. */
const IS_LIBRARY = process.env["CONTRACT"] === "library";
const CHEAP_HASH = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** Read once: no world changes them. */
let known: Arsenals | undefined;
const arsenals = (): Arsenals => (known ??= readArsenals(join(ROOT, "data")));

export type World = AsyncDisposable & {
  origin: string;
  context: Context;
  door: Server;
  /** Moves the clock of the whole process on, until the world is disposed of. */
  turnClock(ms: number): void;
  /** Newest first, every mail that was due among them. */
  mails(): Promise<KeptMail[]>;
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
  /** What tells of soldiers; without it nothing does. */
  statistics?: StatisticsService;
  /** False leaves the door without a port, for someone else to stand in front of it. */
  listen?: boolean;
};

/** A server on a free port of this machine, its database empty; disposing of it leaves nothing behind. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const { environment = {}, withSite = false, listen = true, sendMail, internet, statistics } = options;
  const { passwords = createPasswordHasher(CHEAP_HASH) } = options;
  const varDir = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const config = readConfig({
    PORT: String(await freePort()),
    VAR_DIR: varDir,
    DATABASE_URL: await freshDatabaseUrl(),
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
    STATS_URL: statistics?.url ?? "off",
    ...environment,
  });
  let turnedMs = 0;
  const online = internet?.stretchAround(config.origin) ?? (statistics && divert(config.origin, limited));
  const context = await openContext(config, {
    arsenals: arsenals(),
    passwords,
    ...(sendMail && { sendMail }),
    ...(IS_LIBRARY && { createAuth: createLibrary }),
  });
  const site = withSite ? openSite(join(ROOT, "dist"), context.now, config.contact) : null;
  const door = createDoor(IS_LIBRARY ? libraryApp(context.auth) : createApp(context, site), context);
  acceptOldSignatures(door, config);
  if (listen) {
    door.listen(config.port, config.host);
    await once(door, "listening");
  }
  return {
    origin: config.origin,
    context,
    door,
    turnClock: (ms) => {
      turnedMs += ms;
      turnProcessClock(ms);
    },
    async mails() {
      await context.outbox.drained();
      return mailsIn(join(varDir, "mailbox"));
    },
    visitor: () => createVisitor(config.origin),
    async [Symbol.asyncDispose]() {
      turnProcessClock(-turnedMs);
      door.closeAllConnections();
      door.close();
      await context[Symbol.asyncDispose]();
      online?.[Symbol.dispose]();
      await rm(varDir, { recursive: true });
    },
  };
}

/** The server's own limits on its calls, as `serve` sets them; one dispatcher for all worlds, since they may overlap. */
const limited = createOutbound();
