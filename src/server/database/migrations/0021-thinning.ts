import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const GRACE_MS = 30 * 24 * 60 * 60_000;

/** Old snapshots of a soldier are thinned out, unless the person keeps all. */
export const thinning: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("soldier")
      .addColumn("keepsAll", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("soldier")
      .addColumn("thinnedAt", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.createIndex("soldierThinned").on("soldier").column("thinnedAt").execute();
    // People who have soldiers already get a month to switch it off.
    await sql`UPDATE soldier SET "thinnedAt" = ${new Date(Date.now() + GRACE_MS).toISOString()}`.execute(db);
  },
};
