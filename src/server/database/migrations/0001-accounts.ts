// The account library's tables, with its own column types for each database and the indexes it leaves out.
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { type DatabaseKind, libraryTables } from "./library-tables.ts";

export const accounts = (kind: DatabaseKind): Migration => {
  const { instant, flag, table, owned } = libraryTables(kind);
  return {
    async up(db: Kysely<unknown>) {
      await table(db, "user")
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull().unique())
        .addColumn("emailVerified", flag, (column) => column.notNull())
        .addColumn("image", "text")
        .addColumn("isAnonymous", flag)
        .execute();

      await owned(db, "session")
        .addColumn("token", "text", (column) => column.notNull().unique())
        .addColumn("expiresAt", instant, (column) => column.notNull())
        .addColumn("ipAddress", "text")
        .addColumn("userAgent", "text")
        .execute();
      await db.schema.createIndex("sessionUserId").on("session").column("userId").execute();

      await owned(db, "account")
        .addColumn("accountId", "text", (column) => column.notNull())
        .addColumn("providerId", "text", (column) => column.notNull())
        .addColumn("accessToken", "text")
        .addColumn("refreshToken", "text")
        .addColumn("idToken", "text")
        .addColumn("accessTokenExpiresAt", instant)
        .addColumn("refreshTokenExpiresAt", instant)
        .addColumn("scope", "text")
        .addColumn("password", "text")
        .execute();
      await db.schema.createIndex("accountUserId").on("account").column("userId").execute();
      await db.schema
        .createIndex("accountProviderIdAccountId")
        .on("account")
        .columns(["providerId", "accountId"])
        .unique()
        .execute();

      await table(db, "verification")
        .addColumn("identifier", "text", (column) => column.notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .addColumn("expiresAt", instant, (column) => column.notNull())
        .execute();
      await db.schema.createIndex("verificationIdentifier").on("verification").column("identifier").execute();

      await table(db, "rateLimit")
        .addColumn("key", "text", (column) => column.notNull().unique())
        .addColumn("count", "integer", (column) => column.notNull())
        .addColumn("lastRequest", "bigint", (column) => column.notNull())
        .execute();
    },
  };
};
