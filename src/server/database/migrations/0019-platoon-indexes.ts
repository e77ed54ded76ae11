import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Pages of a large platoon, its purge, and what a person brought to platoons are found without a scan. */
export const platoonIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, on: string, ...columns: string[]) =>
      db.schema.createIndex(name).on(on).columns(columns).execute();
    // Owners, admins, then the others: the members' query orders by the same expression.
    await sql`CREATE INDEX "memberRank" ON "member" ("organizationId",
      (CASE WHEN "role" LIKE '%owner%' THEN 0 WHEN "role" LIKE '%admin%' THEN 1 ELSE 2 END), "createdAt", "id")`.execute(
      db,
    );
    await index("platoonLoadoutName", "platoonLoadout", "organizationId", "name", "id");
    await index("boardConsentPlace", "boardConsent", "organizationId", "createdAt", "id");
    await index("platoonEventExpiry", "platoonEvent", "createdAt");
    await index("inviteLinkExpiresAt", "inviteLink", "expiresAt");
    await index("platoonEventActorId", "platoonEvent", "actorId");
    await index("loadoutEventActorId", "loadoutEvent", "actorId");
    await index("squadSheetCreatorId", "squadSheet", "creatorId");
  },
};
