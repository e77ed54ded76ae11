// Hot reads: their SQL is built once, and PostgreSQL reads it once on each connection.
import type { CompiledQuery, Kysely } from "kysely";
import type { ClientBase } from "pg";
import type { Tables } from "./schema.ts";

type Database = Kysely<Tables>;

/** By which name a connection knows a text that it read before; as many as the code has hot reads. */
const names = new Map<unknown, string>();

/** Reads the rows of a statement without waiting for its turn; null where that cannot be now. */
type ReadAtOnce = (sql: string, values: readonly unknown[]) => readonly unknown[] | null;

const readers = new WeakMap<Database, ReadAtOnce>();

/** Hot reads of this database go this way where they can, not those of its transactions. */
export const runPrepared = (db: Database, read: ReadAtOnce): void => void readers.set(db, read);

/** Reads the rows of a query that is built once for a database, with the values given in the place of its own. */
export function preparedQuery<Row>(
  build: (db: Database) => CompiledQuery<Row>,
): (db: Database, ...values: readonly unknown[]) => Promise<readonly Row[]> {
  const built = new WeakMap<Database, CompiledQuery<Row>>();
  const getQuery = (db: Database) => {
    const query = build(db);
    built.set(db, query);
    names.set(query.sql, names.get(query.sql) ?? `hot_${names.size}`);
    return query;
  };
  return async (db, ...parameters) => {
    const query = built.get(db) ?? getQuery(db);
    const atOnce = readers.get(db)?.(query.sql, parameters) as readonly Row[] | null | undefined;
    return atOnce ?? (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Makes each hot read a named statement of this connection. */
export function nameHotQueries(client: ClientBase): void {
  client.query = new Proxy(client.query, {
    apply(query, self, [text, values, ...rest]) {
      const name = names.get(text);
      return Reflect.apply(
        query,
        self,
        name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest],
      );
    },
  });
}
