import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { createIndexes, type LargeIndex, type PreparedMigration, prepareIndexes } from "./large-tables.ts";

type Copy = { id: string; body: string; createdAt: string };
type Member = { userId: string; role: string };

const INDEXES: readonly LargeIndex[] = [
  {
    // As memberRank, with all that a search of names reads of a member.
    ...{ name: "memberPlace", table: "member" },
    on: `("organizationId",
      (CASE WHEN "role" LIKE '%owner%' THEN 0 WHEN "role" LIKE '%admin%' THEN 1 ELSE 2 END),
      "createdAt", "id", "userId", "role")`,
  },
  { name: "invitationExpiresAt", table: "invitation", on: '("expiresAt")' },
  // As long as the ids of people, which some values begin with; other values may be too long for an index.
  { name: "verificationPerson", table: "verification", on: '(SUBSTR("value", 1, 32))' },
];

/**
 * Members by name, a deleted platoon by its owners, a person's mailed links and ended invitations are found without a scan. The
 * versions of a loadout have what they were meant for.
 */
export const platoonSearch: PreparedMigration = {
  prepare: (db) => prepareIndexes(db, INDEXES),
  async up(db: Kysely<unknown>) {
    await createIndexes(db, INDEXES);
    await db.schema
      .createTable("deletedPlatoonOwner")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("platoonId", "text", (column) => column.notNull().references("deletedPlatoon.id").onDelete("cascade"))
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .addUniqueConstraint("deletedPlatoonOwnerOnce", ["userId", "platoonId"])
      .execute();
    await db.schema.createIndex("deletedPlatoonOwnerPlatoonId").on("deletedPlatoonOwner").column("platoonId").execute();
    // 0 of a copy that an earlier release makes while both run: its owners are in its body alone.
    await db.schema
      .alterTable("deletedPlatoon")
      .addColumn("hasOwnerRows", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("deletedPlatoonWithoutOwnerRows")
      .on("deletedPlatoon")
      .column("id")
      .where(sql.ref("hasOwnerRows"), "=", sql.lit(0))
      .execute();
    await addOwners(db);

    // JSON of what a version was meant for; null of versions that earlier releases made.
    await db.schema.alterTable("loadoutEvent").addColumn("purpose", "text").execute();
  },
};

export async function addOwners(db: Kysely<unknown>): Promise<void> {
  const { rows: platoons } = await sql<{ id: string }>`SELECT "id" FROM "deletedPlatoon"`.execute(db);
  for (const { id } of platoons) {
    // One at a time: a copy of a large platoon is long.
    const { rows } = await sql<Copy>`SELECT "id", "body", "createdAt" FROM "deletedPlatoon" WHERE "id" = ${id}`.execute(
      db,
    );
    for (const { body, createdAt } of rows) {
      const { members }: { members: Member[] } = JSON.parse(body);
      for (const { userId } of members.filter(({ role }) => role.split(",").includes("owner"))) {
        await sql`INSERT INTO "deletedPlatoonOwner" ("id", "userId", "platoonId", "createdAt", "updatedAt")
          SELECT ${randomUUID()}, "id", ${id}, ${createdAt}, ${createdAt} FROM "user" WHERE "id" = ${userId}`.execute(
          db,
        );
      }
      await sql`UPDATE "deletedPlatoon" SET "hasOwnerRows" = 1 WHERE "id" = ${id}`.execute(db);
    }
  }
}
