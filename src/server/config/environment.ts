// The schema of the environment variables, with a correction in the message for each invalid value.
import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { parseAddressRanges } from "#platform/http/client-address.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export const ACCOUNT_FEATURES = [
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
export const MIN_SECRET_LENGTH = 32;

export const SECRET_FIX = `Write ${MIN_SECRET_LENGTH} random characters or more: openssl rand -base64 32 prints some`;
const ESCAPES = "In a user name, a password or a database's name write # / ? @ : % as %23 %2F %3F %40 %3A %25";
const ONE_HOST = "Name one host. HAProxy or another proxy finds the server that takes writes: docs/operations.md";
export const SMTP_FIX = `Write the mail server's address: smtp://user:password@host:587, or smtps://user:password@host. ${ESCAPES}`;
export const MAIL_FROM_FIX = "Write one sender: Fieldlocker <locker@example.org>";
export const ORIGIN_FIX = "Write the address that people open, without a path: https://locker.example";

/** Values separated by commas. */
const commaSeparated = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((value) => value.trim())
      .filter(Boolean),
  );

const amount = (min: number, max: number, form: RegExp, fallback: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => form.test(text) && Number(text) >= min && Number(text) <= max,
      `Write a number from ${min} to ${max}`,
    )
    .transform(Number)
    .default(fallback);

const wholeNumber = (min: number, max: number, fallback: number) => amount(min, max, /^\d+$/, fallback);

const port = z
  .string()
  .trim()
  .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, "Write a number from 1 to 65535")
  .transform(Number);

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `Write one of ${values.join(", ")}`);

const address = (protocol: RegExp, fix: string) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(text) && new URL(text).hostname !== "", fix);

const isWebAddress = (text: string): boolean => z.url({ protocol: /^https?$/ }).safeParse(text).success;

/** Matches a scheme or a host before a colon, but not a Windows drive, which is a single letter. */
const HAS_SCHEME = /^[^/\\]{2,}:/;
const IS_POSTGRES = /^postgres(ql)?:\/\//i;
/** Matches a URL with several hosts. */
const HAS_SEVERAL_HOSTS = /^[^/?#]*\/\/[^/?#]*,[^/?#@]*(?:[/?#][^@]*)?$/;
/** Matches PostgreSQL's keyword format: "host=db dbname=site". */
const IS_CONNECTION_STRING = /\b(host|dbname|user|password)\s*=/;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an unescaped character ended the user info early. The parser then reads the user as the host and digits of the password
 * as the port, and ignores the rest.
 */
function isCutShort(address: string): boolean {
  const { username, pathname, search, hash } = new URL(address);
  return hash !== "" || (username === "" && (pathname + search).includes("@"));
}

const databaseUrl = z.string().superRefine((text, { addIssue }) => {
  if (IS_POSTGRES.test(text)) {
    // Programs that read this URL decode a % differently.
    if (HAS_SEVERAL_HOSTS.test(text)) addIssue(ONE_HOST);
    else if (!isDecodable(text) || !URL.canParse(text) || isCutShort(text)) addIssue(ESCAPES);
  } else if (text !== ":memory:" && (HAS_SCHEME.test(text) || IS_CONNECTION_STRING.test(text))) {
    addIssue("Write postgres://user:password@host:5432/database, or the path of a file for SQLite");
  }
});

export const isPostgresUrl = (url: string): boolean => IS_POSTGRES.test(url);

/** A mailbox of RFC 5322: an address, or a name and an address in angle brackets. */
const MAILBOX = /^(?:(?:"[^"\r\n]*"\s*|[^"<>@,;\r\n]*)<([^<>]+)>|([^<>]+))$/;
const isMailbox = (text: string): boolean => {
  const [, named, plain] = MAILBOX.exec(text.trim()) ?? [];
  return /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(named ?? plain ?? "");
};

/** Whether the text is an IP address or a host name. */
const isHost = (text: string): boolean => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

const host = z
  .string()
  .refine(isHost, "Write one address of this machine without scheme and port, or 0.0.0.0 for all of them")
  .default("127.0.0.1");

