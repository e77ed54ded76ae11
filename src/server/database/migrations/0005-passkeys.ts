import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { type DatabaseKind, libraryTables } from "./library-tables.ts";

export const passkeys = (kind: DatabaseKind): Migration => {
  const { flag, owned } = libraryTables(kind);
  return {
    async up(db: Kysely<unknown>) {
      await owned(db, "passkey")
        .addColumn("name", "text")
        .addColumn("credentialID", "text", (column) => column.notNull().unique())
        .addColumn("publicKey", "text", (column) => column.notNull())
        .addColumn("counter", "bigint", (column) => column.notNull())
        .addColumn("deviceType", "text", (column) => column.notNull())
        .addColumn("backedUp", flag, (column) => column.notNull())
        .addColumn("transports", "text")
        .addColumn("aaguid", "text")
        .execute();
      await db.schema.createIndex("passkeyUserId").on("passkey").column("userId").execute();
    },
  };
};
