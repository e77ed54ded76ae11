import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** One row per name, gone by its instant. */
const ending = <Name extends string>(db: Kysely<unknown>, table: Name): CreateTableBuilder<Name, string> =>
  db.schema
    .createTable(table)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("endsAt", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull());

export const limits: Migration = {
  async up(db: Kysely<unknown>) {
    await ending(db, "budget")
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("spent", "integer", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("budgetEndsAt").on("budget").column("endsAt").execute();
    await ending(db, "lease")
      .addColumn("name", "text", (column) => column.notNull().unique())
      .addColumn("holder", "text", (column) => column.notNull())
      .execute();
  },
};
