import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseKind } from "#server/database/schema.ts";

/**
 * The loadouts of an import name their owner. A trigger adds the owner to those that an earlier release stages beside this one;
 * on PostgreSQL those that are there follow before the next migration.
 */
export const importOwner = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("importedLoadout")
      .addColumn("userId", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    if (kind === "sqlite") {
      await sql`UPDATE "importedLoadout" SET "userId" =
        (SELECT "userId" FROM "lockerImport" WHERE "lockerImport"."id" = "importId")`.execute(db);
      await sql`CREATE TRIGGER "importedLoadoutOwner" AFTER INSERT ON "importedLoadout" WHEN NEW."userId" = '' BEGIN
        UPDATE "importedLoadout" SET "userId" =
          (SELECT "userId" FROM "lockerImport" WHERE "lockerImport"."id" = NEW."importId") WHERE "id" = NEW."id";
        END`.execute(db);
      return;
    }
    await sql`CREATE FUNCTION "importedLoadoutOwner"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      SELECT "userId" INTO NEW."userId" FROM "lockerImport" WHERE "id" = NEW."importId";
      RETURN NEW; END $$`.execute(db);
    await sql`CREATE TRIGGER "importedLoadoutOwner" BEFORE INSERT ON "importedLoadout"
      FOR EACH ROW WHEN (NEW."userId" = '') EXECUTE FUNCTION "importedLoadoutOwner"()`.execute(db);
  },
});
