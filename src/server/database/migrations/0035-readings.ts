import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What a reading leaves a person to decide about a soldier, and which snapshots of a source are counted from each other. */
export const readings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("soldier").addColumn("unconfirmed", "text").execute();
    await db.schema
      .alterTable("snapshot")
      .addColumn("series", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
