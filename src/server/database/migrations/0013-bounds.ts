import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** How many bytes rows hold, so that what a person stores is bounded without reading all of it. */
export const bounds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ["loadout", "snapshot", "lockerImport"]) {
      await db.schema
        .alterTable(table)
        .addColumn("bytes", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await sql`UPDATE "loadout" SET "bytes" = octet_length("name") + octet_length("note") + octet_length("tags")
      + octet_length("body")`.execute(db);
    await sql`UPDATE "snapshot" SET "bytes" = octet_length("figures") + octet_length("body")`.execute(db);
    await sql`UPDATE "lockerImport" SET "bytes" = (SELECT coalesce(sum(octet_length("body")), 0)
      FROM "importedLoadout" WHERE "importId" = "lockerImport"."id")`.execute(db);
    await db.schema.createIndex("loadoutUserIdBytes").on("loadout").columns(["userId", "bytes"]).execute();
    await db.schema.dropIndex("snapshotUserId").execute();
    await db.schema.createIndex("snapshotUserIdBytes").on("snapshot").columns(["userId", "bytes"]).execute();
  },
};
