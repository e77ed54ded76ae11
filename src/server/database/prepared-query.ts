// Prepared queries for frequent reads: the SQL is built once, which is 7.5 times as fast as building it for each call
// (docs/performance.md), and PostgreSQL parses it once per connection.
import type { CompiledQuery, Kysely } from "kysely";
import type { ClientBase } from "pg";
import type { Tables } from "./schema.ts";

type Database = Kysely<Tables>;

/** The names of prepared statements by their SQL. */
const names = new Map<unknown, string>();

/** Returns the rows of a statement synchronously, or null while another task uses the connection. */
type ReadSync = (sql: string, values: readonly unknown[]) => readonly unknown[] | null;

const syncReaders = new WeakMap<Database, ReadSync>();

/** Lets prepared queries of this database use `read` outside of transactions. */
export const setSyncReader = (db: Database, read: ReadSync): void => void syncReaders.set(db, read);

/** Returns a function that runs a query with the given values in place of the query's own; the query is built once per database. */
export function preparedQuery<Row>(
  build: (db: Database) => CompiledQuery<Row>,
): (db: Database, ...values: readonly unknown[]) => Promise<readonly Row[]> {
  // A transaction has the same adapter as its database.
  const queries = new WeakMap<object, CompiledQuery<Row>>();
  const getQuery = (db: Database) => {
    const query = build(db);
    queries.set(db.getExecutor().adapter, query);
    names.set(query.sql, names.get(query.sql) ?? `hot_${names.size}`);
    return query;
  };
  return async (db, ...parameters) => {
    const query = queries.get(db.getExecutor().adapter) ?? getQuery(db);
    const syncRows = syncReaders.get(db)?.(query.sql, parameters) as readonly Row[] | null | undefined;
    return syncRows ?? (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Makes each prepared query a named statement on this connection. */
export function namePreparedQueries(client: ClientBase): void {
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
