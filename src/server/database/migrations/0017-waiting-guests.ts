import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The guests that wait for room in an account are found by the account. */
export const waitingGuests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("operationRef").on("operation").column("ref").execute();
  },
};
