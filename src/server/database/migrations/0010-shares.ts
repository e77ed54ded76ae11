import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What people made public, what others reported of it, and what an import brought. */
export const shares: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("share")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("game", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .addColumn("revokedAt", "text")
      .addColumn("withdrawnAt", "text")
      .execute();
    await db.schema.createIndex("shareUserId").on("share").columns(["userId", "createdAt", "id"]).execute();
    await db.schema
      .createTable("report")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("shareId", "text", (column) => column.notNull().references("share.id").onDelete("cascade"))
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("reportShareId").on("report").column("shareId").execute();
    await db.schema
      .createTable("lockerImport")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("lockerImportUserId").on("lockerImport").column("userId").execute();
    await db.schema
      .createTable("importedLoadout")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("importId", "text", (column) => column.notNull().references("lockerImport.id").onDelete("cascade"))
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("loadoutId", "text", (column) => column.notNull())
      .addColumn("seenVersion", "integer", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("before", "text")
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .addUniqueConstraint("importedLoadoutNumber", ["importId", "number"])
      .execute();
  },
};
