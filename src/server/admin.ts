// npm run admin: commands by which an operator changes accounts, run on the machine of the site.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { escapeUnprintable } from "#domain/text.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import { deleteAccount } from "#server/auth/account-deletion.ts";
import { type DatabasePlace, readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { dismissReports, reportedShares, withdrawShare } from "#server/features/share/repository.ts";
import { purgePerson } from "#server/operations/departure.ts";
import { readArsenals } from "./arsenals.ts";
import { type Context, openContext } from "./context.ts";

const USAGE = `npm run admin -- find TEXT        people whose id, name or address has the text in it
npm run admin -- sign-out ID      ends every session of the person
npm run admin -- delete ID        deletes the person with all that is theirs, for good
npm run admin -- reports          what was reported of shared loadouts, the most reported first
npm run admin -- withdraw SHARE   takes a shared loadout down, and its reports off the list
npm run admin -- dismiss SHARE    leaves it public, and takes its reports off the list
npm run admin -- backup FILE      copies the database to a new file, while the site runs
`;
const MAX_RESULTS = 50;

type Person = { id: string; name: string; email: string };

/** Runs a command and returns its output. @throws an error with a message for the operator where its target is missing */
export async function administer(context: Pick<Context, "db">, [command, target]: readonly string[]): Promise<string> {
  if (command === "find" && target) return find(context, target);
  if (command === "sign-out" && target) return signOut(context, await getPerson(context, target));
  if (command === "delete" && target) return remove(context, await getPerson(context, target));
  if (command === "reports") return reports(context);
  if (command === "withdraw" && target) return withdraw(context, target);
  if (command === "dismiss" && target) return dismiss(context, target);
  throw new Error(USAGE);
}

async function find({ db }: Pick<Context, "db">, text: string): Promise<string> {
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const found = await db
    .selectFrom("user")
    .select(["id", "name", "email", "emailVerified", "isAnonymous", "createdAt"])
    .where(({ or }) =>
      or(["id", "name", "email"].map((column) => sql<boolean>`lower(${sql.ref(column)}) LIKE ${like} ESCAPE '\\'`)),
    )
    .where("id", "not in", db.selectFrom("departure").select("userId"))
    .orderBy("createdAt", "desc")
    .limit(MAX_RESULTS)
    .execute();
  if (found.length === 0) return "No user found.\n";
  const lines = found.map((user) => {
    const kind = user.isAnonymous ? "guest" : user.emailVerified ? "verified" : "unverified";
    const [email, name] = [user.email, user.name].map(escapeUnprintable);
    return `${user.id}  ${new Date(user.createdAt).toISOString().slice(0, 10)}  ${kind}  ${email}  ${name}`;
  });
  return `${lines.join("\n")}\n${found.length === MAX_RESULTS ? `The ${MAX_RESULTS} newest; there may be more.\n` : ""}`;
}

async function getPerson({ db }: Pick<Context, "db">, id: string): Promise<Person> {
  const person = await db
    .selectFrom("user")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .where("id", "not in", db.selectFrom("departure").select("userId"))
    .executeTakeFirst();
  if (!person) throw new Error(`No user has the id ${escapeUnprintable(id)}: npm run admin -- find lists ids.\n`);
  return { ...person, email: escapeUnprintable(person.email) };
}

async function signOut({ db }: Pick<Context, "db">, { id, email }: Person): Promise<string> {
  const ended = await db.deleteFrom("session").where("userId", "=", id).returning("id").execute();
  return `${email} is signed out: ${ended.length} session${ended.length === 1 ? "" : "s"} ended.\n`;
}

async function remove({ db }: Pick<Context, "db">, { id, email }: Person): Promise<string> {
  await deleteAccount(db, id);
  // No background worker runs in this process, so delete all rows now.
  await purgePerson(db, id);
  return `${email} is deleted, and all that was theirs.\n`;
}

async function reports({ db }: Pick<Context, "db">): Promise<string> {
  const shares = await reportedShares(db);
  if (shares.length === 0) return "Nothing was reported.\n";
  const lines = shares.map(({ id, game, name, userId, reports }) => {
    const said = reports.map(({ reason, text }) => `    ${reason}${text && `: ${quoted(text)}`}`);
    return [`${id}  /${game}?s=${id}  of ${userId}  ${quoted(name)}`, ...said].join("\n");
  });
  return `${lines.join("\n")}\n`;
}

/** Quotes text of users on one line, without control characters for the terminal. */
const quoted = (text: string): string => escapeUnprintable(JSON.stringify(text));

async function withdraw({ db }: Pick<Context, "db">, id: string): Promise<string> {
  if (!(await withdrawShare(db, id, new Date()))) throw new Error(`There is no share ${escapeUnprintable(id)}.\n`);
  return `${escapeUnprintable(id)} is taken down.\n`;
}

async function dismiss({ db }: Pick<Context, "db">, id: string): Promise<string> {
  const count = await dismissReports(db, id);
  return `${count} report${count === 1 ? "" : "s"} of ${escapeUnprintable(id)} dismissed.\n`;
}

async function main(root: string, words: readonly string[]): Promise<void> {
  const envFile = join(root, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env);
  const logger = createLogger({ logLevel: "error" });
  const [command, file] = words;
  // Comes first: opening the context would migrate the schema, and a backup is taken before that.
  if (command === "backup" && file) {
    await backUp(config.database, file, { logger, env: process.env });
    process.stdout.write(`The database is copied to ${file}. The secret is not in it.\n`);
    return;
  }
  await using context = await openContext(config, { arsenals: readArsenals(join(root, "data")), logger });
  process.stdout.write(await administer(context, words));
}

// The backup: a consistent copy of the database, taken while the site runs.

type SqlitePlace = Extract<DatabasePlace, { kind: "sqlite" }>;

type BackupParts = {
  logger: Logger;
  /** Arguments and environment of pg_dump. */
  env: NodeJS.ProcessEnv;
};

/**
 * Writes the copy to a new file that its owner alone may read: an SQLite database, or an archive for pg_restore. Throws a
 * sentence where the file exists or there is no pg_dump; a copy that fails leaves no file.
 */
async function backUp(place: DatabasePlace, file: string, { logger, env }: BackupParts): Promise<void> {
  const target = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new Error(`${file} exists already; a backup overwrites nothing.`) : error;
  });
  try {
    if (place.kind === "sqlite") await copySqlite(place, file, logger);
    else await dumpPostgres(place.url, target.fd, env);
    await target.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}

