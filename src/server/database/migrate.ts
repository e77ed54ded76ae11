import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isDatabaseUnavailable, rerunRefused, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { keepLease } from "#platform/queue.ts";
import { type Database, openDatabase } from "./database.ts";
import type { PreparedMigration } from "./migrations/large-tables.ts";
import type { DatabaseKind } from "./schema.ts";

/** Every migration in its order; a name once released is never changed. */
const NAMES = [
  "0001-accounts",
  "0002-loadouts",
  "0003-mails",
  "0004-limits",
  "0005-passkeys",
  "0006-organizations",
  "0007-avatars",
  "0008-carried",
  "0009-locker",
  "0010-shares",
  "0011-soldiers",
  "0012-address-proof",
  "0013-bounds",
  "0014-operations",
  "0015-heartbeat",
  "0016-streams",
  "0017-waiting-guests",
  "0018-platoons",
  "0019-platoon-indexes",
  "0020-operation",
  "0021-thinning",
  "0022-source-state",
  "0023-platoon-links",
  "0024-platoon-search",
  "0025-member-names",
  "0026-import-owner",
  "0027-owner-keys",
  "0028-owner-checks",
  "0029-change-marks",
  "0030-invitation-inviter",
  "0031-copy-platoon",
  "0032-user-language",
  "0033-deleted-platoons",
  "0034-member-removals",
  "0035-readings",
  "0036-former-people",
] as const;

type MigrationName = (typeof NAMES)[number];
type MaybePrepared = Migration & Partial<PreparedMigration>;
type MigrationLogger = Pick<Logger, "info" | "warn">;
/** Which database it is, and the way past its pooler. */
type MigrationPlace = { kind: DatabaseKind; directUrl?: string | undefined };

/** From this migration on, what takes long is done before its transaction: no lock of it is waited for or held for long. */
const SHORT_SINCE: MigrationName = "0024-platoon-search";
/** Of the start that upgrades PostgreSQL; the others ask again after the pause, and log at every so many times that they wait. */
const LEASE = { name: "upgrade", ms: 60_000, pauseMs: 500, loggedEvery: 60 };
/** For what takes long, and for the lease of its turn. */
const DIRECT_CONNECTIONS = 2;
const SILENT: MigrationLogger = { info() {}, warn() {} };

/**
 * Where migrations are recorded. Version 0.1.0 starts only where `kysely_migration` has exactly its own, so that table stays as
 * 0.1.0 left it, and 0.1.0 may start anew beside a later release.
 */
const RECORDS = "kysely_schema_migration";
const RECORDS_OF_0_1_0 = "kysely_migration";

/** On SQLite, how long a start waits for another that migrates, and a statement for another's. */
const PATIENCE_MS = { migration: 120_000, statement: 5000 };

/** `0030-contract-0024` removes what releases without migration 0024 use; later migrations of other names only add. */
const CONTRACT = /-contract-(\d{4})$/;

/**
 * Brings the schema up to date, each migration whole or not at all; throws what stopped it. A schema of a later release stays
 * as it is.
 */
export const migrate = (db: Database, place: MigrationPlace, logger: MigrationLogger = SILENT): Promise<void> =>
  withoutTimeouts(async () => {
    let schema = await readSchema(db);
    if (!schema.isUpToDate) {
      await upgrade(db, place, logger);
      // A later release may have changed it while this start waited for its turn.
      schema = await readSchema(db);
    }
    const { later } = schema;
    const contract = later.find(isTooLate);
    if (contract)
      throw new Error(`DATABASE_URL: ${contract} of a later release removed what this one needs. Start that release.`);
    if (later.length > 0) logger.warn({ later }, "the schema is that of a later release");
  });

