import { generateKeyBetween } from "fractional-indexing";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { type Database, inSlices, OF_ALL_OWNERS } from "#server/database/database.ts";
import { AT_ONCE, getRecently } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout, toColumns, toRow } from "./saved.ts";

/** One of the user's loadouts that is not deleted, or null. */
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
 * Adds a loadout on top of the owner's order; false when the id is in use. The caller holds the person's
 * lock, so that no two loadouts get the same place.
 */
export async function addLoadout(
  db: Database,
  userId: string,
  write: LoadoutWrite & { folderId?: string | null },
  now: Date,
): Promise<boolean> {
  const { id, folderId, ...content } = write;
  const place = generateKeyBetween(null, await topPlace(db, userId));
  const where = { place, folderId: await ownFolder(db, userId, folderId) };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("loadout")
    .values(toRow({ id, userId, content, ...where, at: now.toISOString() }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the version that the writer saw; false if the loadout has another version or was deleted. */
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

/** Deletes or restores; false if the user has no such loadout. Idempotent. */
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

/** The versions of those that lie among the recently deleted. */
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

/** Deletes for good what lies among the recently deleted. */
export async function eraseDeleted(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("loadout")
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("deletedAt", "is not", null)
    .execute();
}

/** The first place of the user's order; null in an empty locker. */
export async function topPlace(db: Database, userId: string): Promise<string | null> {
  const first = await db
    .selectFrom("loadout")
    .select("place")
    .where("userId", "=", userId)
    .orderBy("place")
    .limit(1)
    .executeTakeFirst();
  return first?.place || null;
}

/** The folder's id, or null if it is not the user's. */
async function ownFolder(db: Database, userId: string, id: string | null | undefined): Promise<string | null> {
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
export async function purgeLoadouts(db: Database, at: Date, run: Run): Promise<void> {
  const before = getRecently(at);
  await deleteOlder(db, { table: "loadout", key: "userId", column: "deletedAt", before, atOnce: AT_ONCE }, run);
  const loadouts = db
    .selectFrom("lockerImport")
    .innerJoin("importedLoadout", (join) =>
      join
        .onRef("importedLoadout.userId", "=", "lockerImport.userId")
        .onRef("importedLoadout.importId", "=", "lockerImport.id"),
    )
    .select(["importedLoadout.userId", "importedLoadout.id"])
    .where("lockerImport.updatedAt", "<", before)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "importedLoadout", () => loadouts.execute(), run);
  // Without loadouts now, unless the run is full.
  if (run.left <= 0) return;
  await deleteOlder(db, { table: "lockerImport", key: "userId", column: "updatedAt", before, atOnce: AT_ONCE }, run);
}

// Loadouts that a guest's sign-in has added.

/** What a guest's sign-in since then brought along, as far as it is there and unchanged: names, first saved first. */
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
 * Deletes what a guest's sign-in since then brought along, each loadout to be restored; returns how many. The caller holds the
 * person's lock.
 */
export async function deleteMergedSince(trx: Database, userId: string, since: Date, now: Date): Promise<number> {
  let dropped = 0;
  await inSlices(async (limit) => {
    const rows = await trx
      .selectFrom("loadout")
      .select("id")
      .where("userId", "=", userId)
      .where("mergedAt", ">=", since.toISOString())
      .where("deletedAt", "is", null)
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    const own = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", ids);
    if (ids.length > 0) await own.set({ deletedAt: now.toISOString() }).execute();
    dropped += ids.length;
    return ids.length;
  });
  return dropped;
}

// Folders, pins and order are not part of a loadout's content: no version rises, and the last write wins.

export type Arrangement = {
  /** Null: in no folder. */
  folderId?: string | null | undefined;
  pinned?: boolean | undefined;
};

/** Puts loadouts into a folder of the user's or out of it, pins or unpins them. */
export async function arrange(
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

/** Puts a loadout behind another one of the user's order, or first; false when either is not the user's. */
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
