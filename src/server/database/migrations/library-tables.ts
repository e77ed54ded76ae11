// How the account library's tables begin: its own column types for each database, and what every table has. And what a migration
// may do before its transaction.
import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export type PreparedMigration = Migration & {
  /**
   * On a PostgreSQL with the tables of an earlier release, which goes on writing: runs before `up`, outside of a transaction, by
   * one process at a time. It may have been interrupted before.
   */
  prepare(db: Kysely<unknown>): Promise<void>;
};

const TYPES = {
  sqlite: { instant: sql`date`, flag: sql`integer` },
  postgres: { instant: sql`timestamptz`, flag: sql`boolean` },
} as const;

export type DatabaseKind = keyof typeof TYPES;
type Table<Name extends string> = CreateTableBuilder<Name, string>;

/** A part of a table: `table(…).$call(ownedBy("user"))`. */
export const reference =
  (column: string, target: string) =>
  <Name extends string>(table: Table<Name>): Table<Name> =>
    table.addColumn(column, "text", (it) => it.notNull().references(`${target}.id`).onDelete("cascade"));

export const libraryTables = (kind: DatabaseKind) => {
  const { instant, flag } = TYPES[kind];
  const table = <Name extends string>(db: Kysely<unknown>, name: Name): Table<Name> =>
    db.schema
      .createTable(name)
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("createdAt", instant, (column) => column.notNull().defaultTo(sql`CURRENT_TIMESTAMP`))
      .addColumn("updatedAt", instant, (column) => column.notNull().defaultTo(sql`CURRENT_TIMESTAMP`));
  const owned = <Name extends string>(db: Kysely<unknown>, name: Name): Table<Name> =>
    table(db, name).$call(reference("userId", "user"));
  return { instant, flag, table, owned };
};
