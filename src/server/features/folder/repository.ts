import { FOLDERS_LIMIT } from "#domain/loadout/limits.ts";
import { AppError } from "#messages/errors.ts";
import { compareNames } from "#messages/format.ts";
import type { Database } from "#server/database/database.ts";
import { recordOperation } from "#server/operations/operation.ts";

export type Folder = { id: string; name: string };

/** The user's folders by name. */
export async function listFolders(db: Database, userId: string): Promise<Folder[]> {
  const rows = await db.selectFrom("folder").select(["id", "name"]).where("userId", "=", userId).execute();
  return rows.sort((a, b) => compareNames(a.name, b.name));
}

/**
 * Makes or renames a folder; the caller holds the person's lock.
 * @throws {AppError} folders_full; folder_missing when its id is another person's.
 */
export async function writeFolder(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const folders = await db.selectFrom("folder").select("id").where("userId", "=", userId).execute();
  const isNew = !folders.some((folder) => folder.id === id);
  if (isNew && folders.length >= FOLDERS_LIMIT) throw new AppError("folders_full");
  if (!isNew) {
    const own = db.updateTable("folder").where("userId", "=", userId).where("id", "=", id);
    await own.set({ name, updatedAt: at }).execute();
    return;
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("folder")
    .values({ id, userId, name, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError("folder_missing");
}

/**
 * Records the removal of a folder of the user's and answers the ids of what lies in it. The caller holds the person's
 * lock and finishes the operation after that.
 */
export async function recordRemoval(db: Database, userId: string, id: string, now: Date): Promise<string[]> {
  const inside = await db
    .selectFrom("loadout")
    .select("id")
    .where("userId", "=", userId)
    .where("folderId", "=", id)
    .execute();
  await recordOperation(db, { userId, kind: "folder", ref: id }, now);
  return inside.map((row) => row.id);
}