/** Of several starts at once one does it and the others wait. */
async function upgrade(given: Database, { kind, directUrl }: MigrationPlace, logger: MigrationLogger): Promise<void> {
  const direct = directUrl === undefined ? null : await openDirect(directUrl, given, logger);
  const db = direct ?? given;
  const wait = (ms: number) => sql`PRAGMA busy_timeout = ${sql.lit(ms)}`.execute(db);
  try {
    if (kind === "sqlite") await wait(PATIENCE_MS.migration);
    await prepareRecords(db, kind);
    const ways = await getUpgrade(db, kind, logger);
    const hasLeases = (await readSchema(db)).done.includes("0004-limits");
    if (kind === "sqlite" || !hasLeases) return await ways.atOnce();
    const work = async () => ((await hasTimeLimit(db)) ? ways.atOnce() : ways.prepared());
    await inTurn(db, logger, work, async () => (await readSchema(db)).isUpToDate);
  } finally {
    if (kind === "sqlite") await wait(PATIENCE_MS.statement);
    await direct?.destroy();
  }
}

/** Connections past the pooler, which ends long statements; null where that way does not lead to the same place. */
export async function openDirect(url: string, pooled: Database, logger: MigrationLogger): Promise<Database | null> {
  // What fails here also ends the migration, which reports it.
  const outageLogger = { error: logger.warn.bind(logger), info: logger.info.bind(logger) };
  const direct = openDatabase({ kind: "postgres", url, poolSize: DIRECT_CONNECTIONS }, outageLogger);
  try {
    const [place, pooledPlace] = [await readPlace(direct), await readPlace(pooled)];
    if (place !== pooledPlace) throw new Error(`It leads to ${place}, and DATABASE_URL to ${pooledPlace}.`);
    return direct;
  } catch (err) {
    logger.warn({ err }, "DATABASE_DIRECT_URL: not the user and database of DATABASE_URL, which is used in its place");
    await direct.destroy();
    return null;
  }
}

/** The user, who owns what the user makes, and the database of a running server. */
async function readPlace(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    SELECT concat_ws(' ', current_user, current_database(), pg_postmaster_start_time()) AS place`.execute(db);
  return rows[0]?.place;
}

type Upgrade = {
  /** All missing migrations in one transaction. */
  atOnce(): Promise<void>;
  /**
   * The same on a PostgreSQL in use, by one start at a time: what a migration does to large tables is done before its
   * transaction, while the site runs.
   */
  prepared(): Promise<void>;
};

async function getUpgrade(db: Database, kind: DatabaseKind, logger: MigrationLogger): Promise<Upgrade> {
  const [{ Migrator }, { listMigrations }, { lockTables, LOCKED }] = await Promise.all([
    import("kysely/migration"),
    import("./migrations.ts"),
    import("./migrations/large-tables.ts"),
  ]);
  const migrations: Record<MigrationName, MaybePrepared> = inNames(listMigrations(kind));
  let isInUse = false;
  let isNew = false;
  const tookMs = new Map<string, number>();
  const timed = Object.entries(migrations).map(([name, { up, locks = [] }]) => {
    const measured = async (trx: Parameters<typeof up>[0]) => {
      const began = performance.now();
      if (isInUse && name >= SHORT_SINCE) await lockTables(trx, locks);
      await up(trx);
      tookMs.set(name, Math.round(performance.now() - began));
    };
    return [name, { up: measured }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(timed) };
  const names = { migrationTableName: RECORDS, migrationLockTableName: `${RECORDS}_lock` };

  /** In one transaction, which has the turn until it ends: so one start alone makes a migration, behind a pooler, too. */
  async function migrateTo(target: MigrationName | undefined): Promise<void> {
    if (target === undefined) return;
    const run = async (trx: Database) => {
      await takeTurn(trx, kind, RECORDS);
      tookMs.clear();
      const { done } = await readSchema(trx);
      if (done.includes(target)) return;
      isNew = done.length === 0;
      const { error } = await new Migrator({ db: trx, provider, ...names }).migrateTo(target);
      if (error) throw error;
    };
    await rerunRefused(() => db.transaction().execute(run), LOCKED);
    if (isNew && tookMs.size > 0) logger.info({ migrations: tookMs.size }, "made a new database");
    else for (const [migration, ms] of tookMs) logger.info({ migration, ms }, "migrated");
  }

  return {
    atOnce: () => migrateTo(NAMES.at(-1)),
    async prepared() {
      isInUse = true;
      const { done } = await readSchema(db);
      const missing = NAMES.filter((name) => !done.includes(name));
      for (const [index, name] of missing.entries()) {
        const { prepare } = migrations[name];
        if (!prepare) continue;
        await migrateTo(missing[index - 1]);
        const began = performance.now();
        await prepare(db as Kysely<unknown>);
        logger.info({ migration: name, ms: Math.round(performance.now() - began) }, "prepared a migration");
      }
      await migrateTo(missing.at(-1));
    },
  };
}

/** Whether PostgreSQL ends long statements, as behind a pooler, where a connection cannot be asked for more time. */
async function hasTimeLimit(db: Database): Promise<boolean> {
  const { rows } = await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS "limit"`.execute(db);
  return rows[0]?.limit !== "0";
}

