import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type Table = CreateTableBuilder<string, string>;

const owned = (table: Table): Table =>
  table
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull()) as Table;

/** Soldiers with their snapshots, what people tick, plan and aim at, work after the answer, and what sources answered. */
export const soldiers: Migration = {
  async up(db: Kysely<unknown>) {
    await createSoldiers(db);
    await createProgress(db);
    await createJobs(db);
  },
};

async function createSoldiers(db: Kysely<unknown>): Promise<void> {
  await owned(db.schema.createTable("soldier"))
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("platform", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull())
    .addColumn("playerId", "text")
    .addColumn("relation", "text", (column) => column.notNull())
    .addColumn("readAt", "text")
    .addColumn("triedAt", "text")
    .addColumn("nextReadAt", "text")
    .addColumn("vanishedAt", "text")
    .addColumn("trouble", "text")
    .addColumn("deletedAt", "text")
    .addUniqueConstraint("soldierUserIdName", ["userId", "game", "platform", "nameKey"])
    .execute();
  await db.schema.createIndex("soldierNextReadAt").on("soldier").column("nextReadAt").execute();
  await owned(db.schema.createTable("snapshot"))
    .addColumn("soldierId", "text", (column) => column.notNull().references("soldier.id").onDelete("cascade"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("takenAt", "text", (column) => column.notNull())
    .addColumn("seenAt", "text", (column) => column.notNull())
    .addColumn("figures", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("deletedAt", "text")
    .execute();
  await db.schema
    .createIndex("snapshotSoldierIdTakenAt")
    .on("snapshot")
    .columns(["soldierId", "takenAt", "id"])
    .execute();
  await db.schema
    .createIndex("snapshotSoldierIdSourceTakenAt")
    .on("snapshot")
    .columns(["soldierId", "source", "takenAt", "id"])
    .execute();
  await db.schema.createIndex("snapshotUserId").on("snapshot").column("userId").execute();
  await db.schema
    .createTable("sourceAnswer")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("endsAt", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
}

async function createProgress(db: Kysely<unknown>): Promise<void> {
  await owned(db.schema.createTable("tick"))
    .addColumn("targetId", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("settledAt", "text")
    .addUniqueConstraint("tickUserIdTargetId", ["userId", "targetId"])
    .execute();
  await owned(db.schema.createTable("planItem"))
    .addColumn("targetId", "text", (column) => column.notNull())
    .addColumn("place", "text", (column) => column.notNull())
    .addUniqueConstraint("planItemUserIdTargetId", ["userId", "targetId"])
    .execute();
  await owned(db.schema.createTable("goal"))
    .addColumn("soldierId", "text", (column) => column.notNull().references("soldier.id").onDelete("cascade"))
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("reachedAt", "text")
    .execute();
  await db.schema.createIndex("goalUserId").on("goal").column("userId").execute();
  await db.schema.createIndex("goalSoldierId").on("goal").column("soldierId").execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await owned(db.schema.createTable("job"))
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("input", "text", (column) => column.notNull())
    .addColumn("steps", "text", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("dueAt", "text", (column) => column.notNull())
    .addColumn("leasedUntil", "text")
    .addColumn("cancelledAt", "text")
    .addColumn("endedAt", "text")
    .execute();
  // Of one key there is at most one job that has not ended.
  await db.schema
    .createIndex("jobKey")
    .on("job")
    .column("key")
    .unique()
    .where(sql.ref("endedAt"), "is", null)
    .execute();
  await db.schema.createIndex("jobDueAt").on("job").columns(["endedAt", "dueAt"]).execute();
  await db.schema.createIndex("jobUserId").on("job").columns(["userId", "createdAt"]).execute();
  await owned(db.schema.createTable("statisticsPage"))
    .addColumn("importId", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addUniqueConstraint("statisticsPageNumber", ["userId", "importId", "number"])
    .execute();
}
