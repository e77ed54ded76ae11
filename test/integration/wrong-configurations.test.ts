// @postgres @alone
// Each wrong configuration is refused with the variable's name and a suggestion, and no secret is printed.
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";

const GOOD_SECRET = "Zx81-uT5g-Qm0r-7Lw2-eK9d-Vb4n-Ys6a";
const PUBLIC_SITE = {
  ORIGIN: "https://locker.example",
  SECRET: GOOD_SECRET,
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "locker@locker.example",
};

/** The variable that the message names, the suggestion in the message, and the environment. */
const WRONG_ENVIRONMENTS: readonly (readonly [name: string, fix: RegExp, variables: Record<string, string>])[] = [
  ["DATABASE_URL", /postgres:\/\/user:password@host/, { DATABASE_URL: "postgress://al:hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /postgres:\/\/user:password@host/, { DATABASE_URL: "mysql://al:hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /postgres:\/\/user:password@host/, { DATABASE_URL: "postgres:al:hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /postgres:\/\/user:password@host/, { DATABASE_URL: "al:hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /postgres:\/\/user:password@host/, { DATABASE_URL: "host=db dbname=x password=hunter2" }],
  ["DATABASE_URL", /the path of a file/, { DATABASE_URL: "sqlite:///var/site.sqlite" }],
  ["DATABASE_URL", /the path of a file/, { DATABASE_URL: "file:site.sqlite" }],
  ["DATABASE_URL", /%23/, { DATABASE_URL: "postgres://al:#hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /one host/, { DATABASE_URL: "postgres://al:hunter2@first:5432,second/fieldlocker" }],
  ["DATABASE_URL", /one host/, { DATABASE_URL: "postgres://first,second/fieldlocker" }],
  ["DATABASE_URL", /%2F/, { DATABASE_URL: "postgres://al:hunter2,/x@db/fieldlocker" }],
  [
    "DATABASE_DIRECT_URL",
    /one host/,
    { DATABASE_URL: "postgres://al:hunter2@db/site", DATABASE_DIRECT_URL: "postgres://al:hunter2@first,second/site" },
  ],
  // The digits before "?" and "/" are parsed as a port.
  ["DATABASE_URL", /%3F/, { DATABASE_URL: "postgres://al:12?hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /%2F/, { DATABASE_URL: "postgres://al:12/hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /%25/, { DATABASE_URL: "postgres://us%er:hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /%25/, { DATABASE_URL: "postgres://al:50%off-hunter2@db/fieldlocker" }],
  ["DATABASE_URL", /%25/, { DATABASE_URL: "postgres://al:hunter2@db/d%b" }],
  [
    "DATABASE_DIRECT_URL",
    /%25/,
    { DATABASE_URL: "postgres://al:hunter2@db/site", DATABASE_DIRECT_URL: "postgres://al:50%off-hunter2@db/site" },
  ],
  ["DATABASE_DIRECT_URL", /postgres:\/\/user:password@host/, { DATABASE_DIRECT_URL: "var/site.sqlite" }],
  ["DATABASE_DIRECT_URL", /pooler/, { DATABASE_DIRECT_URL: "postgres://al:hunter2@db/fieldlocker" }],
  ["DATABASE_READ_URL", /leave it out/, { DATABASE_READ_URL: "postgres://al:hunter2@db/fieldlocker" }],
  ["STATS_KEPT_S", /STATS_CACHE_S/, { STATS_KEPT_S: "300" }],
  ["DATABASE_POOL_SIZE", /from 1 to 500/, { DATABASE_POOL_SIZE: "0" }],
  ["MOVE_TO", /postgres:\/\/user:password@host/, { MOVE_TO: "site.sqlite" }],
  ["MOVE_TO", /%23/, { MOVE_TO: "postgres://al:#hunter2@db/fieldlocker" }],
  ["MOVE_TO", /%25/, { MOVE_TO: "postgres://al:50%off-hunter2@db/fieldlocker" }],
  ["PORT", /from 1 to 65535/, { PORT: "http" }],
  ["PORT", /from 1 to 65535/, { PORT: "0" }],
  ["PORT", /from 1 to 65535/, { PORT: "70000" }],
  ["PORT", /from 1 to 65535/, { PORT: "0x50" }],
  ["PORT", /from 1 to 65535/, { PORT: "80.5" }],
  ["HOST", /0\.0\.0\.0/, { HOST: "http://0.0.0.0" }],
  ["HOST", /0\.0\.0\.0/, { HOST: "0.0.0.0:3000" }],
  ["ORIGIN", /https:\/\/locker\.example/, { ...PUBLIC_SITE, ORIGIN: "locker.example" }],
  ["ORIGIN", /https:\/\/locker\.example/, { ...PUBLIC_SITE, ORIGIN: "https://locker.example/path" }],
  ["ORIGIN", /one name/i, { ...PUBLIC_SITE, ORIGIN: "https://0.0.0.0" }],
  ["SECRET", /openssl rand -base64 32/, { SECRET: "short" }],
  ["SECRET", /openssl rand -base64 32/, { ...PUBLIC_SITE, SECRET: "" }],
  ["SECRET", /openssl rand -base64 32/, { ...PUBLIC_SITE, SECRET: "a".repeat(64) }],
  ["SECRET", /openssl rand -base64 32/, { ...PUBLIC_SITE, SECRET: "hunter2-hunter2-hunter2-hunter2-hunter2-" }],
  ["SECRET", /openssl rand -base64 32/, { ...PUBLIC_SITE, SECRET: "change-me-to-something-long-and-random" }],
  ["SECRET", /openssl rand -base64 32/, { ...PUBLIC_SITE, SECRET: "abcdefghijklmnopqrstuvwxyz0123456789" }],
  ["SECRETS_OLD", /32 characters/, { SECRET: GOOD_SECRET, SECRETS_OLD: "hunter2" }],
  ["SMTP_URL", /smtps?:\/\/user:password@host/, { ...PUBLIC_SITE, SMTP_URL: "" }],
  ["SMTP_URL", /smtps?:\/\/user:password@host/, { SMTP_URL: "mail.example:587" }],
  ["SMTP_URL", /smtps?:\/\/user:password@host/, { SMTP_URL: "http://al:hunter2@mail.example" }],
  ["SMTP_URL", /smtps?:\/\/user:password@host/, { SMTP_URL: "smtp://" }],
  ["SMTP_URL", /%23/, { SMTP_URL: "smtp://al:12#hunter2@mail.example" }],
  ["SMTP_URL", /%23/, { SMTP_URL: "smtp://al:hunter#2@mail.example" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { ...PUBLIC_SITE, MAIL_FROM: "" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { MAIL_FROM: "Fieldlocker" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { MAIL_FROM: "Fieldlocker <locker>" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { MAIL_FROM: "Fieldlocker locker@example.org" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { MAIL_FROM: "a@example.org, b@example.org" }],
  ["MAIL_FROM", /Fieldlocker <locker@example\.org>/, { MAIL_FROM: "Locker\r\nBcc: x@example.org <a@example.org>" }],
  ["CONTACT", /e-mail address or .*https:\/\//, { CONTACT: "ask al" }],
  ["EMAIL_VERIFICATION", /required, optional/, { EMAIL_VERIFICATION: "no" }],
  ["EMAIL_VERIFICATION", /optional/, { ACCOUNT_FEATURES_OFF: "verification-mail" }],
  ["ACCOUNT_FEATURES_OFF", /sign-up/, { ACCOUNT_FEATURES_OFF: "signup" }],
  ["LINKING_DIFFERENT_EMAILS", /on, off/, { LINKING_DIFFERENT_EMAILS: "true" }],
  ["SESSION_CACHE", /on, off/, { SESSION_CACHE: "1" }],
  ["TRUSTED_PROXIES", /10\.0\.0\.5/, { TRUSTED_PROXIES: "proxy.example" }],
  ["TRUSTED_PROXIES", /10\.0\.0\.0\/8/, { TRUSTED_PROXIES: "10.0.0.0/33" }],
  ["TRUSTED_PROXIES", /10\.0\.0\.0\/8/, { TRUSTED_PROXIES: "0.0.0.0/0" }],
  ["HSTS", /host, subdomains/, { HSTS: "includeSubDomains" }],
  ["REDIS_URL", /PostgreSQL now; leave it out/, { REDIS_URL: "redis://al:hunter2@cache.example" }],
  ["WORKERS", /leave it out.* several servers on one PostgreSQL/, { WORKERS: "1" }],
  ["METRICS_PORT", /another port/i, { METRICS_PORT: "3000" }],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", /http:\/\/localhost:4318/, { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  ["STATS_URL", /https:\/\/.* or off/, { STATS_URL: "no" }],
  ["STATS_EVERY_H", /from 0 to 720/, { STATS_EVERY_H: "daily" }],
  ["STATS_CACHE_S", /from 0 to 86400/, { STATS_CACHE_S: "-5" }],
  ["STATS_PER_MINUTE", /from 1 to 10000/, { STATS_PER_MINUTE: "0" }],
  ["CALLS_PER_MINUTE", /from 60 to 100000000/, { CALLS_PER_MINUTE: "5" }],
  ["LOG_LEVEL", /fatal, error, warn/, { LOG_LEVEL: "verbose" }],
  ["GOOGLE_CLIENT_SECRET", /GOOGLE_CLIENT_ID/, { GOOGLE_CLIENT_ID: "al" }],
  ["TRUSTED_PROXY", /TRUSTED_PROXIES/, { TRUSTED_PROXY: "10.0.0.5" }],
  ["DATABASE_URI", /DATABASE_URL/, { DATABASE_URI: "postgres://al:hunter2@db/fieldlocker" }],
  ["SMTP_URI", /SMTP_URL/, { SMTP_URI: "smtp://al:hunter2@mail.example" }],
  ["SECRETS", /SECRET/, { SECRETS: "hunter2" }],
  ["MAIL_FORM", /MAIL_FROM/, { MAIL_FORM: "locker@example.org" }],
  ["SMPT_URL", /SMTP_URL/, { SMPT_URL: "smtp://al:hunter2@mail.example" }],
  ["SERCET", /SECRET/, { SERCET: "hunter2" }],
  ["LOG_LEVLE", /LOG_LEVEL/, { LOG_LEVLE: "warn" }],
  ["TRUST_PROXY", /TRUSTED_PROXIES/, { TRUST_PROXY: "10.0.0.5" }],
  ["GITHUB_CLIENTID", /GITHUB_CLIENT_ID/, { GITHUB_CLIENTID: "al" }],
];

describe("the environment", () => {
  test.for(WRONG_ENVIRONMENTS)("is refused at %s with %s: %o", ([name, fix, variables]) => {
    const problem = getProblem(variables);
    expect(problem).toContain(`→ at ${name}`);
    expect(problem).toMatch(fix);
    expect(problem).not.toContain("hunter2");
  });

  test.for([
    { ...PUBLIC_SITE, MAIL_FROM: "locker@example.org", HOST: "0.0.0.0", PORT: "80" },
    { ...PUBLIC_SITE, MAIL_FROM: '"Locker, the" <locker@example.org>', HOST: "::" },
    { SECRET: "3b1f9c07d52ea864e07b1c95f3d86a24", DATABASE_URL: "POSTGRES://al:a%23b@db:5433/fieldlocker" },
    { DATABASE_URL: "postgresql:///fieldlocker?host=/run/postgresql", DATABASE_POOL_SIZE: "5" },
    { DATABASE_URL: "postgres://al:a,b@one:5432/site", DATABASE_DIRECT_URL: "postgres://al@one/site" },
    { TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8,::ffff:192.0.2.1", HSTS: "subdomains" },
    { DATABASE_URL: "postgres://al:50%25off@db/d%25b", MOVE_TO: "postgres://al:50%25off@db/site" },
    { DATABASE_URL: "var/50%.sqlite" },
    { DATABASE_URL: "C:\\data\\site.sqlite" },
    { TRUSTED_PROXIES: "10.0.0.5", PROXY: "yes", HOSTNAME: "box", PATH: "/bin" },
    {
      CONTAINER: "docker",
      MAIL: "/var/mail/al",
      LOG_FORMAT: "json",
      SMTP_HOST: "mail.example",
      STATE_DIRECTORY: "/var",
    },
    // CONTRACT is similar to CONTACT, but a variable of another program, since CONTACT is set.
    { CONTACT: "al@example.org", CONTRACT: "library" },
  ])("is accepted: %o", (variables) => {
    expect(() => readConfig(variables)).not.toThrow();
  });
});

function getProblem(variables: Record<string, string>): string {
  try {
    readConfig(variables);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "none";
}

/** Runs a start that fails, and returns its exit code and its error output. */
async function runRefusedStart(environment: Record<string, string>, port?: number): Promise<[unknown, string]> {
  await using folder = await createTempFolder();
  const options = { port: port ?? (await findFreePort()), folder: folder.path, databaseUrl: ":memory:", environment };
  await using program = startProgram(options);
  const [printed, [code]] = await Promise.all([
    program.process.stderr && text(program.process.stderr),
    once(program.process, "exit"),
  ]);
  return [code, String(printed)];
}

describe("a start on a database that cannot be used", () => {
  test("names a file that is no database, and a folder", async () => {
    await using folder = await createTempFolder();
    const [file, inner] = [join(folder.path, "notes.txt"), join(folder.path, "inner")];
    await writeFile(file, "These are notes, and no database at all. ".repeat(100));
    await mkdir(inner);
    expect(await runRefusedStart({ DATABASE_URL: file })).toEqual([
      1,
      `DATABASE_URL: ${file} is not an SQLite database. Name another file, or restore this one from a backup.\n`,
    ]);
    expect(await runRefusedStart({ DATABASE_URL: inner })).toEqual([
      1,
      `DATABASE_URL: ${inner} cannot be opened. Name a file that this program may read and write.\n`,
    ]);
  });

  test("names an unknown host, and a port that nothing listens on", async () => {
    const port = await findFreePort();
    expect(await runRefusedStart({ DATABASE_URL: "postgres://al:hunter2@db.invalid/fieldlocker" })).toEqual([
      1,
      "DATABASE_URL: the host db.invalid is unknown. Check its name.\n",
    ]);
    expect(await runRefusedStart({ DATABASE_URL: `postgres://al:hunter2@127.0.0.1:${port}/fieldlocker` })).toEqual([
      1,
      `DATABASE_URL: nothing listens on 127.0.0.1:${port}. Start PostgreSQL there, or name its host and port.\n`,
    ]);
  });

  const testDatabaseAndUser = async () => {
    const url = new URL(await getEmptyDatabaseUrl());
    const missing = Object.assign(new URL(url), { pathname: "/nowhere" });
    const [code, printed] = await runRefusedStart({ DATABASE_URL: missing.href });
    expect([code, printed]).toEqual([1, expect.stringContaining('DATABASE_URL: there is no database "nowhere"')]);
    expect(printed).toContain("createdb");
    const stranger = Object.assign(new URL(url), { username: "stranger", password: "hunter2" });
    const refused = await runRefusedStart({ DATABASE_URL: stranger.href });
    expect(refused).toEqual([1, expect.stringMatching(/^DATABASE_URL: .+ refuses the user "stranger"\. .+\n$/)]);
    expect(refused[1]).not.toContain("hunter2");
  };
  if (process.env["TEST_DATABASE"]) test("names a missing database and a refused user", testDatabaseAndUser);
});

describe("a start on a port or an address that is not available", () => {
  test.for(["PORT", "METRICS_PORT"])("names %s and the port", async (name) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const refused = await runRefusedStart({ [name]: String(port) }, name === "PORT" ? port : undefined);
    other.close();
    expect(refused).toEqual([
      1,
      `${name}: port ${port} on 127.0.0.1 is in use. End the other program, or choose another port.\n`,
    ]);
  });

  test.for([
    ["HOST", "Use 0.0.0.0 for all of its addresses.", {}],
    ["METRICS_HOST", "Write one that Prometheus alone reaches.", { METRICS_PORT: "free" }],
  ] as const)("names %s where the machine does not have the address", async ([name, fix, others]) => {
    const ports = Object.keys(others).map(async (port) => [port, String(await findFreePort())] as const);
    const environment = Object.fromEntries(await Promise.all(ports));
    expect(await runRefusedStart({ ...environment, [name]: "192.0.2.1" })).toEqual([
      1,
      `${name}: this machine does not have the address 192.0.2.1. ${fix}\n`,
    ]);
  });
});

test("a start with an unreachable mail server logs a warning", async () => {
  await using folder = await createTempFolder();
  const place = { port: await findFreePort(), folder: folder.path, databaseUrl: ":memory:" };
  const environment = { SMTP_URL: `smtp://al:hunter2@127.0.0.1:${await findFreePort()}`, LOG_LEVEL: "warn" };
  await using program = startProgram({ ...place, environment });
  let printed = "";
  for await (const chunk of program.process.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes(`"SMTP_URL: `) && printed.includes("Fieldlocker is at")) break;
  }
  expect(printed).toContain("SMTP_URL: the mail server does not answer");
  expect(printed).not.toContain("hunter2");
});
