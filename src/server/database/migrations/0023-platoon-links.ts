import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A person has one copy of a platoon's loadout, a squad sheet's link is a secret of its own, another one each time, and a squad
 * plays one game, whose size it has.
 */
export const platoonLinks: Migration = {
  async up(db: Kysely<unknown>) {
    // Copies that were made at the same time: the last one counts.
    await sql`DELETE FROM "loadoutCopy" WHERE EXISTS (SELECT 1 FROM "loadoutCopy" AS "later"
      WHERE "later"."userId" = "loadoutCopy"."userId" AND "later"."platoonLoadoutId" = "loadoutCopy"."platoonLoadoutId"
      AND ("later"."updatedAt" > "loadoutCopy"."updatedAt"
      OR ("later"."updatedAt" = "loadoutCopy"."updatedAt" AND "later"."id" > "loadoutCopy"."id")))`.execute(db);
    const unique = (name: string, table: string, ...columns: string[]) =>
      db.schema.createIndex(name).unique().on(table).columns(columns).execute();
    await unique("loadoutCopyOnce", "loadoutCopy", "userId", "platoonLoadoutId");
    await db.schema.alterTable("squadSheet").addColumn("linkId", "text").execute();
    // Links that were given away go on working.
    await sql`UPDATE "squadSheet" SET "linkId" = "id" WHERE "isOpen" = 1`.execute(db);
    await unique("squadSheetLinkId", "squadSheet", "linkId");
    await db.schema.alterTable("team").addColumn("game", "text").execute();
    await db.schema.createIndex("inviteLinkCreatorId").on("inviteLink").column("creatorId").execute();
  },
};
