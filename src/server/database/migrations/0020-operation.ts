import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What an operator needs: people who are banned. */
export const operation: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("user").addColumn("bannedAt", "text").execute();
  },
};
