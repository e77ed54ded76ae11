// Online backup: a consistent copy of the database, taken while the site runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import type { Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { openDatabase } from "./database.ts";

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
export async function backUp(place: DatabasePlace, file: string, { logger, env }: BackupParts): Promise<void> {
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
