// Checks the room in a locker, in rows and bytes; the caller holds the user's lock until it has inserted.
import { getLimit, type Owner } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";

/** Additional loadouts that are not deleted, additional rows, and additional bytes. */
type Addition = { live: number; stored: number; bytes: number };

/** @throws {AppError} locker_full */
export async function requireRoom(db: Database, owner: Owner, { live, stored, bytes }: Addition): Promise<void> {
  const present = await getStored(db, owner.id);
  const limit = getLimit("loadouts", owner);
  const isFull =
    (stored > 0 && present.stored + stored > getLimit("storedLoadouts", owner)) ||
    (bytes > 0 && present.bytes + bytes > getLimit("loadoutBytes", owner)) ||
    // Fewer rows than the limit in all are fewer that are not deleted, too.
    (live > 0 && present.stored + live > limit && (await countLive(db, owner.id)) + live > limit);
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

const countLive = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("loadout").where("userId", "=", userId).where("deletedAt", "is", null));
