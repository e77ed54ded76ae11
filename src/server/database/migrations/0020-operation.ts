import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What an operator needs: people who are banned, and mails that were given up. */
export const operation: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("deadMail")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("to", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("deadMailUpdatedAt").on("deadMail").column("updatedAt").execute();
    await db.schema.alterTable("user").addColumn("bannedAt", "text").execute();
  },
};
