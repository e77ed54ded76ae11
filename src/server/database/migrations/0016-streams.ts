import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The open streams of each person, over all processes; and the indexes by which the hourly purge finds what has ended. */
export const streams: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("stream")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("leaseName", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    for (const [name, table, column] of [
      ["streamUserId", "stream", "userId"],
      ["streamCreatedAt", "stream", "createdAt"],
      ["sessionExpiresAt", "session", "expiresAt"],
      ["verificationExpiresAt", "verification", "expiresAt"],
      ["sourceAnswerEndsAt", "sourceAnswer", "endsAt"],
      ["jobUpdatedAt", "job", "updatedAt"],
      ["statisticsPageUpdatedAt", "statisticsPage", "updatedAt"],
      ["lockerImportUpdatedAt", "lockerImport", "updatedAt"],
    ] as const) {
      await db.schema.createIndex(name).on(table).column(column).execute();
    }
    for (const table of ["loadout", "snapshot", "soldier"] as const) {
      const index = db.schema.createIndex(`${table}DeletedAt`).on(table).column("deletedAt");
      await index.where(sql.ref("deletedAt"), "is not", null).execute();
    }
  },
};
