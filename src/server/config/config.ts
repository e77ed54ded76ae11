// The environment's strings become a Config: checked once, with every fault named in one message.
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { canonicalAddress } from "#platform/http/client-address.ts";
import { type ProviderSettings, readProviders } from "./providers.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const ACCOUNT_FEATURES = [
  "passwords",
  "sign-up",
  "password-reset",
  "verification-mail",
  "change-email",
  "deletion",
  "linking",
] as const;
const DAY_S = 24 * 60 * 60;
const MONTH_H = 30 * 24;
const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A pattern, or this machine by a name that is not one of its own. */
const NO_PUBLIC_NAME = /\*|^(0|127)\.|^\[::|(^|\.)localhost\.$/;

/** Values separated by commas. */
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((value) => value.trim())
      .filter(Boolean),
  );

const environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The address the port is opened on. */
  HOST: z.string().min(1).default("127.0.0.1"),
  /** The address people use. Cookies, links in mails and the origin checks bind to it. */
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SECRET: z.string().min(32).optional(),
  /** Those before it, newest first: what they signed and encrypted is still read. */
  SECRETS_OLD: list.refine(
    (secrets) => secrets.every(({ length }) => length >= 32),
    "must be of 32 characters or more",
  ),
  VAR_DIR: z.string().min(1).default("var"),
  /** A file, or postgres://… */
  DATABASE_URL: z.string().min(1).optional(),
  /** What several machines count and tell each other by; redis:// or rediss://, with TLS. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** How many processes answer on this machine. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Where Prometheus may ask, on 127.0.0.1 alone. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** A collector of OpenTelemetry, spoken to over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("fieldlocker"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default("Fieldlocker <locker@localhost>"),
  /** Shown to people who have a question about the site or their data: an e-mail address or a page. */
  CONTACT: z.union([z.email(), z.url({ protocol: /^https?$/ })]).optional(),
  EMAIL_VERIFICATION: z.enum(["required", "optional"]).default("required"),
  /** What of the account system is switched off. */
  ACCOUNT_FEATURES_OFF: list.pipe(z.array(z.enum(ACCOUNT_FEATURES))),
  /** Whether a signed-in person may connect a provider's account of another address. */
  LINKING_DIFFERENT_EMAILS: z.enum(["on", "off"]).default("off"),
  /** Whether browsers keep the session in a cookie for a minute: fewer readings of the database, later revocations. */
  SESSION_CACHE: z.enum(["on", "off"]).default("off"),
  /** Addresses, separated by commas, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: list
    .transform((addresses) => addresses.map(canonicalAddress))
    .refine(
      (addresses) => addresses.every((address) => isIP(address) !== 0),
      "must be IP addresses separated by commas",
    ),
  /** The public service that is asked about soldiers. */
  STATS_URL: z.union([z.literal("off"), z.url({ protocol: /^https?$/ })]).default("https://api.gametools.network"),
  /** How long one of its answers serves everybody. */
  STATS_KEPT_S: z.coerce.number().int().min(0).max(DAY_S).default(300),
  /** How often a followed soldier is read by itself; 0: never. */
  STATS_EVERY_H: z.coerce.number().min(0).max(MONTH_H).default(24),
  /** How often the service is asked at most; it names no limit of its own. */
  STATS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(60),
  /** How often one client may call the API at most, all of it together. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000_000).default(1200),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/** The variables that are read, but those of sign-in providers. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

type Environment = z.infer<typeof environment>;

export type DatabasePlace = { kind: "sqlite"; path: string } | { kind: "postgres"; url: string };
export type AccountFeature = (typeof ACCOUNT_FEATURES)[number];
type MailPlace = { kind: "smtp"; url: string } | { kind: "mailbox"; folder: string };

export type Config = {
  port: number;
  host: string;
  /** Scheme, name and port only, e.g. https://locker.example. */
  origin: string;
  /** True while people reach the site on this machine alone. */
  isLoopback: boolean;
  /** Null: the site makes its own and keeps it in `varDir`, which only a loopback origin may. */
  secret: string | null;
  /** Newest first. */
  oldSecrets: readonly string[];
  varDir: string;
  database: DatabasePlace;
  redisUrl: string | null;
  workers: number;
  /** Null: nothing is measured. */
  metricsPort: number | null;
  /** Null: nothing is traced. */
  traces: { url: string; serviceName: string } | null;
  mail: MailPlace;
  mailFrom: string;
  /** An e-mail address or a page; null where no contact is configured. */
  contact: string | null;
  emailVerification: "required" | "optional";
  accountFeaturesOff: ReadonlySet<AccountFeature>;
  linksDifferentEmails: boolean;
  sessionCache: boolean;
  trustedProxies: readonly string[];
  providers: ProviderSettings;
  /** A `url` of null: no service is asked. An `everyMs` of 0: no soldier is read by itself. */
  statistics: { url: string | null; cacheMs: number; everyMs: number; perMinute: number };
  callsPerMinute: number;
  logLevel: (typeof LOG_LEVELS)[number];
};

