import { setTimeout as sleep } from "node:timers/promises";
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
 * The migrations after release 0.3.0, in order; released names never change. A migration only adds to the schema, because the
 * previous release runs at the same time, and rewrites no table. On PostgreSQL it runs outside a transaction, so that it can create
 * indexes `CONCURRENTLY`, and is repeated after an interruption: it uses `IF NOT EXISTS`, and drops an incomplete index first.
 */
const MIGRATIONS: readonly Migration[] = [];

const NAMES = [BASELINE, ...MIGRATIONS.map(({ name }) => name)];
const RECORDS = "kysely_schema_migration";
const LOCK_INTERVAL_MS = 100;
/** The table of migrations in version 0.1.0. */
const EARLIER_RECORDS = "kysely_migration";
const SILENT: MigrationLogger = { info() {}, warn() {}, error() {} };

/**
 * Creates the tables of a new database and runs the migrations; of processes that start at once one does it and the others wait.
 * The schema of a later release is not changed.
 * @throws an error with a message for the operator if the database is from an earlier version
 */
export const migrate = (db: Database, place: DatabasePlace, logger: MigrationLogger = SILENT): Promise<void> =>
  withoutTimeouts(async () => {
    const readExisting = async (table: string): Promise<string[]> =>
      (await hasTable(db, place, table)) ? readRecords(db, table) : [];
    const records = await readExisting(RECORDS);
    const earlier = records.length > 0 ? records : await readExisting(EARLIER_RECORDS);
    if (earlier.length > 0 && !records.includes(BASELINE)) throw new Error(describeEarlierVersion(place));
    const createTables = async (trx: Database) => {
      for (const statement of listTables(place.kind)) await sql.raw(statement).execute(trx);
    };
    if (!records.includes(BASELINE) && (await runOnce(db, place, BASELINE, createTables)))
      logger.info("made a new database");
    for (const { name, up } of MIGRATIONS.filter((each) => !records.includes(each.name))) {
      const began = performance.now();
      const isDone = await runOnce(db, place, name, (trx) => runMigration(trx, place, logger, up));
      if (isDone) logger.info({ migration: name, ms: Math.round(performance.now() - began) }, "migrated");
    }
    const later = (await readRecords(db)).filter((name) => !NAMES.includes(name));
    if (later.length > 0) logger.warn({ later }, "the schema is that of a later release");
  });

const describeEarlierVersion = (place: DatabasePlace): string =>
  `DATABASE_URL: ${place.kind === "sqlite" ? place.path : "that database"} is of an earlier version. Start that version once more ` +
  "and export your loadouts there (Loadouts, Export all); then start this one with a new database and import them.";

/** Runs a migration and records it. Returns false if another process has run it already. */
async function runOnce(
  db: Database,
  { kind }: DatabasePlace,
  name: string,
  work: (trx: Database) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // On SQLite all other transactions wait for this one.
    if (kind === "postgres") while (!(await tryLock(trx))) await sleep(LOCK_INTERVAL_MS);
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(RECORDS)}
      (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(trx);
    if ((await readRecords(trx)).includes(name)) return false;
    await work(trx);
    await sql`INSERT INTO ${sql.table(RECORDS)} VALUES (${name}, ${new Date().toISOString()})`.execute(trx);
    return true;
  });
}

/**
 * Takes the lock of migrations unless another process has it. The caller retries, instead of waiting within the statement, because `CREATE INDEX CONCURRENTLY`
 * waits for the end of all running statements.
 */
async function tryLock(trx: Database): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${RECORDS})) AS "isLocked"`.execute(trx);
  return rows[0]?.isLocked ?? false;
}

/** Runs a migration. On PostgreSQL it uses its own connection without the pooler, which would abort long statements. */
async function runMigration(
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

/** Whether the schema is from this release or a later one, which can only have additions. */
export async function isCompatible(db: Database): Promise<boolean> {
  const records = await readRecords(db);
  return NAMES.every((name) => records.includes(name));
}

/** Whether the schema is exactly that of this release. */
export const isCurrent = async (db: Database): Promise<boolean> =>
  (await readRecords(db)).toSorted().join() === NAMES.toSorted().join();

/** Whether the table exists. PostgreSQL would log a query of a missing one as an error. */
async function hasTable(db: Database, { kind }: DatabasePlace, table: string): Promise<boolean> {
  const query =
    kind === "sqlite"
      ? sql`SELECT name FROM sqlite_master WHERE name = ${table}`
      : sql`SELECT relname FROM pg_class WHERE oid = to_regclass(${table})`;
  return (await query.execute(db)).rows.length > 0;
}

/** Returns the names of the migrations that were run. */
async function readRecords(db: Database, table = RECORDS): Promise<string[]> {
  const read = sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(db);
  const { rows } = await read.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  return rows.map(({ name }) => name);
}
