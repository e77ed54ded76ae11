// Parses the environment into a Config and reports all problems in one message.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { BlockList } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ensureFolder } from "#platform/folder.ts";
import {
  type ACCOUNT_FEATURES,
  type Environment,
  environment,
  findMisspelled,
  findRemoved,
  isPostgresUrl,
  isWeakSecret,
  type LOG_LEVELS,
  MAIL_FROM_FIX,
  MIN_SECRET_LENGTH,
  ORIGIN_FIX,
  SECRET_FIX,
  SMTP_FIX,
} from "./environment.ts";
import { PROVIDER_VARIABLES, type ProviderSettings, readProviders } from "./providers.ts";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Wildcards, and addresses of this machine that are not in `LOOPBACK_NAMES`. */
const NO_PUBLIC_NAME = /\*|^(0|127)\.|^\[::|(^|\.)localhost\.$/;

export type PostgresPlace = {
  kind: "postgres";
  /** The URL of one or several servers, or of a pooler in front of them. */
  url: string;
  /** The URL without the pooler, for LISTEN, migrations and copies, which need a dedicated connection. */
  directUrl?: string | undefined;
  /** Maximum of connections per process. */
  poolSize?: number;
};
export type DatabasePlace = { kind: "sqlite"; path: string } | PostgresPlace;
export type AccountFeature = (typeof ACCOUNT_FEATURES)[number];
type MailPlace = { kind: "smtp"; url: string } | { kind: "mailbox"; folder: string };

export type Config = {
  port: number;
  host: string;
  /** Scheme, name and port only, e.g. https://locker.example. */
  origin: string;
  /** Whether the site is reachable only on this machine. */
  isLoopback: boolean;
  /** Null: the site creates a secret in `varDir`, which is allowed only for a loopback origin. */
  secret: string | null;
  /** Newest first. */
  oldSecrets: readonly string[];
  varDir: string;
  database: DatabasePlace;
  /** The database that `npm run admin -- move` copies to. */
  moveTo: string | null;
  /** Null: no metrics. */
  metricsPort: number | null;
  metricsHost: string;
  /** Null: no traces. */
  traces: { url: string; serviceName: string } | null;
  mail: MailPlace;
  mailFrom: string;
  /** An e-mail address or a page; null if no contact is configured. */
  contact: string | null;
  emailVerification: "required" | "optional";
  accountFeaturesOff: ReadonlySet<AccountFeature>;
  linksDifferentEmails: boolean;
  sessionCache: boolean;
  /** Whether HSTS includes subdomains. */
  hstsSubdomains: boolean;
  trustedProxies: BlockList;
  providers: ProviderSettings;
  /** `url` is null if the service is switched off; `everyMs` is 0 if automatic readings are switched off. */
  statistics: { url: string | null; cacheMs: number; everyMs: number; perMinute: number };
  callsPerMinute: number;
  logLevel: (typeof LOG_LEVELS)[number];
};

/** Whether a URL's hostname is this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost");

/** Parses the environment. @throws one error that names every invalid variable */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const definedVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const { env, invalid, faults: invalidValues } = parseEnvironment(definedVariables);
  const origin = new URL(env.ORIGIN ?? `http://localhost:${env.PORT}`);
  const isLoopback = isLoopbackName(origin.hostname);
  const { providers, faults: providerFaults } = readProviders(definedVariables);
  const conflicts = findConflicts(env, origin, isLoopback).filter(({ name }) => !invalid.has(name));
  const faults = [
    ...invalidValues,
    ...conflicts.map(({ name, message }) => `✖ ${message}\n  → at ${name}`),
    ...providerFaults,
    ...findRemoved(definedVariables),
    ...findMisspelled(definedVariables, PROVIDER_VARIABLES),
  ];
  if (faults.length > 0) throw createConfigError(faults);
  return {
    port: env.PORT,
    host: env.HOST,
    origin: origin.origin,
    isLoopback,
    secret: env.SECRET ?? null,
    oldSecrets: env.SECRETS_OLD,
    varDir: env.VAR_DIR,
    database: getDatabasePlace(env),
    moveTo: env.MOVE_TO ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    traces: parseTraces(env),
    mail: env.SMTP_URL
      ? { kind: "smtp", url: env.SMTP_URL }
      : { kind: "mailbox", folder: join(env.VAR_DIR, "mailbox") },
    mailFrom: env.MAIL_FROM ?? "Fieldlocker <locker@localhost>",
    contact: env.CONTACT ?? null,
    emailVerification: env.EMAIL_VERIFICATION,
    accountFeaturesOff: new Set(env.ACCOUNT_FEATURES_OFF),
    linksDifferentEmails: env.LINKING_DIFFERENT_EMAILS === "on",
    sessionCache: env.SESSION_CACHE === "on",
    hstsSubdomains: env.HSTS === "subdomains",
    trustedProxies: env.TRUSTED_PROXIES,
    providers,
    statistics: {
      url: env.STATS_URL === "off" ? null : env.STATS_URL,
      cacheMs: env.STATS_CACHE_S * 1000,
      everyMs: env.STATS_EVERY_H * 60 * 60_000,
      perMinute: env.STATS_PER_MINUTE,
    },
    callsPerMinute: env.CALLS_PER_MINUTE,
    logLevel: env.LOG_LEVEL,
  };
}

