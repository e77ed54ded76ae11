import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabasePlace } from "#server/config/config.ts";
import { nodeSqliteDialect } from "./node-sqlite.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** A connection to the database at `place`; `destroy()` closes it. Its tables are made by `migrate`. */
export function openDatabase(place: DatabasePlace): Database {
  return new Kysely<Tables>({
    dialect:
      place.kind === "sqlite"
        ? nodeSqliteDialect(place.path)
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: place.url, connectionTimeoutMillis: 5000 }) }),
  });
}