/** SQLite writes into a file that is there and empty, so the copy keeps its owner's rights. */
async function copySqlite(place: SqlitePlace, file: string, logger: Logger): Promise<void> {
  // Opening a missing file would create an empty database.
  if (!existsSync(place.path)) throw new Error(`There is no database at ${place.path}.`);
  const db = openDatabase(place, logger);
  try {
    await sql`VACUUM INTO ${file}`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** The password is passed in the environment: every process of the machine can read a command line. */
async function dumpPostgres(url: string, target: number, env: NodeJS.ProcessEnv): Promise<void> {
  const place = new URL(url);
  const password = decodeURIComponent(place.password);
  place.password = "";
  const dump = spawn("pg_dump", ["--format=custom", "--no-owner", `--dbname=${place.href}`], {
    stdio: ["ignore", target, "pipe"],
    env: { ...env, ...(password && { PGPASSWORD: password }) },
  });
  const [said, [code]] = await Promise.all([dump.stderr ? text(dump.stderr) : "", once(dump, "close")]).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new Error("pg_dump is not on this machine: it comes with PostgreSQL.") : error;
    },
  );
  if (code !== 0) throw new Error(`pg_dump failed: ${said.trim()}`);
}

if (import.meta.main) {
  await main(join(import.meta.dirname, "../.."), process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
