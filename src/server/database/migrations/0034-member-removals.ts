import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A person who was removed from a platoon does not come back by the invite links of that time. The list of deleted platoons reads their
 * addresses without their bodies.
 */
export const memberRemovals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("memberRemoval")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("organizationId", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .addUniqueConstraint("memberRemovalOnce", ["userId", "organizationId"])
      .execute();
    await db.schema.createIndex("memberRemovalUpdatedAt").on("memberRemoval").column("updatedAt").execute();
    // Null where an earlier release deleted it.
    await db.schema.alterTable("deletedPlatoon").addColumn("slug", "text").execute();
  },
};
