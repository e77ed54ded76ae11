// npm run admin: commands with which an operator changes accounts, run on the site's machine. It only opens the database: it does
// not migrate, send mails or run jobs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, open, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { escapeUnprintable } from "#domain/text.ts";
import { ensureFolder, findProject } from "#platform/folder.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import { type Config, type DatabasePlace, type PostgresPlace, readConfig } from "#server/config/config.ts";
import { explainStart } from "#server/config/start-errors.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { isCompatible } from "#server/database/migrate.ts";
import { moveSite } from "#server/database/move.ts";
import { FEATURES } from "#server/features.ts";
import { createPeople } from "#server/people/people.ts";
import { type AdminCommand, type AdminParts, PEOPLE_COMMANDS } from "./admin-commands.ts";

const COMMANDS: Readonly<Record<string, AdminCommand>> = Object.assign(
  {},
  PEOPLE_COMMANDS,
  ...FEATURES.map((feature) => feature.adminCommands),
);

const ALL = {
  ...COMMANDS,
  backup: { parameters: ["FILE"], description: "copies the database to a new file, while the site runs" },
  move: {
    parameters: [],
    description: "copies a site that is not running from SQLite to the PostgreSQL database of MOVE_TO",
  },
};
const COMMAND_WIDTH = 16;
const USAGE = `npm run admin -- COMMAND
${Object.entries(ALL)
  .map(
    ([name, { parameters, description }]) =>
      `  ${[name, ...parameters].join(" ").padEnd(COMMAND_WIDTH)}  ${description}`,
  )
  .join("\n")}
  --yes             deletes and moves without a question, for scripts
It takes the site's variables: DATABASE_URL or VAR_DIR names the database.`;

/** Parses the name and the arguments of a command; `isSure` means that it runs without a question. @throws an error with the usage text */
export function parseCommand(args: readonly string[]): { name: string; commandArgs: string[]; isSure: boolean } {
  const { positionals, values } = parseOptions(args);
  const [name = "", ...commandArgs] = positionals;
  const command = Object.hasOwn(ALL, name) ? ALL[name as keyof typeof ALL] : undefined;
  if (!command || commandArgs.length !== command.parameters.length || commandArgs.includes("")) throw new Error(USAGE);
  return { name, commandArgs, isSure: values.yes === true };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { yes: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new Error(`${escapeUnprintable(error instanceof Error ? error.message : "")}\n${USAGE}`);
  }
}

/** Runs a command and returns its output. @throws an error with a message for the operator if its target is missing */
export async function administer(parts: Omit<AdminParts, "people">, args: readonly string[]): Promise<string> {
  const { name, commandArgs } = parseCommand(args);
  const command = COMMANDS[name];
  if (!command) throw new Error(USAGE);
  return command.run({ ...parts, people: createPeople(FEATURES) }, ...commandArgs);
}

async function main(config: Config, args: readonly string[]): Promise<string> {
  const { name, commandArgs, isSure } = parseCommand(args);
  const logger = createLogger({ logLevel: "error" });
  const place = config.database;
  // Opening a missing file would create an empty database.
  if (place.kind === "sqlite" && !existsSync(place.path)) {
    throw new Error(`There is no database at ${place.path}. Set DATABASE_URL or VAR_DIR as they are set for the site.`);
  }
  const audit = createAudit(config);
  if (name === "backup") {
    const [file = ""] = commandArgs;
    await backUp(place, file, { logger, audit, env: process.env });
    return `The database is copied to ${escapeUnprintable(file)}. The secret is not in it.\n`;
  }
  const db = openDatabase(place, logger);
  try {
    if (!(await isCompatible(db))) {
      throw new Error(
        "The database is not that of this release. Start the site first: it brings the tables up to date.",
      );
    }
    const confirm = isSure ? async () => true : askOperator;
    if (name === "move") return await move(db, config, { logger, confirm, audit });
    return await administer({ db, now: () => new Date(), confirm, audit, report }, args);
  } finally {
    await db.destroy();
  }
}

const report = (line: string): void => void process.stderr.write(`${line}\n`);

