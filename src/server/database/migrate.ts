import { sql } from "kysely";
import { isDatabaseUnavailable, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import type { Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { BASELINE, listTables } from "./baseline.ts";
import { type Database, openDatabase } from "./database.ts";
import type { DatabaseKind } from "./schema.ts";

type Migration = { name: string; up(db: Database, kind: DatabaseKind): Promise<void> };
type MigrationLogger = Pick<Logger, "info" | "warn" | "error">;

/**
 * What releases after 0.3.0 add to the baseline, in order; a name once released is never changed. Each only adds, because the release
 * before runs beside it, and rewrites no table. On PostgreSQL it runs outside a transaction, so that it can create indexes
 * `CONCURRENTLY`, and again where it was interrupted: everything is added `IF NOT EXISTS`, and an index that was left is dropped first.
 */
const MIGRATIONS: readonly Migration[] = [];

const NAMES = [BASELINE, ...MIGRATIONS.map(({ name }) => name)];
const RECORDS = "kysely_schema_migration";
/** Of version 0.1.0. */
const EARLIER_RECORDS = "kysely_migration";
const SILENT: MigrationLogger = { info() {}, warn() {}, error() {} };

/**
 * Makes the tables of a new database, and what later releases add; of several starts at once one does it and the others wait. A
 * schema of a later release stays as it is.
 * @throws an error with a sentence for the operator where the database is of an earlier version
 */
export const migrate = (db: Database, place: DatabasePlace, logger: MigrationLogger = SILENT): Promise<void> =>
  withoutTimeouts(async () => {
    const records = await readRecords(db);
    const earlier = records.length > 0 ? records : await readRecords(db, EARLIER_RECORDS);
    if (earlier.length > 0 && !records.includes(BASELINE)) throw new Error(refuse(place));
    const createTables = async (trx: Database) => {
      for (const statement of listTables(place.kind)) await sql.raw(statement).execute(trx);
    };
    if (!records.includes(BASELINE) && (await runOnce(db, place, BASELINE, createTables)))
      logger.info("made a new database");
    for (const { name, up } of MIGRATIONS.filter((each) => !records.includes(each.name))) {
      const began = performance.now();
      const isDone = await runOnce(db, place, name, (trx) => runOutside(trx, place, logger, up));
      if (isDone) logger.info({ migration: name, ms: Math.round(performance.now() - began) }, "migrated");
    }
    const later = (await readRecords(db)).filter((name) => !NAMES.includes(name));
    if (later.length > 0) logger.warn({ later }, "the schema is that of a later release");
  });

const refuse = (place: DatabasePlace): string =>
  `DATABASE_URL: ${place.kind === "sqlite" ? place.path : "that database"} is of an earlier version. Start that version once more ` +
  "and export your loadouts there (Loadouts, Export all); then start this one with a new database and import them.";

/** False where another start has done it. */
async function runOnce(
  db: Database,
  { kind }: DatabasePlace,
  name: string,
  work: (trx: Database) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // On SQLite any other transaction waits for this one.
    if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${RECORDS}))`.execute(trx);
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(RECORDS)}
      (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(trx);
    if ((await readRecords(trx)).includes(name)) return false;
    await work(trx);
    await sql`INSERT INTO ${sql.table(RECORDS)} VALUES (${name}, ${new Date().toISOString()})`.execute(trx);
    return true;
  });
}

/** On PostgreSQL on a connection of its own, past the pooler, which would end long statements. */
async function runOutside(
  trx: Database,
  place: DatabasePlace,
  logger: MigrationLogger,
  up: Migration["up"],
): Promise<void> {
  if (place.kind === "sqlite") return up(trx, place.kind);
  const direct = openDatabase({ kind: place.kind, url: place.directUrl ?? place.url, poolSize: 1 }, logger);
  try {
    await up(direct, place.kind);
  } finally {
    await direct.destroy();
  }
}

/** Whether the tables are those of this release, or of a later one, which has only added to them. */
export async function isCompatible(db: Database): Promise<boolean> {
  const records = await readRecords(db);
  return NAMES.every((name) => records.includes(name));
}

/** Whether the tables are exactly those of this release. */
export const isCurrent = async (db: Database): Promise<boolean> =>
  (await readRecords(db)).toSorted().join() === NAMES.toSorted().join();

/** The names of what was run; a database without records has none. */
async function readRecords(db: Database, table = RECORDS): Promise<string[]> {
  const read = sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(db);
  const { rows } = await read.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  return rows.map(({ name }) => name);
}
