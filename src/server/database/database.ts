import { Kysely, PostgresDialect } from "kysely";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Logger } from "#server/logger.ts";
import { nodeSqliteDialect } from "./node-sqlite.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** A connection to the database at `place`; `destroy()` closes it. Its tables are made by `migrate`. */
export function openDatabase(place: DatabasePlace, logger: Logger): Database {
  const dialect = place.kind === "sqlite" ? nodeSqliteDialect(place.path) : postgresDialect(place.url, logger);
  return new Kysely<Tables>({ dialect });
}

/** Its driver is loaded where it is used alone: it takes a tenth of a start. */
function postgresDialect(url: string, logger: Logger): PostgresDialect {
  const lost = (err: unknown) => logger.warn({ err }, "a database connection was lost");
  const pool = async () => (await import("./patient-pool.ts")).createPatientPool(url, lost);
  return new PostgresDialect({ pool });
}
