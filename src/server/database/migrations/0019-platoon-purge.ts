import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The hourly purge finds what is over by these, without a scan of all platoons. */
export const platoonPurge: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("platoonEventExpiry").on("platoonEvent").column("createdAt").execute();
    await db.schema.createIndex("inviteLinkExpiresAt").on("inviteLink").column("expiresAt").execute();
    // What a person brought to platoons is found when they export or delete their account.
    await db.schema.createIndex("loadoutEventActorId").on("loadoutEvent").column("actorId").execute();
    await db.schema.createIndex("platoonEventActorId").on("platoonEvent").column("actorId").execute();
    await db.schema.createIndex("squadSheetCreatorId").on("squadSheet").column("creatorId").execute();
  },
};
