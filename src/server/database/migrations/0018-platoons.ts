import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Table = CreateTableBuilder<string, string>;

/**
 * What platoons share. The rows of a platoon outlive the account library's row of it: a deleted platoon can be brought back
 * for a week, and its rows are purged in small steps after that. Hence they do not refer to it.
 */
export const platoons: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string, ...required: readonly string[]): Table => {
      let create: Table = db.schema.createTable(name).addColumn("id", "text", (column) => column.primaryKey());
      for (const column of [...required, "createdAt", "updatedAt"]) {
        create = create.addColumn(column, "text", (it) => it.notNull());
      }
      return create;
    };
    const ofPlatoon = (name: string, ...required: readonly string[]) => table(name, "organizationId", ...required);
    const owned = (create: Table): Table =>
      create.addColumn("userId", "text", (it) => it.notNull().references("user.id").onDelete("cascade"));
    const optional = (create: Table, ...columns: readonly string[]): Table => {
      for (const column of columns) create = create.addColumn(column, "text");
      return create;
    };
    const counted = (create: Table, ...columns: readonly string[]): Table => {
      for (const column of columns) create = create.addColumn(column, "integer", (it) => it.notNull());
      return create;
    };
    const index = (name: string, on: string, ...columns: string[]) =>
      db.schema.createIndex(name).on(on).columns(columns).execute();

    await optional(
      counted(ofPlatoon("inviteLink", "creatorId", "role", "tokenHash", "expiresAt"), "maxUses", "uses"),
      "revokedAt",
    ).execute();
    await db.schema.createIndex("inviteLinkTokenHash").unique().on("inviteLink").column("tokenHash").execute();
    await index("inviteLinkOrganizationId", "inviteLink", "organizationId");

    await optional(
      counted(ofPlatoon("platoonLoadout", "game", "name", "body", "words", "state", "changedAt"), "version", "stays"),
      ...["authorId", "teamId", "mapId", "modeId"],
    ).execute();
    await index("platoonLoadoutChangedAt", "platoonLoadout", "organizationId", "changedAt", "id");
    await index("platoonLoadoutAuthorId", "platoonLoadout", "authorId");

    await optional(counted(ofPlatoon("loadoutEvent", "loadoutId", "kind", "text"), "version"), "actorId", "body")
      .addForeignKeyConstraint("loadoutEventLoadoutId", ["loadoutId"], "platoonLoadout", ["id"], (key) =>
        key.onDelete("cascade"),
      )
      .execute();
    await index("loadoutEventLoadoutId", "loadoutEvent", "loadoutId", "createdAt", "id");

    await owned(counted(table("loadoutCopy", "loadoutId", "platoonLoadoutId"), "version", "ownVersion"))
      .addUniqueConstraint("loadoutCopyLoadoutId", ["userId", "loadoutId"])
      .execute();
    await index("loadoutCopyPlatoonLoadoutId", "loadoutCopy", "platoonLoadoutId", "userId");

    await optional(
      counted(ofPlatoon("squadSheet", "game", "title", "places"), "isOpen"),
      ...["teamId", "mapId", "modeId", "creatorId"],
    ).execute();
    await index("squadSheetOrganizationId", "squadSheet", "organizationId", "createdAt", "id");

    await ofPlatoon("squadTarget", "teamId", "targetId")
      .addUniqueConstraint("squadTargetOnce", ["teamId", "targetId"])
      .execute();
    await index("squadTargetOrganizationId", "squadTarget", "organizationId");

    await owned(ofPlatoon("boardConsent", "figureGroups"))
      .addColumn("soldierId", "text", (it) => it.notNull().references("soldier.id").onDelete("cascade"))
      .addUniqueConstraint("boardConsentOnce", ["userId", "organizationId", "soldierId"])
      .execute();
    await index("boardConsentOrganizationId", "boardConsent", "organizationId");
    await index("boardConsentSoldierId", "boardConsent", "soldierId");

    await optional(ofPlatoon("platoonEvent", "kind", "body"), "actorId").execute();
    await index("platoonEventCreatedAt", "platoonEvent", "organizationId", "createdAt", "id");

    await owned(counted(ofPlatoon("feedMark", "readAt", "digestedAt"), "wantsDigest"))
      .addUniqueConstraint("feedMarkOnce", ["userId", "organizationId"])
      .execute();
    await index("feedMarkOrganizationId", "feedMark", "organizationId");

    await table("deletedPlatoon", "deletedBy", "name", "body", "endsAt").execute();
    await index("deletedPlatoonDeletedBy", "deletedPlatoon", "deletedBy");
    await index("deletedPlatoonEndsAt", "deletedPlatoon", "endsAt");
  },
};
