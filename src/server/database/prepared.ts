// Hot reads: their SQL is built once, and PostgreSQL reads it once on each connection.
import type { CompiledQuery } from "kysely";
import type { ClientBase } from "pg";
import type { Database } from "./database.ts";

/** By which name a connection knows a text that it read before; as many as the code has hot reads. */
const names = new Map<unknown, string>();

/** Reads the rows of the query, with the values given in the place of its own. */
export function prepared<Row>(
  db: Database,
  query: CompiledQuery<Row>,
): (...values: readonly unknown[]) => Promise<readonly Row[]> {
  names.set(query.sql, names.get(query.sql) ?? `hot_${names.size}`);
  return async (...parameters) => (await db.executeQuery<Row>({ ...query, parameters })).rows;
}

/** Makes each hot read a named statement of this connection. */
export function nameHotReads(client: ClientBase): void {
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