export const environment = z.object({
  PORT: port.default(3000),
  /** The address on which the server listens. */
  HOST: host,
  /** The public address. Cookies, links in mails and the origin checks are bound to it. */
  ORIGIN: z.url({ protocol: /^https?$/, error: ORIGIN_FIX }).optional(),
  SECRET: z.string().min(MIN_SECRET_LENGTH, SECRET_FIX).optional(),
  /** Previous secrets, newest first; values signed or encrypted with them can still be read. */
  SECRETS_OLD: commaSeparated.refine(
    (secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH),
    `Write former secrets of ${MIN_SECRET_LENGTH} characters or more, separated by commas`,
  ),
  VAR_DIR: z.string().min(1).default("var"),
  /** The path of an SQLite file, or postgres://… */
  DATABASE_URL: databaseUrl.optional(),
  /** The address of PostgreSQL itself, if DATABASE_URL names a pooler. */
  DATABASE_DIRECT_URL: databaseUrl
    .refine(isPostgresUrl, "Write postgres://user:password@host:5432/database")
    .optional(),
  /** Maximum of connections per process. */
  DATABASE_POOL_SIZE: wholeNumber(1, 500, 10),
  /** The database to which `npm run admin -- move` copies the site. */
  MOVE_TO: databaseUrl.refine(isPostgresUrl, "Write postgres://user:password@host:5432/database").optional(),
  /** The port for Prometheus, and the address on which it is opened. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: host,
  /** The address of an OpenTelemetry collector, over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    /^https?:\/\//i,
    "Write the collector's address with its scheme: http://localhost:4318",
  ).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("fieldlocker"),
  SMTP_URL: address(/^smtps?:\/\//i, SMTP_FIX)
    .refine((text) => !URL.canParse(text) || !isCutShort(text), ESCAPES)
    .optional(),
  MAIL_FROM: z.string().refine(isMailbox, MAIL_FROM_FIX).optional(),
  /** An e-mail address or a page for questions about the site or personal data. */
  CONTACT: z
    .string()
    .refine(
      (text) => z.email().safeParse(text).success || isWebAddress(text),
      "Write an e-mail address or a page that begins with https://",
    )
    .optional(),
  EMAIL_VERIFICATION: oneOf(["required", "optional"]).default("required"),
  /** Disabled features of the account system. */
  ACCOUNT_FEATURES_OFF: commaSeparated.pipe(z.array(oneOf(ACCOUNT_FEATURES))),
  /** Whether a user may link a provider's account with a different address. */
  LINKING_DIFFERENT_EMAILS: oneOf(["on", "off"]).default("off"),
  /** Whether browsers cache the session in a cookie for a minute: fewer database reads, later revocations. */
  SESSION_CACHE: oneOf(["on", "off"]).default("off"),
  /** Comma-separated addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: commaSeparated
    .transform(parseAddressRanges)
    .refine(
      (ranges) => ranges !== null,
      "Write IP addresses or ranges separated by commas, such as 10.0.0.5 or 10.0.0.0/8",
    )
    .transform((ranges) => ranges ?? new BlockList()),
  /** Whether HSTS applies only to this host, or also to its subdomains. */
  HSTS: oneOf(["host", "subdomains"]).default("host"),
  /** The address of the statistics service, or "off". */
  STATS_URL: z
    .string()
    .refine((text) => text === "off" || isWebAddress(text), "Write https://statistics.example or off")
    .default("https://api.gametools.network"),
  /** The lifetime of the service's cached responses. */
  STATS_CACHE_S: wholeNumber(0, DAY_S, 300),
  /** The interval of automatic readings of a followed soldier; 0 disables them. */
  STATS_EVERY_H: amount(0, MONTH_H, /^\d+(\.\d+)?$/, 24),
  /** Maximum of requests to the service, which documents no limit. */
  STATS_PER_MINUTE: wholeNumber(1, 10_000, 60),
  /** Maximum of API calls per client. */
  CALLS_PER_MINUTE: wholeNumber(60, 100_000_000, 1200),
  LOG_LEVEL: oneOf(LOG_LEVELS).default("info"),
});