type ParsedEnvironment = { env: Environment; invalid: ReadonlySet<string>; faults: readonly string[] };

/** Parses the variables. An invalid one counts as not set, so that the others can be checked as well. */
function parseEnvironment(variables: Record<string, string | undefined>): ParsedEnvironment {
  const { data, error } = environment.safeParse(variables);
  if (!error) return { env: data, invalid: new Set(), faults: [] };
  const invalid = new Set(error.issues.map(({ path }) => String(path[0])));
  const valid = Object.entries(variables).filter(([name]) => !invalid.has(name));
  return { env: environment.parse(Object.fromEntries(valid)), invalid, faults: [z.prettifyError(error)] };
}

const createConfigError = (faults: readonly string[]): Error =>
  new Error(`The environment is not usable:\n${faults.join("\n")}`);

type Conflict = { name: keyof Environment; message: string };

/** Checks combinations of variables: the requirements of a public origin, and exclusions. */
function findConflicts(env: Environment, origin: URL, isLoopback: boolean): readonly Conflict[] {
  const faults: Conflict[] = [];
  const refuse = (name: keyof Environment, message: string) => faults.push({ name, message });
  if (origin.pathname !== "/" || origin.search || origin.hash || origin.username || origin.password) {
    refuse("ORIGIN", ORIGIN_FIX);
  }
  if (!isLoopback) {
    if (NO_PUBLIC_NAME.test(origin.hostname)) refuse("ORIGIN", "Write the one name that people open");
    if (!env.SECRET) refuse("SECRET", `A public ORIGIN needs a secret. ${SECRET_FIX}`);
    else if (isWeakSecret(env.SECRET)) refuse("SECRET", `This secret can be guessed. ${SECRET_FIX}`);
    if (!env.SMTP_URL) refuse("SMTP_URL", `A public ORIGIN needs a way to send mail. ${SMTP_FIX}`);
    if (!env.MAIL_FROM) refuse("MAIL_FROM", `Mail servers refuse a sender at localhost. ${MAIL_FROM_FIX}`);
  }
  if (env.ACCOUNT_FEATURES_OFF.includes("verification-mail") && env.EMAIL_VERIFICATION === "required") {
    refuse("EMAIL_VERIFICATION", "Without verification-mail no address can be verified; write optional");
  }
  if (env.SECRETS_OLD.length > 0 && !env.SECRET) {
    refuse("SECRET", `Old secrets come after a new one. ${SECRET_FIX}`);
  }
  if (env.DATABASE_DIRECT_URL && !isPostgresUrl(env.DATABASE_URL ?? "")) {
    refuse("DATABASE_DIRECT_URL", "It leads past the pooler that DATABASE_URL names; SQLite has none");
  }
  if (env.METRICS_PORT === env.PORT) refuse("METRICS_PORT", "Write another port than the site's");
  return faults;
}

/** Returns sentences about a configuration that works, but should not stay as it is. */
export function listWarnings({
  origin,
  isLoopback,
  contact,
}: Pick<Config, "origin" | "isLoopback" | "contact">): string[] {
  if (isLoopback) return [];
  const warnings: string[] = [];
  if (origin.startsWith("http:")) {
    warnings.push(
      "ORIGIN is not encrypted: passwords and sessions can be read on the way. Put a proxy with TLS in front, and write https://",
    );
  }
  if (!contact) warnings.push("CONTACT is not set: people see no address for reports and requests about their data");
  return warnings;
}

/** Returns the URL of traces: OpenTelemetry's path below the collector's address, which may already contain that path. */
function parseTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: serviceName,
}: Environment): Config["traces"] {
  return endpoint === undefined
    ? null
    : { url: `${endpoint.replace(/(\/v1\/traces)?\/?$/, "")}/v1/traces`, serviceName };
}

function getDatabasePlace(env: Environment): DatabasePlace {
  const { DATABASE_URL: url = join(env.VAR_DIR, "fieldlocker.sqlite") } = env;
  if (!isPostgresUrl(url)) return { kind: "sqlite", path: url };
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_SIZE: poolSize } = env;
  return { kind: "postgres", url, directUrl, poolSize };
}

/** Maximum time between creating and writing the secret's file, in another process that starts at the same time. */
const SECRET_WRITTEN_AFTER_MS = 1000;

/** Returns the secret that signs cookies: the configured one, or one that is created once and stored in `varDir`. */
export async function getSecret({ secret, varDir }: Pick<Config, "secret" | "varDir">): Promise<string> {
  if (secret !== null) return secret;
  ensureFolder(resolve(varDir), "VAR_DIR");
  const path = join(varDir, "secret");
  // "wx" fails if the file exists, so of two processes that start at once one writes the secret and both read it.
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
