import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Logger } from "#server/logger.ts";
import { nodeSqliteDialect } from "./node-sqlite.ts";
import { createPatientPool } from "./patient-pool.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** A connection to the database at `place`; `destroy()` closes it. Its tables are made by `migrate`. */
export function openDatabase(place: DatabasePlace, logger: Logger): Database {
  const dialect = place.kind === "sqlite" ? nodeSqliteDialect(place.path) : postgresDialect(place.url, logger);
  return new Kysely<Tables>({ dialect });
}

function postgresDialect(url: string, logger: Logger): PostgresDialect {
  const lost = (err: unknown) => logger.warn({ err }, "a database connection was lost");
  return new PostgresDialect({ pool: createPatientPool({ connectionString: url, types: { getTypeParser } }, lost) });
}

/** Counts and counters as numbers, as on SQLite, instead of text: none of ours leaves the range of whole numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);
