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
import { createSessionOf, getCookiePrefix, type SessionOf } from "#server/auth/sessions/session-of.ts";
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
import { createAccountLanguage, inRecipientLanguage, type ReaderParts } from "#server/http/language.ts";
import type { Site } from "#server/http/site.ts";
import type { JobKinds } from "#server/jobs/job.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { createMailer, type SendLetter, type SendMail, withinMailboxLimit } from "#server/mail/mailer.ts";
import { createOutbox, type Outbox, onlyReachable } from "#server/mail/outbox.ts";
import { createPeople, type People, type PersonFeature } from "#server/people/people.ts";
import { createStatisticsSource, type StatisticsSource } from "#server/sources/statistics-source.ts";
import type { AdminCommand } from "./admin/admin-commands.ts";
import { createEvents, type Events } from "./events.ts";
import type { MailOutcome, Observer } from "./observer.ts";
import { getConnectionName, PROCESS } from "./release.ts";
import { createStreams, type Streams } from "./streams.ts";

/** Everything the server owns; closed by `await using` or its dispose. */
export type Context = AsyncDisposable & {
  config: Config;
  logger: Logger;
  db: Database;
  /** The account system, put together when it is first asked for: of all a start could load it is the most. */
  accounts: () => Promise<Auth>;
  sessionOf: SessionOf;
  /** The languages that people may choose. */
  languages: ReaderParts["languages"];
  getAccountLanguage: ReaderParts["getAccountLanguage"];
  arsenals: Arsenals;
  messages: PubSub;
  events: Events;
  people: People;
  streams: Streams;
  statistics: StatisticsSource;
  /** What the ids of shares are made with. */
  shareKey: string;
  outbox: Outbox;
  jobs: Jobs;
  health: Health;
  rateLimiter: RateLimiter;
  /** A limit on cheap reads, for each key, over all processes. */
  createCounter: (name: string, limit: Limit) => Counter;
  withLock: WithLock;
  now: () => Date;
};

/** What work after an answer may use. */
export type JobParts = Pick<
  Context,
  "db" | "arsenals" | "events" | "statistics" | "rateLimiter" | "messages" | "now" | "logger" | "config"
>;

export type ChoreParts = Pick<Context, "config" | "arsenals"> & { sendMail: SendLetter };

/** What a feature gives the server in its register.ts; features.ts lists them. */
export type Feature = PersonFeature & {
  /** Its procedures by name, loaded with the first call. */
  routers: () => Promise<Record<string, AnyRouter>>;
  /** What it adds to the account library, loaded with that. */
  accountExtension?: () => Promise<(parts: AuthParts) => AccountExtension>;
  jobs?: (parts: JobParts) => JobKinds;
  /** Begins what goes on by itself. */
  start?: (parts: JobParts & { jobs: Jobs }) => Disposable;
  /** Of the hourly purge. */
  chores?: (parts: ChoreParts) => readonly Chore[];
  /** What it answers beside its procedures. */
  routes?: (app: Hono<AppEnvironment>, context: Context, site: Site | null) => void;
  adminCommands?: Readonly<Record<string, AdminCommand>>;
};

export type ContextParts = {
  features: readonly Feature[];
  /** The games' figures, read by `readArsenals`. */
  arsenals: Arsenals;
  /** The languages that people may choose; those of a release by default. */
  languages?: readonly Language[];
  passwords?: PasswordHasher;
  /** In place of the mail server or mailbox that the configuration names. */
  sendMail?: SendMail;
  logger?: Logger;
  /** In place of our account system. */
  createAuth?: (parts: AuthParts) => Auth;
  now?: () => Date;
  /** Called for statements and refusals. */
  observers?: readonly Observer[];
};

