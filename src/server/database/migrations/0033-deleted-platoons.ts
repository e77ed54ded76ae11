import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseKind } from "#server/database/schema.ts";

/** The tables of which a deleted platoon keeps its rows. */
const TABLES = ["member", "invitation", "team"] as const;

/**
 * A deleted platoon keeps the rows of its members, invitations and squads, so that deleting it and bringing it back takes as long
 * for a thousand members as for five. Hence these no longer refer to the platoon's own row; a trigger deletes them with that
 * row of every other platoon: one without members, and one that an earlier release deletes and has copied them of.
 */
export const deletedPlatoons = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    // 1 where the rows stayed in their tables; 0 of an earlier release's copy, which has them in its body.
    await db.schema
      .alterTable("deletedPlatoon")
      .addColumn("hasMemberRows", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    const isGone = sql`NOT EXISTS (SELECT 1 FROM "deletedPlatoon" WHERE "id" = OLD."id" AND "hasMemberRows" = 1)`;
    const deletions = TABLES.map(
      (table) => sql`DELETE FROM ${sql.table(table)} WHERE "organizationId" = OLD."id"; `,
    ).reduce((all, deletion) => sql`${all}${deletion}`);
    if (kind === "sqlite") {
      await rebuildWithoutReferences(db);
      await sql`CREATE TRIGGER "organizationRows" AFTER DELETE ON "organization" WHEN ${isGone}
        BEGIN ${deletions} END`.execute(db);
      return;
    }
    for (const table of TABLES)
      await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_organizationId_fkey`)}`.execute(db);
    await sql`CREATE FUNCTION "organizationRows"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${isGone} THEN ${deletions} END IF;
      RETURN NULL; END $$`.execute(db);
    await sql`CREATE TRIGGER "organizationRows" AFTER DELETE ON "organization"
      FOR EACH ROW EXECUTE FUNCTION "organizationRows"()`.execute(db);
  },
});

/** Each before those that refer to it. */
const REBUILT = [...TABLES, "teamMember"] as const;
const REFERENCE = ' references "organization" ("id") on delete cascade';

/** SQLite drops no foreign key of a table. */
async function rebuildWithoutReferences(db: Kysely<unknown>): Promise<void> {
  const { rows: parts } = await sql<{ type: "table" | "index"; table: string; name: string; made: string }>`
    SELECT "type", "tbl_name" AS "table", "name", "sql" AS "made" FROM sqlite_schema
    WHERE "tbl_name" IN (${sql.join(REBUILT)}) AND "sql" IS NOT NULL`.execute(db);
  const indexes = parts.filter(({ type }) => type === "index");
  // What refers to a table refers to it by its new name, too.
  for (const table of REBUILT) await db.schema.alterTable(table).renameTo(`earlier_${table}`).execute();
  for (const { name } of indexes) await db.schema.dropIndex(name).execute();
  for (const table of REBUILT) {
    const { made = "" } = parts.find((part) => part.type === "table" && part.table === table) ?? {};
    const refers = table !== "teamMember";
    if (refers && !made.includes(REFERENCE)) throw new Error(`${table} does not refer to organization as it was made.`);
    await sql.raw(made.replace(REFERENCE, "")).execute(db);
    await sql`INSERT INTO ${sql.table(table)} SELECT * FROM ${sql.table(`earlier_${table}`)}`.execute(db);
  }
  // Those first that refer to others, which would take their rows along.
  for (const table of REBUILT.toReversed()) await db.schema.dropTable(`earlier_${table}`).execute();
  for (const { made } of indexes) await sql.raw(made).execute(db);
}
