import { sql } from "kysely";
import type { GameId } from "#domain/game.ts";
import { MAX_FOLDERS } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import { compareNames } from "#messages/format.ts";
import { type Database, inSlices } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";

export type Folder = { id: string; name: string; loadouts: number; byGame: Readonly<Record<GameId, number>> };

/** The user's folders by name, with the counts of loadouts that are not deleted. */
export async function listFolders(db: Database, userId: string): Promise<Folder[]> {
  const rows = await readFolders(db, userId);
  const folders = rows.map(({ bf4, bf2042, ...folder }) => {
    const byGame = { bf4: Number(bf4), bf2042: Number(bf2042) };
    return { ...folder, loadouts: byGame.bf4 + byGame.bf2042, byGame };
  });
  return folders.sort((a, b) => compareNames(a.name, b.name));
}

/** Every page of the locker asks for them. */
const readFolders = preparedQuery((db) =>
  db
    .selectFrom("folder")
    .select(({ selectFrom, fn }) => {
      const countOf = (game: GameId) =>
        selectFrom("loadout")
          .select(fn.countAll<number | string>().as("count"))
          .whereRef("loadout.userId", "=", "folder.userId")
          .whereRef("loadout.folderId", "=", "folder.id")
          // Not a parameter, of which a prepared query has those of its caller only.
          .where("game", "=", sql.lit(game))
          .where("deletedAt", "is", null);
      return ["id", "name", countOf("bf4").as("bf4"), countOf("bf2042").as("bf2042")];
    })
    .where("userId", "=", "")
    .compile(),
);

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
