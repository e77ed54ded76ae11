import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** By comparing these marks a read finds out whether a replica has what a person or a platoon changed. */
export const changeMarks: Migration = {
  async up(db: Kysely<unknown>) {
    const texts = ["mark", "createdAt", "updatedAt"];
    const table = db.schema.createTable("changeMark").addColumn("id", "text", (column) => column.primaryKey());
    await texts.reduce((made, text) => made.addColumn(text, "text", (column) => column.notNull()), table).execute();
    await db.schema.createIndex("changeMarkUpdated").on("changeMark").column("updatedAt").execute();
  },
};
