import { generateKeyBetween } from "fractional-indexing";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { type Database, OF_ALL_OWNERS, runInSlices } from "#server/database/database.ts";
import { CHUNK_SIZE, getRestoreLimit } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout, toColumns, toRow } from "./saved.ts";

/** Returns the user's loadout, or null if it does not exist or is deleted. */
export async function getLoadout(db: Database, userId: string, id: string): Promise<SavedLoadout | null> {
  const row = await db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row ? parseSavedLoadout(row) : null;
}

export type LoadoutWrite = LoadoutContent & { id: string };

/**
 * Adds a loadout at the top of the owner's order; returns false if the id is in use. The caller must hold the person's lock, so
 * that no two loadouts get the same place.
 */
export async function addLoadout(
  db: Database,
  userId: string,
  write: LoadoutWrite & { folderId?: string | null },
  now: Date,
): Promise<boolean> {
  const { id, folderId, ...content } = write;
  const place = generateKeyBetween(null, await getTopPlace(db, userId));
  const arrangement = { place, folderId: await findOwnFolder(db, userId, folderId) };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("loadout")
    .values(toRow({ id, userId, content, ...arrangement, createdAt: now.toISOString() }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the version on which the change is based; returns false if the loadout has another version or was deleted. */
export async function changeLoadout(
  db: Database,
  userId: string,
  write: LoadoutWrite & { seenVersion: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ ...toColumns(write), version: write.seenVersion + 1, updatedAt: now.toISOString(), mergedAt: null })
    .where("userId", "=", userId)
    .where("id", "=", write.id)
    .where("version", "=", write.seenVersion)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes or restores a loadout; returns false if the user has no such loadout. Idempotent. */
export async function markDeleted(
  db: Database,
  userId: string,
  id: string,
  deletedAt: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set(({ fn, val }) => ({ deletedAt: deletedAt && fn.coalesce("deletedAt", val(deletedAt)) }))
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the versions of the recently deleted loadouts among these ids. */
export const listDeletedVersions = (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> =>
  db
    .selectFrom("loadout")
    .select(["id", "version"])
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("deletedAt", "is not", null)
    .execute();

/** Permanently deletes the recently deleted loadouts among these ids. */
export async function eraseDeleted(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("loadout")
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("deletedAt", "is not", null)
    .execute();
}

/** Returns the first place of the user's order, or null for an empty locker. */
export async function getTopPlace(db: Database, userId: string): Promise<string | null> {
  const first = await db
    .selectFrom("loadout")
    .select("place")
    .where("userId", "=", userId)
    .orderBy("place")
    .limit(1)
    .executeTakeFirst();
  return first?.place || null;
}

/** Returns the folder's id, or null if it is not the user's. */
async function findOwnFolder(db: Database, userId: string, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const folder = await db
    .selectFrom("folder")
    .select("id")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return folder?.id ?? null;
}

/** Deletes loadouts that can no longer be restored, and imports that can no longer be undone. */
export async function purgeLoadouts(db: Database, now: Date, run: Run): Promise<void> {
  const before = getRestoreLimit(now);
  await deleteOlder(db, { table: "loadout", key: "userId", column: "deletedAt", before, chunkSize: CHUNK_SIZE }, run);
  const loadouts = db
    .selectFrom("lockerImport")
    .innerJoin("importedLoadout", (join) =>
      join
        .onRef("importedLoadout.userId", "=", "lockerImport.userId")
        .onRef("importedLoadout.importId", "=", "lockerImport.id"),
    )
    .select(["importedLoadout.userId", "importedLoadout.id"])
    .where("lockerImport.updatedAt", "<", before)
    .limit(CHUNK_SIZE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "importedLoadout", () => loadouts.execute(), run);
  // An import can be deleted only after its loadouts, which may be left if the run has reached its maximum.
  if (run.left <= 0) return;
  await deleteOlder(
    db,
    { table: "lockerImport", key: "userId", column: "updatedAt", before, chunkSize: CHUNK_SIZE },
    run,
  );
}

// Loadouts that a guest's sign-in has added.

/** Returns the names of unchanged loadouts that a guest merge has added since then, the oldest first. */
export async function listMergedSince(db: Database, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("loadout")
    .select("name")
    .where("userId", "=", userId)
    .where("mergedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Deletes the unchanged loadouts that a guest merge has added since then, and returns their number; they can be restored. The caller
 * must hold the person's lock.
 */
export async function deleteMergedSince(trx: Database, userId: string, since: Date, now: Date): Promise<number> {
  let deletedCount = 0;
  await runInSlices(async (limit) => {
    const rows = await trx
      .selectFrom("loadout")
      .select("id")
      .where("userId", "=", userId)
      .where("mergedAt", ">=", since.toISOString())
      .where("deletedAt", "is", null)
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    const loadouts = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", ids);
    if (ids.length > 0) await loadouts.set({ deletedAt: now.toISOString() }).execute();
    deletedCount += ids.length;
    return ids.length;
  });
  return deletedCount;
}

// Folders, pins and order are not part of a loadout's content: they do not change its version, and the last write wins.

export type Arrangement = {
  /** Null means no folder. */
  folderId?: string | null | undefined;
  pinned?: boolean | undefined;
};

/** Moves loadouts into or out of a folder, and pins or unpins them. */
export async function arrangeLoadouts(
  db: Database,
  userId: string,
  ids: readonly string[],
  { folderId, pinned }: Arrangement,
  now: Date,
): Promise<void> {
  await db
    .updateTable("loadout")
    .set({
      mergedAt: null,
      ...(folderId !== undefined && { folderId }),
      ...(pinned !== undefined && { pinnedAt: pinned ? now.toISOString() : null }),
    })
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .execute();
}

/** Moves a loadout behind another one in the user's order, or to the top; returns false if either is not the user's. */
export async function moveBehind(db: Database, userId: string, id: string, afterId: string | null): Promise<boolean> {
  const after = afterId === null ? null : await getPlace(db, userId, afterId);
  if (afterId !== null && after === null) return false;
  const next = await db
    .selectFrom("loadout")
    .select("place")
    .where("userId", "=", userId)
    .where("id", "!=", id)
    .where("place", ">", after ?? "")
    .orderBy("place")
    .limit(1)
    .executeTakeFirst();
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ place: generateKeyBetween(after, next?.place ?? null) })
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function getPlace(db: Database, userId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("loadout")
    .select("place")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.place ?? null;
}
