import { createHmac } from "node:crypto";
import { resolve } from "node:path";
import type { Arsenals } from "#domain/arsenal/arsenal.ts";
import type { Auth, AuthParts } from "./auth/auth.ts";
import { putWorkersBehindEventLoop } from "./auth/behind-event-loop.ts";
import { cookiePrefixOf } from "./auth/cookie-prefix.ts";
import type { PasswordHasher } from "./auth/password.ts";
import { restoreOwners } from "./auth/platoon-owners.ts";
import { createSessionOf, type SessionOf } from "./auth/session-of.ts";
import { type Changes, createChanges } from "./changes.ts";
import type { Config } from "./config/config.ts";
import { ensureFolder } from "./config/folder.ts";
import { secretOf } from "./config/secret.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { watchFile } from "./database/file-identity.ts";
import { createHousekeeping } from "./database/housekeeping.ts";
import { migrate } from "./database/migrate.ts";
import { patiently } from "./database/patience.ts";
import { findWords } from "./features/loadout/missing-words.ts";
import { importStatistics } from "./features/soldier/import-statistics.ts";
import { refreshSoldier } from "./features/soldier/refresh.ts";
import { createSchedule } from "./features/soldier/schedule.ts";
import { createHealth, databasePart, type Health, redisPart } from "./http/health.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { type Budget, createBudget } from "./limits/budget.ts";
import { createLeases } from "./limits/lease.ts";
import { createRedisBudget } from "./limits/redis-budget.ts";
import { createLogger, type Logger } from "./logger.ts";
import { withinMailboxLimit } from "./mail/mailbox-limit.ts";
import { createMailer, type SendMail } from "./mail/mailer.ts";
import { createOutbox, type Outbox } from "./mail/outbox.ts";
import { onlyReachable } from "./mail/reachable.ts";
import type { Messages } from "./messages/messages.ts";
import { openMessages } from "./messages/open-messages.ts";
import { type Observer, observedBudget } from "./observer.ts";
import { type BackgroundOperations, createBackgroundOperations } from "./operations/background.ts";
import { openRedis } from "./redis/redis.ts";
import { createStatisticsSource, type StatisticsSource } from "./sources/statistics-source.ts";
import { createStreams, type Streams } from "./streams.ts";
import { whenUsed } from "./when-used.ts";

/** Everything the server owns; closed by `await using` or its dispose. */
export type Context = AsyncDisposable & {
  config: Config;
  logger: Logger;
  db: Database;
  /** The account system, put together when it is first asked for: of all a start could load it is the most. */
  accounts: () => Promise<Auth>;
  sessionOf: SessionOf;
  arsenals: Arsenals;
  messages: Messages;
  changes: Changes;
  streams: Streams;
  statistics: StatisticsSource;
  /** What the ids of shares are made with. */
  shareKey: string;
  outbox: Outbox;
  jobs: Jobs;
  operations: BackgroundOperations;
  health: Health;
  budget: Budget;
  now: () => Date;
};

export type ContextParts = {
  /** The games' figures, read by `readArsenals`. */
  arsenals: Arsenals;
  passwords?: PasswordHasher;
  /** In place of the mail server or mailbox that the configuration names. */
  sendMail?: SendMail;
  logger?: Logger;
  /** In place of our account system. */
  createAuth?: (parts: AuthParts) => Auth;
  now?: () => Date;
  /** Told of statements and refusals. */
  observers?: readonly Observer[];
};

/** Opens what the configuration names, the schema up to date; what was opened is closed again when a later step fails. */
export async function openContext(config: Config, parts: ContextParts): Promise<Context> {
  const {
    arsenals,
    sendMail = createMailer(config),
    logger = createLogger(config),
    now = () => new Date(),
    observers = [],
  } = parts;
  ensureFolder(resolve(config.varDir), "VAR_DIR");
  const secret = await secretOf(config);
  await using opened = new AsyncDisposableStack();
  const db = openDatabase(config.database, logger, observers);
  opened.defer(() => db.destroy());
  await migrate(db, config.database.kind);
  const isInPlace = await watchFile(config.database);
  await patiently(() => findWords(db, config.database.kind, arsenals));
  const redis = config.redisUrl === null ? null : opened.use(await openRedis(config.redisUrl, logger));
  const messages = opened.use(await openMessages({ database: config.database, redis, logger }));
  opened.use(createHousekeeping({ db, now, logger, chores: [(at) => restoreOwners(db, at)] }));
  const operations = opened.use(createBackgroundOperations(db, logger));
  const outbox = opened.use(createOutbox({ db, send: sendMail, now, logger }));
  const counted = redis ? createRedisBudget(redis, createBudget(db, now), now) : createBudget(db, now);
  const budget = observedBudget(counted, observers);
  const inTurn = createLeases(db, now);
  const send = onlyReachable(withinMailboxLimit(outbox.enqueue, budget, logger));
  const accounts = whenUsed(async () => {
    const [library, { createPasswordHasher }] = await Promise.all([
      import("./auth/auth.ts"),
      import("./auth/password.ts"),
      putWorkersBehindEventLoop(),
    ]);
    const { createAuth = library.createAuth, passwords = createPasswordHasher() } = parts;
    return createAuth({ config, secret, db, logger, passwords, sendMail: send, budget, inTurn });
  });
  const statistics = createStatisticsSource({ ...config.statistics, db, budget, arsenals, logger, now });
  const { everyMs } = config.statistics;
  const kinds = { ...refreshSoldier({ db, statistics, everyMs, now }), ...importStatistics(db, now) };
  const jobs = opened.use(createJobs({ db, kinds, messages, now, logger }));
  opened.use(createSchedule({ db, jobs, everyMs, now, logger }));
  const streams = opened.use(createStreams({ db, now, logger }));
  const kept = opened.move();
  return {
    config,
    logger,
    db,
    accounts,
    sessionOf: createSessionOf({ db, secret, cookiePrefix: cookiePrefixOf(config), now }),
    arsenals,
    messages,
    changes: createChanges(messages),
    streams,
    shareKey: createHmac("sha256", secret).update("shares").digest("base64url"),
    outbox,
    statistics,
    jobs,
    operations,
    health: createHealth({ database: databasePart(db, isInPlace), ...(redis && { redis: redisPart(redis) }) }),
    budget,
    now,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
