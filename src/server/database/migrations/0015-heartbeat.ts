import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When the hourly purge last looked at the clock, and from when on it trusts it. */
export const heartbeat: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("heartbeat")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("trustedFrom", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
  },
};
