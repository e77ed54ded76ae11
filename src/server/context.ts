import { createHmac } from "node:crypto";
import { resolve } from "node:path";
import type { AnyRouter } from "@trpc/server";
import type { Hono } from "hono";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { type Language, RELEASED_LANGUAGES } from "#messages/languages.ts";
import { lazy } from "#platform/cache.ts";
import { createOutageLog, type OutageLog } from "#platform/database/outage-log.ts";
import { createDeferredWork } from "#platform/deferred-work.ts";
import { lowerWorkerPriority } from "#platform/event-loop.ts";
import { ensureFolder } from "#platform/folder.ts";
import { createLocks, type WithLock } from "#platform/lock.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import { createPubSub, type PubSub } from "#platform/pubsub/pubsub.ts";
import {
  type Counter,
  createMemoryCounter,
  createRateLimiter,
  createSharedCounter,
  type Limit,
  observeRateLimiter,
  type RateLimiter,
} from "#platform/rate-limit.ts";
import type { Auth } from "#server/auth/auth.ts";
import type { AccountExtension, AuthParts } from "#server/auth/auth-parts.ts";
import type { PasswordHasher } from "#server/auth/credentials/password.ts";
import { createSessionReader, getCookiePrefix, type ReadSession } from "#server/auth/sessions/session-of.ts";
import type { Config, DatabasePlace } from "#server/config/config.ts";
import { getSecret } from "#server/config/config.ts";
import { checkPostgres, type Database, openDatabase } from "#server/database/database.ts";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { createHousekeeping } from "#server/database/housekeeping.ts";
import { migrate } from "#server/database/migrate.ts";
import type { Chore } from "#server/database/purge-run.ts";
import { createStorageProbe } from "#server/database/storage-probe.ts";
import { createHealth, type Health, watchFile } from "#server/http/health.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { createAccountLanguageReader, createRecipientSender, type ReaderParts } from "#server/http/language.ts";
import type { Site } from "#server/http/site.ts";
import type { JobKinds } from "#server/jobs/job.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { createLimitedSender, createMailer, type SendLetter, type SendMail } from "#server/mail/mailer.ts";
import { createOutbox, type Outbox, skipUnreachable } from "#server/mail/outbox.ts";
import { createPeople, type People, type PersonFeature } from "#server/people/people.ts";
import { createStatisticsSource, type StatisticsSource } from "#server/sources/statistics-source.ts";
import type { AdminCommand } from "./admin/admin-commands.ts";
import { createEvents, type Events } from "./events.ts";
import { createLocalArsenals } from "./local-arsenals.ts";
import type { MailOutcome, Observer } from "./observer.ts";
import { getConnectionName, PROCESS } from "./release.ts";
import { createStreams, type Streams } from "./streams.ts";

/** All services of the server; disposing closes them. */
export type Context = AsyncDisposable & {
  config: Config;
  logger: Logger;
  db: Database;
  /** The account system, created on first use because loading it takes longest. */
  accounts: () => Promise<Auth>;
  readSession: ReadSession;
  /** The languages that users can choose. */
  languages: ReaderParts["languages"];
  getAccountLanguage: ReaderParts["getAccountLanguage"];
  arsenals: Arsenals;
  messages: PubSub;
  events: Events;
  people: People;
  streams: Streams;
  statistics: StatisticsSource;
  /** The key from which the ids of shares are derived. */
  shareKey: string;
  outbox: Outbox;
  jobs: Jobs;
  health: Health;
  rateLimiter: RateLimiter;
  /** Creates a limit per key on cheap reads, shared by all processes. */
  createCounter: (name: string, limit: Limit) => Counter;
  withLock: WithLock;
  now: () => Date;
};

/** The services that jobs may use. */
export type JobParts = Pick<
  Context,
  "db" | "arsenals" | "events" | "statistics" | "rateLimiter" | "messages" | "now" | "logger" | "config"
>;

