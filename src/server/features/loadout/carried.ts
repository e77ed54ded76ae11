// What a guest's sign-in brought along.
import type { Database } from "#server/database/database.ts";

/** What a guest's sign-in since then brought along, as far as it is there still: names, first saved first. */
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

/** Deletes what a guest's sign-in since then brought along; answers how many, each of which can be brought back. */
export async function dropCarried(db: Database, userId: string, since: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ deletedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("carriedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
