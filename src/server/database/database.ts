import { setImmediate } from "node:timers/promises";
import { Kysely, type LogEvent, PostgresDialect, sql } from "kysely";
import { rerunRefused } from "#platform/database/database-unavailable.ts";
import { NodeSqliteDialect } from "#platform/database/node-sqlite.ts";
import { createOutageLog, type OutageLog } from "#platform/database/outage-log.ts";
import type { Logger } from "#platform/logger.ts";
import type { DatabasePlace, PostgresPlace } from "#server/config/config.ts";
import type { Observer } from "#server/observer.ts";
import { CONNECTION_NAME } from "#server/release.ts";
import { setSyncReader } from "./prepared-query.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** Opens the database; `destroy()` closes it. `migrate` creates the tables. */
export function openDatabase(
  place: DatabasePlace,
  logger: Pick<Logger, "error" | "info">,
  observers: readonly Observer[] = [],
  outages = createOutageLog(logger),
): Database {
  const dialect =
    place.kind === "sqlite" ? new NodeSqliteDialect(place.path, outages) : postgresDialect(place, outages);
  const db = new Kysely<Tables>({ dialect, ...(observers.length > 0 && { log: createStatementListener(observers) }) });
  // With observers all statements go through Kysely, which reports them.
  if (dialect instanceof NodeSqliteDialect && observers.length === 0) {
    setSyncReader(db, (sql, values) => dialect.readSync(sql, values));
  }
  return db;
}

const createStatementListener =
  (observers: readonly Observer[]) =>
  ({ level, query, queryDurationMillis: ms }: LogEvent): void => {
    for (const observer of observers) observer.statement({ sql: query.sql, ms, failed: level === "error" });
  };

/** The driver is loaded on use, because it takes a tenth of the start time. */
function postgresDialect(place: PostgresPlace, outages: OutageLog): PostgresDialect {
  const pool = async () => (await import("./timeout-pool.ts")).createTimeoutPool(place, outages);
  return new PostgresDialect({ pool });
}

/**
 * Runs work in a transaction, and reruns it if PostgreSQL rolled it back because of another one. The work must have no side
 * effects besides changing rows.
 */
export const inTransaction = <Result>(db: Database, work: (trx: Database) => Promise<Result>): Promise<Result> =>
  rerunRefused(() => db.transaction().execute(work));

/** Maximum of rows changed by one statement of a long transaction, because SQLite blocks the event loop during a statement. */
const MAX_ROWS_PER_STATEMENT = 200;

/** Repeats a step of a transaction until it changes fewer rows than its limit, and yields to the event loop after each step. */
export async function runInSlices(
  step: (limit: number) => Promise<number>,
  limit = MAX_ROWS_PER_STATEMENT,
): Promise<void> {
  while ((await step(limit)) === limit) await setImmediate();
}

/**
 * Returns the database for a library that begins transactions itself, with the reruns of `inTransaction`. The account library has
 * no side effects before the commit.
 */
export function withReruns(db: Database): Database {
  const rerunDatabase: Database = db.$extendTables<Record<never, never>>();
  rerunDatabase.transaction = () => {
    const transaction = db.transaction();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = (work) => rerunRefused(() => execute(work));
    return transaction;
  };
  return rerunDatabase;
}

/** The connections of a process besides its pool: one for LISTEN. */
const LISTENERS = 1;

type Limits = { isPooled: boolean; hasTimeout: boolean; processes: number; free: number };

/**
 * Warns if this process and all others may together open more connections than PostgreSQL allows, and if a pooler has no
 * statement timeout. Of processes that start at the same time the last one counts all of them.
 * @throws an error with a message for the operator if a pooler would not deliver notifications
 */
export async function checkPostgres(
  db: Database,
  { directUrl, poolSize = 0 }: PostgresPlace,
  logger: Logger,
): Promise<void> {
  // A connection through a pooler does not have our statement timeout for the whole session.
  const { rows } = await sql<Limits>`WITH connections AS (
      SELECT substring(application_name FROM ${CONNECTION_NAME.poolSize}::text)::int AS "poolSize",
        substring(application_name FROM ${CONNECTION_NAME.owner}::text) AS owner
      FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()),
    processes AS (
      SELECT max("poolSize") + ${LISTENERS}::int AS connections FROM connections
      WHERE owner <> ${CONNECTION_NAME.ownOwner} GROUP BY owner)
    SELECT
    (SELECT source <> 'session' FROM pg_settings WHERE name = 'statement_timeout') AS "isPooled",
    current_setting('statement_timeout') <> '0' AS "hasTimeout",
    (SELECT count(*)::int FROM processes) AS processes,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (SELECT count(*)::int FROM connections WHERE owner IS NULL)
      - (SELECT coalesce(sum(connections), 0)::int FROM processes) AS free`.execute(db);
  const [limits] = rows;
  if (!limits) return;
  if (!limits.isPooled) {
    const connections = poolSize + LISTENERS;
    if (connections > limits.free)
      logger.warn(
        `DATABASE_POOL_SIZE: this process may open ${connections} connections, and PostgreSQL has ${Math.max(0, limits.free)} beside ` +
          `those that ${limits.processes} other processes may open. ` +
          "Write a smaller one, raise max_connections there, or put a pooler in front of it.",
      );
    return;
  }
  if (directUrl === undefined)
    throw new Error(
      "DATABASE_URL: a pooler delivers no notifications. Set DATABASE_DIRECT_URL to PostgreSQL's own address.",
    );
  if (!limits.hasTimeout)
    logger.warn(
      "DATABASE_URL: behind a pooler nothing ends a statement that runs too long. " +
        "As PostgreSQL's administrator: ALTER ROLE name-of-the-role SET statement_timeout = '5s'",
    );
}

/** Marks a statement that deliberately reads the rows of all owners, although the table's key begins with an owner, such as a purge. */
export const OF_ALL_OWNERS = sql`/* of all owners */`;
