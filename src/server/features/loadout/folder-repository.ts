import { MAX_FOLDERS } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import { compareNames } from "#messages/format.ts";
import { type Database, inSlices } from "#server/database/database.ts";

export type Folder = { id: string; name: string };

/** The user's folders by name. */
export async function listFolders(db: Database, userId: string): Promise<Folder[]> {
  const rows = await db.selectFrom("folder").select(["id", "name"]).where("userId", "=", userId).execute();
  return rows.sort((a, b) => compareNames(a.name, b.name));
}

/**
 * Makes or renames a folder; the caller holds the person's lock.
 * @throws {AppError} folders_full
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
  if (isNew && folders.length >= MAX_FOLDERS) throw new AppError("folders_full");
  if (!isNew) {
    const own = db.updateTable("folder").where("userId", "=", userId).where("id", "=", id);
    await own.set({ name, updatedAt: at }).execute();
    return;
  }
  await db.insertInto("folder").values({ id, userId, name, createdAt: at, updatedAt: at }).execute();
}

/**
 * Moves the loadouts of a folder out of it and removes the folder; returns the ids of what lay in it. The caller holds the person's
 * lock.
 */
export async function removeFolder(trx: Database, userId: string, id: string): Promise<string[]> {
  const inside: string[] = [];
  await inSlices(async (limit) => {
    const rows = await trx
      .selectFrom("loadout")
      .select("id")
      .where("userId", "=", userId)
      .where("folderId", "=", id)
      .limit(limit)
      .execute();
    const ids = rows.map((row) => row.id);
    const own = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", ids);
    if (ids.length > 0) await own.set({ folderId: null }).execute();
    inside.push(...ids);
    return ids.length;
  });
  await trx.deleteFrom("folder").where("userId", "=", userId).where("id", "=", id).execute();
  return inside;
}
