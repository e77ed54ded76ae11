import { type Kysely, sql } from "kysely";
import { normalizeText } from "#domain/text.ts";
import type { DatabaseKind } from "#server/database/schema.ts";
import {
  createIndexes,
  hasColumn,
  type LargeIndex,
  type PreparedMigration,
  prepareColumns,
  prepareIndexes,
} from "./large-tables.ts";

const PEOPLE_AT_ONCE = 200;
const COLUMNS = ["searchName", "searchNameOf"];
const INDEXES: readonly LargeIndex[] = [
  { name: "platoonEventActor", table: "platoonEvent", on: '("actorId", "organizationId", "kind")' },
  { name: "feedMarkDigest", table: "feedMark", on: '("digestedAt") WHERE "wantsDigest" = 1' },
];

/**
 * A search of a platoon's members compares names in the database. What a member has in the feed, and whose digest is due, is
 * found without a scan.
 */
export const memberNames = (kind: DatabaseKind): PreparedMigration => ({
  async prepare(db) {
    await prepareColumns(db, "user", COLUMNS);
    await addSearchNames(db);
    await prepareIndexes(db, INDEXES);
  },
  async up(db: Kysely<unknown>) {
    const isPrepared = kind === "postgres" && (await hasColumn(db, "user", "searchNameOf"));
    if (!isPrepared) {
      for (const column of COLUMNS) await db.schema.alterTable("user").addColumn(column, "text").execute();
      await addSearchNames(db);
    }
    await createIndexes(db, INDEXES);
  },
});

/** Guests are in no platoon. A name that is changed in between is found without this. */
export async function addSearchNames(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string; name: string }>`SELECT "id", "name" FROM "user"
      WHERE "isAnonymous" IS NOT TRUE AND "id" > ${after} ORDER BY "id" LIMIT ${PEOPLE_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const names = rows.map(({ id, name }) => sql`(${id}, ${normalizeText(name)}, ${name})`);
    // Both databases call the columns of VALUES so.
    await sql`UPDATE "user" SET "searchName" = "given"."column2", "searchNameOf" = "given"."column3"
      FROM (VALUES ${sql.join(names)}) AS "given" WHERE "user"."id" = "given"."column1"`.execute(db);
    after = last.id;
  }
}
