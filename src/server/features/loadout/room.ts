// Checks the limits of a locker in rows and bytes. The caller must hold the user's lock until after the insert.
import { getLimit, type Owner } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";

/** Additional loadouts that are not deleted, additional rows, and additional bytes. */
type Addition = { live: number; stored: number; bytes: number };

/** Returns the counts and bytes of a user's loadouts that are limited. */
export async function getLoadoutUse(db: Database, userId: string) {
  const { stored, bytes } = await getStored(db, userId);
  return { loadouts: await countLive(db, userId), storedLoadouts: stored, loadoutBytes: bytes };
}

/** @throws {AppError} locker_full */
export async function requireRoom(db: Database, owner: Owner, { live, stored, bytes }: Addition): Promise<void> {
  const current = await getStored(db, owner.id);
  const limit = getLimit("loadouts", owner);
  const isFull =
    (stored > 0 && current.stored + stored > getLimit("storedLoadouts", owner)) ||
    (bytes > 0 && current.bytes + bytes > getLimit("loadoutBytes", owner)) ||
    // Live rows are counted only if the number of all rows would exceed the limit.
    (live > 0 && current.stored + live > limit && (await countLive(db, owner.id)) + live > limit);
  if (isFull) throw new AppError("locker_full");
}

async function getStored(db: Database, userId: string): Promise<Pick<Addition, "stored" | "bytes">> {
  const { count, bytes } = await db
    .selectFrom("loadout")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.sum<number | string | null>("bytes").as("bytes"),
    ])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return { stored: Number(count), bytes: Number(bytes) };
}

/** Returns the bytes of all stored loadouts of a user. */
export const getLockerBytes = async (db: Database, userId: string): Promise<number> =>
  (await getStored(db, userId)).bytes;

const countLive = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("loadout").where("userId", "=", userId).where("deletedAt", "is", null));
