import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { normalizeText } from "#domain/text.ts";

const PEOPLE_AT_ONCE = 200;

/**
 * A search of a platoon's members compares names in the database. What a member has in the feed, and whose digest is due, is
 * found without a scan.
 */
export const memberNames: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ["searchName", "searchNameOf"])
      await db.schema.alterTable("user").addColumn(column, "text").execute();
    await addSearchNames(db);
    await db.schema
      .createIndex("platoonEventActor")
      .on("platoonEvent")
      .columns(["actorId", "organizationId", "kind"])
      .execute();
    await db.schema
      .createIndex("feedMarkDigest")
      .on("feedMark")
      .column("digestedAt")
      .where(sql.ref("wantsDigest"), "=", sql.lit(1))
      .execute();
  },
};

/** Guests are in no platoon. */
export async function addSearchNames(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string; name: string }>`SELECT "id", "name" FROM "user"
      WHERE "isAnonymous" IS NOT TRUE AND "id" > ${after} ORDER BY "id" LIMIT ${PEOPLE_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const names = rows.map(({ id, name }) => sql`(${id}, ${normalizeText(name)})`);
    // Both databases call the columns of VALUES so.
    await sql`UPDATE "user" SET "searchName" = "given"."column2", "searchNameOf" = "name"
      FROM (VALUES ${sql.join(names)}) AS "given" WHERE "user"."id" = "given"."column1"`.execute(db);
    after = last.id;
  }
}
