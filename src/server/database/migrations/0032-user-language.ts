import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The language a person chose for the site and its mails; null until they choose one. */
export const userLanguage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("user").addColumn("language", "text").execute();
  },
};
