import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const carried: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("loadout").addColumn("carriedAt", "text").execute();
  },
};
