import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const avatars: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("avatar")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().unique().references("user.id").onDelete("cascade"))
      .addColumn("webp", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
  },
};
