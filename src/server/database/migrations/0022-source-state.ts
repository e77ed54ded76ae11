import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** All processes share what they know of the statistics service, and the purge finds guests without reading other people. */
export const sourceState: Migration = {
  async up(db: Kysely<unknown>) {
    const texts = ["restUntil", "probeUntil", "busyUntil", "createdAt", "updatedAt"];
    const table = db.schema
      .createTable("sourceState")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("address", "text", (column) => column.notNull().unique())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("restMs", "integer", (column) => column.notNull());
    await texts.reduce((made, text) => made.addColumn(text, "text", (column) => column.notNull()), table).execute();
    await db.schema.createIndex("userIsAnonymous").on("user").columns(["isAnonymous", "id"]).execute();
  },
};