export type ChoreParts = Pick<Context, "config" | "arsenals"> & { sendMail: SendLetter };

/** The parts of a feature, exported by its register.ts and listed in features.ts. */
export type Feature = PersonFeature & {
  /** The routers by name, loaded with the first call. */
  routers: () => Promise<Record<string, AnyRouter>>;
  /** The extension of the account library, loaded with it. */
  accountExtension?: () => Promise<(parts: AuthParts) => AccountExtension>;
  jobs?: (parts: JobParts) => JobKinds;
  /** Starts the background work. */
  start?: (parts: JobParts & { jobs: Jobs }) => Disposable;
  /** Tasks of the hourly purge. */
  chores?: (parts: ChoreParts) => readonly Chore[];
  /** Registers HTTP routes besides the procedures. */
  routes?: (app: Hono<AppEnvironment>, context: Context, site: Site | null) => void;
  adminCommands?: Readonly<Record<string, AdminCommand>>;
};

export type ContextParts = {
  features: readonly Feature[];
  /** The games' data, read by `readArsenals`. */
  arsenals: Arsenals;
  /** The languages that users can choose; by default those of a release. */
  languages?: readonly Language[];
  passwords?: PasswordHasher;
  /** Replaces the configured mail server or mailbox. */
  sendMail?: SendMail;
  logger?: Logger;
  /** Replaces the account system. */
  createAuth?: (parts: AuthParts) => Auth;
  now?: () => Date;
  /** Called for statements and refusals. */
  observers?: readonly Observer[];
};

