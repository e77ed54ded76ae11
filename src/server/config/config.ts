// Parses the environment into a Config and reports all problems in one message.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ensureFolder } from "#platform/folder.ts";
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
  /** The address that the port is opened on. */
  HOST: z.string().min(1).default("127.0.0.1"),
  /** The public address. Cookies, links in mails and the origin checks are bound to it. */
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SECRET: z.string().min(32).optional(),
  /** Previous secrets, newest first: what they signed and encrypted can still be read. */
  SECRETS_OLD: list.refine(
    (secrets) => secrets.every(({ length }) => length >= 32),
    "must be of 32 characters or more",
  ),
  VAR_DIR: z.string().min(1).default("var"),
  /** A file, or postgres://… */
  DATABASE_URL: z.string().min(1).optional(),
  /** Counts and messages for several machines; redis://, or rediss:// with TLS. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** The number of processes on this machine. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** The port for Prometheus, on 127.0.0.1 only. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The address of an OpenTelemetry collector, over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("fieldlocker"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default("Fieldlocker <locker@localhost>"),
  /** Shown to people who have a question about the site or their data: an e-mail address or a page. */
  CONTACT: z.union([z.email(), z.url({ protocol: /^https?$/ })]).optional(),
  EMAIL_VERIFICATION: z.enum(["required", "optional"]).default("required"),
  /** Disabled features of the account system. */
  ACCOUNT_FEATURES_OFF: list.pipe(z.array(z.enum(ACCOUNT_FEATURES))),
  /** Whether a user may link a provider's account with a different address. */
  LINKING_DIFFERENT_EMAILS: z.enum(["on", "off"]).default("off"),
  /** Whether browsers cache the session in a cookie for a minute: fewer database reads, later revocations. */
  SESSION_CACHE: z.enum(["on", "off"]).default("off"),
  /** Comma-separated addresses of proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: list
    .transform((addresses) => addresses.map(canonicalAddress))
    .refine(
      (addresses) => addresses.every((address) => isIP(address) !== 0),
      "must be IP addresses separated by commas",
    ),
  /** The public statistics service. */
  STATS_URL: z.union([z.literal("off"), z.url({ protocol: /^https?$/ })]).default("https://api.gametools.network"),
  /** The lifetime of its cached responses. */
  STATS_KEPT_S: z.coerce.number().int().min(0).max(DAY_S).default(300),
  /** The interval of automatic readings of a followed soldier; 0: none. */
  STATS_EVERY_H: z.coerce.number().min(0).max(MONTH_H).default(24),
  /** Maximum of requests to the service, which states no limit. */
  STATS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(60),
  /** Maximum of API calls of one client. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000_000).default(1200),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/** All variables except those of sign-in providers. */
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
  /** Whether the site is reachable on this machine only. */
  isLoopback: boolean;
  /** Null: the site creates a secret in `varDir`, which is allowed for a loopback origin only. */
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
  /** `url` is null without a service; `everyMs` is 0 without automatic readings. */
  statistics: { url: string | null; cacheMs: number; everyMs: number; perMinute: number };
  callsPerMinute: number;
  logLevel: (typeof LOG_LEVELS)[number];
};

/** Whether a URL's hostname means this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost");

/** Parses the variables. @throws one error that names every invalid variable */
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

/** Checks across variables: the requirements of a public address, and exclusions. */
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

/** OpenTelemetry defines the path of traces below the collector's address. */
function parseTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: serviceName,
}: Environment): Config["traces"] {
  return endpoint === undefined ? null : { url: `${endpoint.replace(/\/$/, "")}/v1/traces`, serviceName };
}

function parseDatabaseUrl(url: string): DatabasePlace {
  return /^postgres(ql)?:\/\//.test(url) ? { kind: "postgres", url } : { kind: "sqlite", path: url };
}

const MIN_SECRET_LENGTH = 32;
/** For so long another first start may have made the file of the secret and not written it yet. */
const SECRET_WRITTEN_AFTER_MS = 1000;

/** The secret that signs cookies: the configured one, or the one this machine made for itself and keeps. */
export async function getSecret({ secret, varDir }: Pick<Config, "secret" | "varDir">): Promise<string> {
  if (secret !== null) return secret;
  ensureFolder(resolve(varDir), "VAR_DIR");
  const path = join(varDir, "secret");
  // "wx" fails when the file exists: of two first starts at once, one writes and both read the same.
  await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(ignoreExisting);
  for (const began = performance.now(); ; await sleep(20)) {
    const stored = await readFile(path, "utf8");
    if (stored.length >= MIN_SECRET_LENGTH) return stored;
    if (performance.now() - began > SECRET_WRITTEN_AFTER_MS) {
      throw new Error(`${path} holds less than ${MIN_SECRET_LENGTH} characters; remove it to have a new one made.`);
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
