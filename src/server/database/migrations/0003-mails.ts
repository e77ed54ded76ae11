import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("mail")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("to", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("html", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("nextAttemptAt", "text", (column) => column.notNull())
      .addColumn("leasedUntil", "text")
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("mailNextAttemptAt").on("mail").column("nextAttemptAt").execute();
  },
};