/** Opens the configured services and migrates the schema. If a step fails, everything opened before is closed again. */
export async function openContext(config: Config, parts: ContextParts): Promise<Context> {
  const { features, languages = RELEASED_LANGUAGES, observers = [], now = () => new Date() } = parts;
  const arsenals = createLocalArsenals(parts.arsenals);
  const { logger = createLogger({ ...config, base: PROCESS }) } = parts;
  ensureFolder(resolve(config.varDir), "VAR_DIR");
  const secret = await getSecret(config);
  await using resources = new AsyncDisposableStack();
  const outages = createOutageLog(logger);
  const db = openDatabase(config.database, logger, observers, outages);
  resources.defer(() => db.destroy());
  await migrate(db, config.database, logger);
  if (config.database.kind === "postgres") await checkPostgres(db, config.database, logger);
  const isFileUnchanged = await watchFile(config.database);
  const messages = resources.use(await openPubSub(config.database, outages));
  const mailQueue = openOutbox({ db, now, logger, observers, config, sendMail: parts.sendMail }, resources);
  const deferred = resources.use(createDeferredWork(logger));
  const outbox: Outbox = {
    ...mailQueue,
    // A call may have deferred its mails.
    drained: async () => {
      await deferred.drained();
      await mailQueue.drained();
    },
  };
  const { rateLimiter, createCounter } = createLimits({ db, config, observers, now });
  const withLock = createLocks(db, now);
  const send = createRecipientSender(db, skipUnreachable(createLimitedSender(outbox.enqueue, rateLimiter, logger)));
  const people = createPeople(features);
  const chores = listChores(features, people, { config, arsenals, sendMail: send });
  resources.use(createStorageProbe(db, config.database, outages, now));
  resources.use(createHousekeeping({ db, now, logger, chores }));
  const events = createEvents(messages);
  const { defer } = deferred;
  const shared = {
    config,
    secret,
    db,
    logger,
    rateLimiter,
    withLock,
    defer,
    sendMail: send,
    events,
    deleteAccount: (userId: string) => people.deleteAccount({ db, events }, userId),
    mergeGuest: (guestId: string, userId: string) => people.mergeGuest(db, guestId, userId),
  };
  const accounts = lazy(() => openAccounts(shared, parts));
  const statistics = createStatisticsSource({
    ...config.statistics,
    db,
    rateLimiter,
    arsenals: parts.arsenals,
    logger,
    now,
  });
  const jobParts = { db, arsenals, events, statistics, rateLimiter, messages, now, logger, config };
  const kinds = Object.assign({}, ...features.map((feature) => feature.jobs?.(jobParts)));
  const jobs = resources.use(createJobs({ ...jobParts, kinds }));
  for (const { start } of features) if (start) resources.use(start({ ...jobParts, jobs }));
  const streams = resources.use(createStreams({ db, now, logger }));
  const readSession = createSessionReader({ db, secret, cookiePrefix: getCookiePrefix(config), now });
  const disposables = resources.move();
  return {
    config,
    logger,
    db,
    accounts,
    readSession,
    languages,
    getAccountLanguage: createAccountLanguageReader({ db, readSession }),
    arsenals,
    messages,
    events,
    people,
    streams,
    shareKey: createHmac("sha256", secret).update("shares").digest("base64url"),
    outbox,
    statistics,
    jobs,
    health: createHealth(db, isFileUnchanged, () => outages.trouble),
    rateLimiter,
    createCounter,
    withLock,
    now,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

/** The tasks of the hourly purge, in this order. */
export const listChores = (features: readonly Feature[], people: People, parts: ChoreParts): readonly Chore[] => [
  purgeExpired,
  people.purgeGuests,
  people.purgeFormerPeople,
  ...features.flatMap((feature) => feature.chores?.(parts) ?? []),
];

type LimitParts = Pick<Context, "db" | "config" | "now"> & { observers: readonly Observer[] };

function createLimits(parts: LimitParts): Pick<Context, "rateLimiter" | "createCounter"> {
  const { db, config, observers, now } = parts;
  const limiter = createRateLimiter(db, now);
  const rateLimiter = observeRateLimiter(limiter, (kind) => {
    for (const observer of observers) observer.refused(kind);
  });
  const clock = () => now().getTime();
  return {
    rateLimiter,
    createCounter: (name, limit) =>
      // With SQLite there is only one process.
      config.database.kind === "sqlite"
        ? createMemoryCounter(limit, clock)
        : createSharedCounter(name, limit, limiter, clock),
  };
}

async function openAccounts(shared: Omit<AuthParts, "passwords" | "extensions">, parts: ContextParts): Promise<Auth> {
  const [library, { createPasswordHasher }] = await Promise.all([
    import("./auth/auth.ts"),
    import("#server/auth/credentials/password.ts"),
    lowerWorkerPriority(),
  ]);
  const { features, createAuth = library.createAuth, passwords = createPasswordHasher() } = parts;
  const extensions = await Promise.all(features.flatMap(({ accountExtension }) => accountExtension?.() ?? []));
  return createAuth({ ...shared, passwords, extensions });
}

type OutboxParts = Pick<Context, "db" | "now" | "logger" | "config"> & {
  observers: readonly Observer[];
  sendMail: SendMail | undefined;
};

/** Opens the outbox after its mailer, so that it is closed before the mailer's connections. */
function openOutbox({ config, sendMail, observers, ...parts }: OutboxParts, resources: AsyncDisposableStack): Outbox {
  const mailer = resources.use(createMailer(config));
  const onOutcome = (outcome: MailOutcome) => {
    for (const observer of observers) observer.mail(outcome);
  };
  return resources.use(
    createOutbox({ ...parts, send: sendMail ?? mailer.send, maxConcurrent: mailer.maxConcurrent, onOutcome }),
  );
}

/** Returns a PubSub over PostgreSQL, or within this process with SQLite. */
export async function openPubSub(place: DatabasePlace, outages: OutageLog): Promise<PubSub> {
  if (place.kind === "sqlite") return createPubSub();
  const { postgresTransport } = await import("#platform/pubsub/postgres-transport.ts");
  const server = { url: place.directUrl ?? place.url, name: getConnectionName(place.poolSize ?? 0) };
  return createPubSub((events) => postgresTransport(server, outages, events));
}
