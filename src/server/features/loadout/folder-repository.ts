import { getLimit, type Owner } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import { compareNames } from "#messages/format.ts";
import { type Database, runInSlices } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";

export type Folder = { id: string; name: string };

/** Returns the user's folders, sorted by name. */
export async function listFolders(db: Database, userId: string): Promise<Folder[]> {
  const rows = await db.selectFrom("folder").select(["id", "name"]).where("userId", "=", userId).execute();
  return rows.sort((a, b) => compareNames(a.name, b.name));
}

/** Returns the number of the user's folders. */
export const countFolders = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("folder").where("userId", "=", userId));

/**
 * Creates or renames a folder. The caller must hold the person's lock.
 * @throws {AppError} folders_full
 */
export async function writeFolder(
  db: Database,
  owner: Owner,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<void> {
  const userId = owner.id;
  const timestamp = now.toISOString();
  const folder = db.updateTable("folder").where("userId", "=", userId).where("id", "=", id);
  const { numUpdatedRows } = await folder.set({ name, updatedAt: timestamp }).executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  if ((await countFolders(db, userId)) >= getLimit("folders", owner)) throw new AppError("folders_full");
  await db.insertInto("folder").values({ id, userId, name, createdAt: timestamp, updatedAt: timestamp }).execute();
}

/**
 * Moves all loadouts out of a folder and deletes it; returns the ids of these loadouts. The caller must hold the person's lock.
 */
export async function removeFolder(trx: Database, userId: string, id: string): Promise<string[]> {
  const loadoutIds: string[] = [];
  await runInSlices(async (limit) => {
    const rows = await trx
      .selectFrom("loadout")
      .select("id")
      .where("userId", "=", userId)
      .where("folderId", "=", id)
      .limit(limit)
      .execute();
    const ids = rows.map((row) => row.id);
    const folder = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", ids);
    if (ids.length > 0) await folder.set({ folderId: null }).execute();
    loadoutIds.push(...ids);
    return ids.length;
  });
  await trx.deleteFrom("folder").where("userId", "=", userId).where("id", "=", id).execute();
  return loadoutIds;
}
