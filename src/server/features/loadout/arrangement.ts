// Folders, pins and order of loadouts. They are not part of a loadout's content: no version rises, and the last write wins.
import { generateKeyBetween } from "fractional-indexing";
import { type Database, isOwnedBy } from "#server/database/database.ts";

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
      carriedAt: null,
      ...(folderId !== undefined && { folderId }),
      ...(pinned !== undefined && { pinnedAt: pinned ? now.toISOString() : null }),
    })
    .where("id", "in", ids)
    .where(isOwnedBy(userId))
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
