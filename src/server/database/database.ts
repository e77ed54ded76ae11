import { Kysely, type LogEvent, PostgresDialect, sql } from "kysely";
import { NodeSqliteDialect } from "#platform/database/node-sqlite.ts";
import type { Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Observer } from "#server/observer.ts";
import { runPrepared } from "./prepared-query.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** A connection to the database at `place`; `destroy()` closes it. Its tables are made by `migrate`. */
export function openDatabase(place: DatabasePlace, logger: Logger, observers: readonly Observer[] = []): Database {
  const dialect = place.kind === "sqlite" ? new NodeSqliteDialect(place.path) : postgresDialect(place.url, logger);
  const db = new Kysely<Tables>({ dialect, ...(observers.length > 0 && { log: getTell(observers) }) });
  // Only the query library reports statements to observers.
  if (dialect instanceof NodeSqliteDialect && observers.length === 0) {
    runPrepared(db, (sql, values) => dialect.readAtOnce(sql, values));
  }
  return db;
}

const getTell =
  (observers: readonly Observer[]) =>
  ({ level, query, queryDurationMillis: ms }: LogEvent): void => {
    for (const observer of observers) observer.statement({ sql: query.sql, ms, failed: level === "error" });
  };

/** The driver is loaded on use: it takes a tenth of a start. */
function postgresDialect(url: string, logger: Logger): PostgresDialect {
  const lost = (err: unknown) => logger.warn({ err }, "a database connection was lost");
  const pool = async () => (await import("./timeout-pool.ts")).createTimeoutPool(url, lost);
  return new PostgresDialect({ pool });
}

/**
 * Whether a row is this person's, of rows that are looked up by their ids. An expression, so that SQLite takes the index of
 * the ids: by an index that begins with the person it reads everything the person has, 14,000 loadouts or their words.
 */
export const isOwnedBy = (userId: string) => sql<boolean>`"userId" || '' = ${userId}`;
