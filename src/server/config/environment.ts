// The variables that the site reads: the form of each, and a sentence with the correction for a value that is refused.
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
const list = z
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

/** A scheme of an address, or a host before a colon; one letter is a drive of Windows. */
const HAS_SCHEME = /^[^/\\]{2,}:/;
const IS_POSTGRES = /^postgres(ql)?:\/\//i;
/** Two hosts or more, after the user's part. */
const HAS_SEVERAL_HOSTS = /^[^/?#]*\/\/[^/?#]*,[^/?#@]*(?:[/?#][^@]*)?$/;
/** The form "host=db dbname=site" of PostgreSQL's own programs. */
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
 * Whether a character that is not escaped ended the user's part: the user is taken for the host then, digits of the password
 * for its port, and the rest is ignored.
 */
function isCutShort(address: string): boolean {
  const { username, pathname, search, hash } = new URL(address);
  return hash !== "" || (username === "" && (pathname + search).includes("@"));
}

const databaseUrl = z.string().superRefine((text, { addIssue }) => {
  if (IS_POSTGRES.test(text)) {
    // Not every reader decodes a % alike.
    if (HAS_SEVERAL_HOSTS.test(text)) addIssue(ONE_HOST);
    else if (!isDecodable(text) || !URL.canParse(text) || isCutShort(text)) addIssue(ESCAPES);
  } else if (text !== ":memory:" && (HAS_SCHEME.test(text) || IS_CONNECTION_STRING.test(text))) {
    addIssue("Write postgres://user:password@host:5432/database, or the path of a file for SQLite");
  }
});

export const isPostgresUrl = (url: string): boolean => IS_POSTGRES.test(url);

/** A mailbox as RFC 5322 writes it: an address, or a name and an address in angle brackets. */
const MAILBOX = /^(?:(?:"[^"\r\n]*"\s*|[^"<>@,;\r\n]*)<([^<>]+)>|([^<>]+))$/;
const isMailbox = (text: string): boolean => {
  const [, named, plain] = MAILBOX.exec(text.trim()) ?? [];
  return /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(named ?? plain ?? "");
};

/** An IP address, or the name of one. */
const isHost = (text: string): boolean => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

const host = z
  .string()
  .refine(isHost, "Write one address of this machine without scheme and port, or 0.0.0.0 for all of them")
  .default("127.0.0.1");

export const environment = z.object({
  PORT: port.default(3000),
  /** The address that the port is opened on. */
  HOST: host,
  /** The public address. Cookies, links in mails and the origin checks are bound to it. */
  ORIGIN: z.url({ protocol: /^https?$/, error: ORIGIN_FIX }).optional(),
  SECRET: z.string().min(MIN_SECRET_LENGTH, SECRET_FIX).optional(),
  /** Previous secrets, newest first: what they signed and encrypted can still be read. */
  SECRETS_OLD: list.refine(
    (secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH),
    `Write former secrets of ${MIN_SECRET_LENGTH} characters or more, separated by commas`,
  ),
  VAR_DIR: z.string().min(1).default("var"),
  /** A file, or postgres://… */
  DATABASE_URL: databaseUrl.optional(),
  /** Where a pooler is in between: a way past it. */
  DATABASE_DIRECT_URL: databaseUrl
    .refine(isPostgresUrl, "Write postgres://user:password@host:5432/database")
    .optional(),
  /** The connections of each process. */
  DATABASE_POOL_SIZE: wholeNumber(1, 500, 10),
  /** Where `npm run admin -- move` copies the site to. */
  MOVE_TO: databaseUrl.refine(isPostgresUrl, "Write postgres://user:password@host:5432/database").optional(),
  /** The port for Prometheus, and the address of this machine on which it is opened. */
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
  /** Shown to people who have a question about the site or their data: an e-mail address or a page. */
  CONTACT: z
    .string()
    .refine(
      (text) => z.email().safeParse(text).success || isWebAddress(text),
      "Write an e-mail address or a page that begins with https://",
    )
    .optional(),
  EMAIL_VERIFICATION: oneOf(["required", "optional"]).default("required"),
  /** Disabled features of the account system. */
  ACCOUNT_FEATURES_OFF: list.pipe(z.array(oneOf(ACCOUNT_FEATURES))),
  /** Whether a user may link a provider's account with a different address. */
  LINKING_DIFFERENT_EMAILS: oneOf(["on", "off"]).default("off"),
  /** Whether browsers cache the session in a cookie for a minute: fewer database reads, later revocations. */
  SESSION_CACHE: oneOf(["on", "off"]).default("off"),
  /** Comma-separated addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: list
    .transform(parseAddressRanges)
    .refine(
      (ranges) => ranges !== null,
      "Write IP addresses or ranges separated by commas, such as 10.0.0.5 or 10.0.0.0/8",
    )
    .transform((ranges) => ranges ?? new BlockList()),
  /** Whether browsers use https for this name only, or for all names below it, too. */
  HSTS: oneOf(["host", "subdomains"]).default("host"),
  /** The public statistics service. */
  STATS_URL: z
    .string()
    .refine((text) => text === "off" || isWebAddress(text), "Write https://statistics.example or off")
    .default("https://api.gametools.network"),
  /** The lifetime of its cached responses. */
  STATS_CACHE_S: wholeNumber(0, DAY_S, 300),
  /** The interval of automatic readings of a followed soldier; 0: none. */
  STATS_EVERY_H: amount(0, MONTH_H, /^\d+(\.\d+)?$/, 24),
  /** Maximum of requests to the service, which states no limit. */
  STATS_PER_MINUTE: wholeNumber(1, 10_000, 60),
  /** Maximum of API calls of one client. */
  CALLS_PER_MINUTE: wholeNumber(60, 100_000_000, 1200),
  LOG_LEVEL: oneOf(LOG_LEVELS).default("info"),
});