/** Whether a URL's hostname means this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost");

/** The configuration these variables describe; throws one error that names every bad one. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const { data: env, error } = environment.safeParse(given);
  if (error) throw new Error(`The environment is not usable:\n${z.prettifyError(error)}`);
  const origin = new URL(env.ORIGIN ?? `http://localhost:${env.PORT}`);
  const isLoopback = isLoopbackName(origin.hostname);
  const { providers, faults: providerFaults } = readProviders(given);
  const faults = [...faultsTogether(env, origin, isLoopback), ...providerFaults];
  if (faults.length > 0) throw new Error(`The environment is not usable:\n${faults.join("\n")}`);
  return {
    port: env.PORT,
    host: env.HOST,
    origin: origin.origin,
    isLoopback,
    secret: env.SECRET ?? null,
    oldSecrets: env.SECRETS_OLD,
    varDir: env.VAR_DIR,
    database: parseDatabaseUrl(env.DATABASE_URL ?? join(env.VAR_DIR, "fieldlocker.sqlite")),
    redisUrl: env.REDIS_URL ?? null,
    workers: env.WORKERS,
    metricsPort: env.METRICS_PORT ?? null,
    traces: parseTraces(env),
    mail: env.SMTP_URL
      ? { kind: "smtp", url: env.SMTP_URL }
      : { kind: "mailbox", folder: join(env.VAR_DIR, "mailbox") },
    mailFrom: env.MAIL_FROM,
    contact: env.CONTACT ?? null,
    emailVerification: env.EMAIL_VERIFICATION,
    accountFeaturesOff: new Set(env.ACCOUNT_FEATURES_OFF),
    linksDifferentEmails: env.LINKING_DIFFERENT_EMAILS === "on",
    sessionCache: env.SESSION_CACHE === "on",
    trustedProxies: env.TRUSTED_PROXIES,
    providers,
    statistics: {
      url: env.STATS_URL === "off" ? null : env.STATS_URL,
      cacheMs: env.STATS_KEPT_S * 1000,
      everyMs: env.STATS_EVERY_H * 60 * 60_000,
      perMinute: env.STATS_PER_MINUTE,
    },
    callsPerMinute: env.CALLS_PER_MINUTE,
    logLevel: env.LOG_LEVEL,
  };
}

/** What single variables cannot tell: the demands of a public address, and what excludes what. */
function faultsTogether(env: Environment, origin: URL, isLoopback: boolean): string[] {
  const faults: string[] = [];
  if (origin.pathname !== "/" || origin.search || origin.hash || origin.username || origin.password) {
    faults.push("✖ An address without path, query or user\n  → at ORIGIN");
  }
  if (!isLoopback && NO_PUBLIC_NAME.test(origin.hostname)) faults.push("✖ One name that people reach\n  → at ORIGIN");
  if (!isLoopback && !env.SECRET)
    faults.push("✖ A public ORIGIN needs a secret of 32 characters or more\n  → at SECRET");
  if (!isLoopback && !env.SMTP_URL) faults.push("✖ A public ORIGIN needs a way to send mail\n  → at SMTP_URL");
  if (env.ACCOUNT_FEATURES_OFF.includes("verification-mail") && env.EMAIL_VERIFICATION === "required") {
    faults.push("✖ Without verification-mail no address can be verified\n  → at EMAIL_VERIFICATION");
  }
  if (env.SECRETS_OLD.length > 0 && !env.SECRET) faults.push("✖ Old secrets come after a new one\n  → at SECRET");
  if (env.WORKERS > 1 && env.DATABASE_URL === ":memory:") {
    faults.push("✖ Several processes cannot share a database in memory\n  → at WORKERS");
  }
  if (env.METRICS_PORT === env.PORT) faults.push("✖ Another port than the site's\n  → at METRICS_PORT");
  return faults;
}

/** By the standard of OpenTelemetry, traces go under the address of the collector. */
function parseTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: serviceName,
}: Environment): Config["traces"] {
  return endpoint === undefined ? null : { url: `${endpoint.replace(/\/$/, "")}/v1/traces`, serviceName };
}

function parseDatabaseUrl(url: string): DatabasePlace {
  return /^postgres(ql)?:\/\//.test(url) ? { kind: "postgres", url } : { kind: "sqlite", path: url };
}
