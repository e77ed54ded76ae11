import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * When the present address was proven together with the account's credentials. Until now nothing recorded in which
 * browser a link was opened, so every verified account counts as proven: revoking the credentials of all existing people
 * at their next sign-in by code would lock out far more owners than it would protect. Unverified accounts do not count.
 */
export const addressProof: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("user").addColumn("addressProvenAt", "text").execute();
    const now = new Date().toISOString();
    await sql`UPDATE "user" SET "addressProvenAt" = ${now} WHERE "emailVerified" = ${sql.lit(true)}`.execute(db);
  },
};
