import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseKind } from "#server/database/schema.ts";

/** A column whose values compare byte by byte, as they do on SQLite anyway. */
const ordered = (kind: DatabaseKind) => (kind === "postgres" ? sql`text collate "C"` : "text");

/** Long operations of one person that are recorded first and done in chunks, and people whose rows are yet to go. */
export const operations = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const [table, columns] of [
      ["operation", ["kind", "ref", "state"]],
      ["departure", []],
    ] as const) {
      let create = db.schema
        .createTable(table)
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("userId", "text", (column) => column.notNull().unique().references("user.id").onDelete("cascade"));
      for (const name of columns)
        create = create.addColumn(name, "text", (column) => column.notNull()) as typeof create;
      if (table === "departure") create = create.addColumn("mergedInto", "text") as typeof create;
      await create
        .addColumn("createdAt", "text", (column) => column.notNull())
        .addColumn("updatedAt", "text", (column) => column.notNull())
        .execute();
    }
    await db.schema.createIndex("operationState").on("operation").columns(["state", "userId"]).execute();
    await db.schema.createIndex("departureMergedInto").on("departure").column("mergedInto").execute();
    const change = (table: string) => db.schema.alterTable(table);
    await change("importedLoadout").addColumn("appliedAt", "text").execute();
    await change("importedLoadout")
      .addColumn("words", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await change("importedLoadout").addColumn("wordsBefore", "text").execute();
    await change("lockerImport")
      .addColumn("kept", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("importedLoadoutAppliedAt")
      .on("importedLoadout")
      .columns(["importId", "appliedAt", "number"])
      .execute();
    // What a merge brought along, with all that a list of it shows.
    await sql`CREATE INDEX "loadoutCarriedAt" ON "loadout" ("userId", "carriedAt", "createdAt", "id", "name")
      WHERE "carriedAt" IS NOT NULL AND "deletedAt" IS NULL`.execute(db);
    // Imports that were committed before stay undoable.
    await sql`UPDATE "importedLoadout" SET "appliedAt" = "updatedAt" WHERE "importId" IN
      (SELECT "id" FROM "lockerImport" WHERE "state" <> 'open')`.execute(db);
    await sql`UPDATE "importedLoadout" SET "wordsBefore" = '[]' WHERE "before" IS NOT NULL`.execute(db);
    await recreateWords(db, kind);
  },
});

/** Words may be there before their loadout: the table refers to none, and holds each word once in the one index. */
async function recreateWords(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema.dropIndex("loadoutWordLoadoutId").execute();
  await db.schema.alterTable("loadoutWord").renameTo("loadoutWordOld").execute();
  let create = db.schema
    .createTable("loadoutWord")
    .addColumn("userId", "text", (column) => column.notNull())
    .addColumn("word", ordered(kind), (column) => column.notNull())
    .addColumn("loadoutId", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("loadoutWordKey", ["userId", "word", "loadoutId"]);
  if (kind === "sqlite") create = create.modifyEnd(sql`without rowid`);
  await create.execute();
  await sql`INSERT INTO "loadoutWord" ("userId", "word", "loadoutId")
    SELECT "userId", "word", "loadoutId" FROM "loadoutWordOld"`.execute(db);
  await db.schema.dropTable("loadoutWordOld").execute();
  await db.schema.createIndex("loadoutWordLoadoutId").on("loadoutWord").columns(["loadoutId", "word"]).execute();
}
