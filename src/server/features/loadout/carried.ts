// What a guest's sign-in brought along.
import type { Database } from "#server/database/database.ts";
import { recordOperation } from "#server/operations/operation.ts";

/** What a guest's sign-in since then brought along, as far as it is there and unchanged: names, first saved first. */
export async function carriedSince(db: Database, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("loadout")
    .select("name")
    .where("userId", "=", userId)
    .where("carriedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Records that what a guest's sign-in since then brought along is deleted; answers how many, each of which can be
 * restored. The caller holds the person's lock and finishes the operation after that.
 */
export async function recordDrop(db: Database, userId: string, since: Date, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("loadout")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("userId", "=", userId)
    .where("carriedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  await recordOperation(db, { userId, kind: "drop", ref: since.toISOString() }, now);
  return Number(count);
}
