// Checks the room in a locker, in rows and bytes; the caller holds the user's lock until it has inserted.
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";

export type Owner = { id: string; isGuest: boolean };

/** Additional loadouts that are not deleted, additional rows, and additional bytes. */
type Addition = { live: number; stored: number; bytes: number };

/** @throws {AppError} locker_full */
export async function requireRoom(db: Database, owner: Owner, addition: Addition): Promise<void> {
  if (!(await hasRoom(db, owner, addition))) throw new AppError("locker_full");
}

/** Whether all loadouts of a guest fit into an account's locker, those it may have already among them. */
export async function hasRoomForLocker(db: Database, guestId: string, userId: string): Promise<boolean> {
  const live = await countLive(db, guestId);
  return hasRoom(db, { id: userId, isGuest: false }, { live, ...(await getStored(db, guestId)) });
}

async function hasRoom(db: Database, owner: Owner, { live, stored, bytes }: Addition): Promise<boolean> {
  const present = await getStored(db, owner.id);
  const kind = owner.isGuest ? "guest" : "account";
  const isFull =
    (stored > 0 && present.stored + stored > STORED_LOADOUTS[kind]) ||
    (bytes > 0 && present.bytes + bytes > LOCKER_BYTES[kind]) ||
    // Fewer rows than the limit in all are fewer that are not deleted, too.
    (live > 0 &&
      present.stored + live > LOCKER_SIZE[kind] &&
      (await countLive(db, owner.id)) + live > LOCKER_SIZE[kind]);
  return !isFull;
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

async function countLive(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("loadout")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("userId", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const MB = 1024 * 1024;

/** Loadouts of both games together in one locker. A guest's may be merged into an account while its owner waits. */
export const LOCKER_SIZE = { account: 20_000, guest: 5000 };

/** Loadouts of one locker, the deleted ones among them. */
export const STORED_LOADOUTS = { account: 25_000, guest: 6000 };

/** Bytes of what people wrote in the loadouts of one locker, the deleted ones among them. */
export const LOCKER_BYTES = { account: 64 * MB, guest: 16 * MB };

/** Bytes that the imports of one person hold until they expire. */
export const IMPORT_BYTES = { account: 64 * MB, guest: 16 * MB };
