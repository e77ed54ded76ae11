import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const loadouts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("loadout")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("game", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .addColumn("deletedAt", "text")
      .execute();
    await db.schema
      .createIndex("loadoutUserIdGameUpdatedAt")
      .on("loadout")
      .columns(["userId", "game", "updatedAt", "id"])
      .execute();
  },
};