export type Environment = z.infer<typeof environment>;

/** All variables except those of sign-in providers. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Words from examples and rows of keys, which random text does not contain. */
const PLACEHOLDER =
  /change.?me|replace.?me|your.?secret|password|example|qwerty|123456789|abcdefghi|(secret.*){2}|lorem ipsum/i;
const MIN_DISTINCT_CHARACTERS = 8;

/** Whether a secret is a repetition, an example, or has only a few distinct characters. */
export const isWeakSecret = (secret: string): boolean =>
  new Set(secret).size < MIN_DISTINCT_CHARACTERS || /^(.{1,16}?)\1+.{0,15}$/s.test(secret) || PLACEHOLDER.test(secret);

/** Removed variables of earlier versions, with instructions. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: "All reads come from DATABASE_URL now; leave it out",
  REDIS_URL: "Servers share limits and messages through PostgreSQL now; leave it out",
  STATS_KEPT_S: "It is called STATS_CACHE_S now; rename it",
  WORKERS: "A server is one process now; leave it out. For more capacity, start several servers on one PostgreSQL",
};

/** Returns a message for each removed variable that is set. */
export const findRemoved = (variables: Record<string, unknown>): string[] =>
  Object.entries(REMOVED).flatMap(([name, fix]) => {
    const spellings = new Set([name, name.replace(/_URL$/, "")]);
    const used = [...spellings].filter((spelling) => variables[spelling] !== undefined);
    return used.map((spelling) => `✖ ${fix}\n  → at ${spelling}`);
  });

/** Shorter names resemble too many other names, except with a repeated character. */
const MIN_MISSPELLED_LENGTH = 6;

/**
 * Returns a message for each unknown variable whose name resembles a known one that is not set: it is probably misspelled. Only one
 * character may differ from a name of `providerVariables`, as other programs have variables of the same form. "DATABASE" stands for
 * DATABASE_URL.
 */
export function findMisspelled(variables: Record<string, unknown>, providerVariables: readonly string[]): string[] {
  const names = new Set([...VARIABLES, ...providerVariables]);
  const missing = [...names].filter((name) => variables[name] === undefined);
  const providerNames = new Set(providerVariables);
  return Object.keys(variables)
    .filter((name) => !names.has(name) && name.length <= 64)
    .flatMap((name) => {
      const intended = missing.find((other) => {
        if (other === `${name}_URL` || other === withoutRepeats(name)) return true;
        if (other.length < MIN_MISSPELLED_LENGTH) return false;
        const allowed = providerNames.has(other) ? 1 : Math.min(3, Math.floor(other.length / 5));
        const isNear = Math.abs(other.length - name.length) <= allowed && getDistance(name, other) <= allowed;
        return isNear || (!providerNames.has(other) && haveSimilarWords(name, other));
      });
      return intended === undefined ? [] : [`✖ There is no such variable; write ${intended}\n  → at ${name}`];
    });
}

const withoutRepeats = (name: string): string => name.replace(/(.)\1+/g, "$1");

/** Whether both names have the same number of words, and at least two, and each pair has the same beginning: TRUST_PROXY, TRUSTED_PROXIES. */
function haveSimilarWords(left: string, right: string): boolean {
  const [words, others] = [left.split("_"), right.split("_")];
  const hasSameStart = (word: string, index: number) => word.slice(0, 4) === others[index]?.slice(0, 4);
  return words.length > 1 && words.length === others.length && words.every(hasSameStart);
}

/** Returns the Damerau-Levenshtein distance: the number of insertions, deletions, replacements and transpositions. */
function getDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  const get = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = get(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isExchanged = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const exchanged = isExchanged ? get(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[row]?.push(Math.min(replaced, exchanged, get(row - 1, column) + 1, get(row, column - 1) + 1));
    }
  }
  return get(left.length, right.length);
}