export type Environment = z.infer<typeof environment>;

/** All variables except those of sign-in providers. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Words of examples, and rows of keys; random text holds none of them. */
const PLACEHOLDER =
  /change.?me|replace.?me|your.?secret|password|example|qwerty|123456789|abcdefghi|(secret.*){2}|lorem ipsum/i;
const MIN_DISTINCT_CHARACTERS = 8;

/** Whether a secret is repeated, an example, or made of a few characters only. */
export const isWeakSecret = (secret: string): boolean =>
  new Set(secret).size < MIN_DISTINCT_CHARACTERS || /^(.{1,16}?)\1+.{0,15}$/s.test(secret) || PLACEHOLDER.test(secret);

/** Variables of earlier versions, with what to do instead. */
const GONE: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: "All reads come from DATABASE_URL now; leave it out",
  REDIS_URL: "Servers share limits and messages through PostgreSQL now; leave it out",
  STATS_KEPT_S: "It is called STATS_CACHE_S now; rename it",
  WORKERS: "A server is one process now; leave it out. For more capacity, start several servers on one PostgreSQL",
};

/** A message for each variable that an earlier version had. */
export const findGone = (given: Record<string, unknown>): string[] =>
  Object.entries(GONE).flatMap(([name, fix]) => (given[name] === undefined ? [] : [`✖ ${fix}\n  → at ${name}`]));

/** Names this short have too many neighbours. */
const MIN_MISSPELLED_LENGTH = 6;

/**
 * A message for each variable that is not known and resembles one that is not set: it was meant, and would have no effect.
 * `providerVariables` may differ in one character only, since other programs have names of the same form.
 */
export function findMisspelled(given: Record<string, unknown>, providerVariables: readonly string[]): string[] {
  const names = new Set([...VARIABLES, ...providerVariables]);
  const missing = [...names].filter((name) => given[name] === undefined && name.length >= MIN_MISSPELLED_LENGTH);
  const ofProviders = new Set(providerVariables);
  return Object.keys(given)
    .filter((name) => !names.has(name) && name.length <= 64)
    .flatMap((name) => {
      const meant = missing.find((other) => {
        const allowed = ofProviders.has(other) ? 1 : Math.min(3, Math.floor(other.length / 5));
        const isNear = Math.abs(other.length - name.length) <= allowed && getDistance(name, other) <= allowed;
        return isNear || (!ofProviders.has(other) && haveSimilarWords(name, other));
      });
      return meant === undefined ? [] : [`✖ There is no such variable; write ${meant}\n  → at ${name}`];
    });
}

/** Whether both have as many words, several, and each pair begins alike: TRUST_PROXY, TRUSTED_PROXIES. */
function haveSimilarWords(left: string, right: string): boolean {
  const [words, others] = [left.split("_"), right.split("_")];
  const beginsAlike = (word: string, at: number) => word.slice(0, 4) === others[at]?.slice(0, 4);
  return words.length > 1 && words.length === others.length && words.every(beginsAlike);
}

/** The Damerau distance: how many characters are added, left out, replaced, or exchanged with the next one. */
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