/** Runs work on the schema by one process at a time, unless another has done it. The lease of one that died ends. */
async function inTurn(
  db: Database,
  logger: MigrationLogger,
  work: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const [leases, holder] = [createLeaseRows(db, () => new Date()), randomUUID()];
  for (let tries = 0; !(await leases.claim(LEASE.name, holder, LEASE.ms)); tries += 1) {
    if (tries % LEASE.loggedEvery === 0) logger.info("waiting for another process, which changes the tables");
    await sleep(LEASE.pauseMs);
    if (await isDone()) return;
  }
  try {
    using _lease = keepLease(LEASE.ms, () => leases.renew(LEASE.name, holder, LEASE.ms), logger);
    await work();
  } finally {
    await leases.release([LEASE.name], holder);
  }
}

/** The compiler refuses a migration that NAMES does not have: every start would look for it anew. */
const inNames = <Listed extends { [Name in keyof Listed]: Name extends MigrationName ? Migration : never }>(
  listed: Listed,
): Listed => listed;

/** Whether the tables are those of this release, or of a later one beside which it runs. */
export async function isCompatible(db: Database): Promise<boolean> {
  const { isUpToDate, later } = await readSchema(db);
  return isUpToDate && !later.some(isTooLate);
}

/** Whether the tables are exactly those of this release. */
export async function isCurrent(db: Database): Promise<boolean> {
  const { isUpToDate, later } = await readSchema(db);
  return isUpToDate && later.length === 0;
}

const isTooLate = (name: string): boolean =>
  Number(CONTRACT.exec(name)?.[1] ?? 0) > Number.parseInt(NAMES.at(-1) ?? "", 10);

/** Whether all of our migrations are recorded, which are, and which others after them; a database without records has none. */
async function readSchema(db: Database): Promise<{ isUpToDate: boolean; done: string[]; later: string[] }> {
  const done = await readRecords(db, RECORDS);
  const isUpToDate = done.slice(0, NAMES.length).join() === NAMES.join();
  return { isUpToDate, done, later: isUpToDate ? done.slice(NAMES.length) : [] };
}

async function readRecords(db: Database, table: string): Promise<string[]> {
  const asked = sql<{ name: string }>`SELECT name FROM ${sql.table(table)} ORDER BY name`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  return rows.map(({ name }) => name);
}

/** Makes the table of records, with those of version 0.1.0 where there are some. */
async function prepareRecords(db: Database, kind: DatabaseKind): Promise<void> {
  const earlier = await readRecords(db, RECORDS_OF_0_1_0);
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, kind, RECORDS);
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(RECORDS)}
      (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(trx);
    if (earlier.length === 0) return;
    await sql`INSERT INTO ${sql.table(RECORDS)} (name, timestamp)
      SELECT name, timestamp FROM ${sql.table(RECORDS_OF_0_1_0)} WHERE true ON CONFLICT (name) DO NOTHING`.execute(trx);
  });
}

/**
 * Must run in a transaction: others that take the same turn wait until it ends. On SQLite any write transaction does.
 */
export async function takeTurn(trx: Database, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