async function askOperator(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${question} Answer with --yes where there is no terminal.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} Type yes: `)).trim() === "yes";
  } finally {
    terminal.close();
  }
}

/** Creates the audit log: one JSON line per change, in a file that only the site's owner may read. */
const createAudit =
  ({ varDir }: Config): AdminParts["audit"] =>
  async (command, target) => {
    ensureFolder(resolve(varDir), "VAR_DIR");
    // Behind sudo the user of the process is the site's own.
    const operator = process.env["SUDO_USER"] || userInfo().username;
    const line = { time: new Date().toISOString(), operator, command, target };
    await appendFile(join(varDir, "audit.log"), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };

// The backup: a consistent copy of the database, taken while the site runs.

type SqlitePlace = Extract<DatabasePlace, { kind: "sqlite" }>;

type BackupParts = Pick<AdminParts, "audit"> & {
  logger: Logger;
  /** Arguments and environment of pg_dump. */
  env: NodeJS.ProcessEnv;
};

/**
 * Writes a copy to a new file that only its owner may read: an SQLite database, or an archive for pg_restore. Throws an error
 * for the operator if the file exists or pg_dump is missing; a failed copy leaves no file.
 */
async function backUp(place: DatabasePlace, file: string, { logger, audit, env }: BackupParts): Promise<void> {
  const target = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new Error(`${escapeUnprintable(file)} exists already; a backup overwrites nothing.`)
      : error;
  });
  try {
    await audit("backup", resolve(file));
    if (place.kind === "sqlite") await copySqlite(place, file, logger);
    else await dumpPostgres(place, target.fd, env);
    await target.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}

/** SQLite writes into the empty file that exists already, so the copy has the rights of that file. */
async function copySqlite(place: SqlitePlace, file: string, logger: Logger): Promise<void> {
  const db = openDatabase(place, logger);
  try {
    await sql`VACUUM INTO ${file}`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Copies the site to the database of MOVE_TO, which is not an argument because every process can read a command line. */
async function move(
  source: Database,
  { database, moveTo }: Config,
  { logger, confirm, audit }: Pick<AdminParts, "confirm" | "audit"> & { logger: Logger },
): Promise<string> {
  if (database.kind !== "sqlite") throw new Error("DATABASE_URL: the site is on PostgreSQL already.");
  if (moveTo === null)
    throw new Error("MOVE_TO: write postgres://user:password@host:5432/database, an empty database.");
  const { host, pathname } = new URL(moveTo);
  const place = `${host}${pathname}`;
  if (!(await confirm(`Copy ${database.path} to ${place}? The site must not run.`))) return "Nothing is copied.\n";
  await audit("move", place);
  const targetPlace: PostgresPlace = { kind: "postgres", url: moveTo };
  const target = openDatabase(targetPlace, logger);
  try {
    const { rows, tables } = await moveSite({ source, target, targetPlace, report });
    return `${rows} rows of ${tables} tables are at ${place}, each compared with its source. Set DATABASE_URL to it and start the site.\n`;
  } finally {
    await target.destroy();
  }
}

/** The password is passed in the environment: every process of the machine can read a command line. */
async function dumpPostgres({ url, directUrl }: PostgresPlace, target: number, env: NodeJS.ProcessEnv): Promise<void> {
  const address = new URL(directUrl ?? url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const dump = spawn("pg_dump", ["--format=custom", "--no-owner", `--dbname=${address.href}`], {
    stdio: ["ignore", target, "pipe"],
    env: { ...env, ...(password && { PGPASSWORD: password }) },
  });
  const [printed, [code]] = await Promise.all([dump.stderr ? text(dump.stderr) : "", once(dump, "close")]).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new Error("pg_dump is not on this machine: it comes with PostgreSQL.") : error;
    },
  );
  const variable = directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  if (code !== 0) throw new Error(`${variable}: pg_dump failed: ${printed.trim()}`);
}

if (import.meta.main) {
  let config: Config | undefined;
  try {
    const envFile = join(findProject(import.meta.dirname), ".env");
    if (existsSync(envFile)) process.loadEnvFile(envFile);
    config = readConfig(process.env);
    process.stdout.write(await main(config, process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    process.exitCode = 1;
  }
}