/** Opens what the configuration names, the schema up to date; what was opened is closed again when a later step fails. */
export async function openContext(config: Config, parts: ContextParts): Promise<Context> {
  const { features, arsenals, languages = RELEASED_LANGUAGES, observers = [], now = () => new Date() } = parts;
  const { logger = createLogger({ ...config, base: PROCESS }) } = parts;
  ensureFolder(resolve(config.varDir), "VAR_DIR");
  const secret = await getSecret(config);
  await using opened = new AsyncDisposableStack();
  const outages = createOutageLog(logger);
  const db = openDatabase(config.database, logger, observers, outages);
  opened.defer(() => db.destroy());
  await migrate(db, config.database, logger);
  if (config.database.kind === "postgres") await checkPostgres(db, config.database, logger);
  const isInPlace = await watchFile(config.database);
  const messages = opened.use(await openPubSub(config.database, outages));
  const mailQueue = openOutbox({ db, now, logger, observers, config, sendMail: parts.sendMail }, opened);
  const deferred = opened.use(createDeferredWork(logger));
  const outbox: Outbox = {
    ...mailQueue,
    // A call that mails something may have left that for later.
    drained: async () => {
      await deferred.drained();
      await mailQueue.drained();
    },
  };
  const { rateLimiter, createCounter } = createLimits({ db, config, observers, now });
  const withLock = createLocks(db, now);
  const send = inRecipientLanguage(db, onlyReachable(withinMailboxLimit(outbox.enqueue, rateLimiter, logger)));
  const people = createPeople(features);
  const chores = listChores(features, people, { config, arsenals, sendMail: send });
  opened.use(createStorageProbe(db, config.database, outages, now));
  opened.use(createHousekeeping({ db, now, logger, chores }));
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
  const statistics = createStatisticsSource({ ...config.statistics, db, rateLimiter, arsenals, logger, now });
  const jobParts = { db, arsenals, events, statistics, rateLimiter, messages, now, logger, config };
  const kinds = Object.assign({}, ...features.map((feature) => feature.jobs?.(jobParts)));
  const jobs = opened.use(createJobs({ ...jobParts, kinds }));
  for (const { start } of features) if (start) opened.use(start({ ...jobParts, jobs }));
  const streams = opened.use(createStreams({ db, now, logger }));
  const sessionOf = createSessionOf({ db, secret, cookiePrefix: getCookiePrefix(config), now });
  const stored = opened.move();
  return {
    config,
    logger,
    db,
    accounts,
    sessionOf,
    languages,
    getAccountLanguage: createAccountLanguage({ db, sessionOf }),
    arsenals,
    messages,
    events,
    people,
    streams,
    shareKey: createHmac("sha256", secret).update("shares").digest("base64url"),
    outbox,
    statistics,
    jobs,
    health: createHealth(db, isInPlace, () => outages.trouble),
    rateLimiter,
    createCounter,
    withLock,
    now,
    [Symbol.asyncDispose]: () => stored.disposeAsync(),
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
  const counted = createRateLimiter(db, now);
  const rateLimiter = observeRateLimiter(counted, (kind) => {
    for (const observer of observers) observer.refused(kind);
  });
  const clock = () => now().getTime();
  return {
    rateLimiter,
    createCounter: (name, limit) =>
      // On SQLite there is one process.
      config.database.kind === "sqlite"
        ? createMemoryCounter(limit, clock)
        : createSharedCounter(name, limit, counted, clock),
  };
}

async function openAccounts(shared: Omit<AuthParts, "passwords" | "extensions">, given: ContextParts): Promise<Auth> {
  const [library, { createPasswordHasher }] = await Promise.all([
    import("./auth/auth.ts"),
    import("#server/auth/credentials/password.ts"),
    lowerWorkerPriority(),
  ]);
  const { features, createAuth = library.createAuth, passwords = createPasswordHasher() } = given;
  const extensions = await Promise.all(features.flatMap(({ accountExtension }) => accountExtension?.() ?? []));
  return createAuth({ ...shared, passwords, extensions });
}

type OutboxParts = Pick<Context, "db" | "now" | "logger" | "config"> & {
  observers: readonly Observer[];
  sendMail: SendMail | undefined;
};

/** The outbox closes before the connections of its mailer. */
function openOutbox({ config, sendMail, observers, ...parts }: OutboxParts, opened: AsyncDisposableStack): Outbox {
  const mailer = opened.use(createMailer(config));
  const onOutcome = (outcome: MailOutcome) => {
    for (const observer of observers) observer.mail(outcome);
  };
  return opened.use(createOutbox({ ...parts, send: sendMail ?? mailer.send, atOnce: mailer.atOnce, onOutcome }));
}

/** Messages between processes over PostgreSQL; on SQLite, within the one process. */
export async function openPubSub(place: DatabasePlace, outages: OutageLog): Promise<PubSub> {
  if (place.kind === "sqlite") return createPubSub();
  const { postgresTransport } = await import("#platform/pubsub/postgres-transport.ts");
  const server = { url: place.directUrl ?? place.url, name: getConnectionName(place.poolSize ?? 0) };
  return createPubSub((events) => postgresTransport(server, outages, events));
}
