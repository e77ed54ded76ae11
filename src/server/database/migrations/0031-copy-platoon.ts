import { type Kysely, sql } from "kysely";
import type { DatabaseKind } from "#server/database/schema.ts";
import {
  createIndexes,
  hasColumn,
  type LargeIndex,
  type PreparedMigration,
  prepareColumns,
  prepareIndexes,
} from "./large-tables.ts";

const COPIES_AT_ONCE = 500;
const COLUMN = "organizationId";
const INDEXES: readonly LargeIndex[] = [
  {
    ...{ name: "loadoutCopyOfPlatoon", isUnique: true, table: "loadoutCopy" },
    on: '("userId", "organizationId", "platoonLoadoutId")',
  },
];

/**
 * A copy names the platoon of its original: clients make the ids of loadouts, so that two platoons may have one id, and a person a
 * copy of each. A copy whose original is gone names none.
 */
export const copyPlatoon = (kind: DatabaseKind): PreparedMigration => ({
  async prepare(db) {
    await prepareColumns(db, "loadoutCopy", [COLUMN]);
    await fillPlatoons(db);
    await prepareIndexes(db, INDEXES);
  },
  async up(db: Kysely<unknown>) {
    const isPrepared = kind === "postgres" && (await hasColumn(db, "loadoutCopy", COLUMN));
    if (!isPrepared) await db.schema.alterTable("loadoutCopy").addColumn(COLUMN, "text").execute();
    await fillPlatoons(db);
    await createIndexes(db, INDEXES);
    // It allows one copy for each id. Version 0.1.0 has no copies.
    await db.schema.dropIndex("loadoutCopyOnce").ifExists().execute();
  },
});

/** Of several platoons with that id it is one that the person is in. */
async function fillPlatoons(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string }>`SELECT "id" FROM "loadoutCopy"
      WHERE "organizationId" IS NULL AND "id" > ${after} ORDER BY "id" LIMIT ${COPIES_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await sql`UPDATE "loadoutCopy" SET "organizationId" = (
        SELECT "original"."organizationId" FROM "platoonLoadout" AS "original"
        WHERE "original"."id" = "loadoutCopy"."platoonLoadoutId"
        ORDER BY EXISTS (SELECT 1 FROM "member" WHERE "member"."organizationId" = "original"."organizationId"
          AND "member"."userId" = "loadoutCopy"."userId") DESC, "original"."organizationId" LIMIT 1)
      WHERE "organizationId" IS NULL AND "id" > ${after} AND "id" <= ${last.id}`.execute(db);
    after = last.id;
  }
}
