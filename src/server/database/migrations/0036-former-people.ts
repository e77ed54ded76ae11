import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const formerPeople: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ["operation", "departure", "loadoutWord"]) await db.schema.dropTable(table).execute();
    for (const index of ["importedLoadoutApplied", "importedLoadoutAppliedAt"])
      await db.schema.dropIndex(index).ifExists().execute();
    for (const column of ["appliedAt", "words", "wordsBefore"])
      await db.schema.alterTable("importedLoadout").dropColumn(column).execute();
    await db.schema
      .createTable("formerPerson")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
  },
};
