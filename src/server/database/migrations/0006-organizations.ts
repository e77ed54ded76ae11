import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { type DatabaseKind, libraryTables, reference } from "./library-tables.ts";

export const organizations = (kind: DatabaseKind): Migration => {
  const { instant, table, owned } = libraryTables(kind);
  return {
    async up(db: Kysely<unknown>) {
      await table(db, "organization")
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("slug", "text", (column) => column.notNull().unique())
        .addColumn("logo", "text")
        .addColumn("metadata", "text")
        .execute();

      await owned(db, "member")
        .$call(reference("organizationId", "organization"))
        .addColumn("role", "text", (column) => column.notNull())
        .addUniqueConstraint("memberUserIdOrganizationId", ["userId", "organizationId"])
        .execute();
      await db.schema.createIndex("memberOrganizationId").on("member").column("organizationId").execute();

      await table(db, "team")
        .$call(reference("organizationId", "organization"))
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("memberCount", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex("teamOrganizationId").on("team").column("organizationId").execute();

      await owned(db, "teamMember")
        .$call(reference("teamId", "team"))
        .addColumn("membershipKey", "text", (column) => column.notNull().unique())
        .execute();
      await db.schema.createIndex("teamMemberTeamId").on("teamMember").column("teamId").execute();
      await db.schema.createIndex("teamMemberUserId").on("teamMember").column("userId").execute();

      await table(db, "invitation")
        .$call(reference("organizationId", "organization"))
        .$call(reference("inviterId", "user"))
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("role", "text")
        .addColumn("teamId", "text")
        .addColumn("status", "text", (column) => column.notNull())
        .addColumn("expiresAt", instant, (column) => column.notNull())
        .execute();
      await db.schema.createIndex("invitationOrganizationId").on("invitation").column("organizationId").execute();
      await db.schema.createIndex("invitationEmail").on("invitation").column("email").execute();

      for (const column of ["activeOrganizationId", "activeTeamId"]) {
        await db.schema.alterTable("session").addColumn(column, "text").execute();
      }
    },
  };
};
