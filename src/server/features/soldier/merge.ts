// The soldiers of a guest that is merged into an account.
import type { Selectable } from "kysely";
import { type Database, inSlices } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { GuestMerge } from "#server/database/user-data-tables.ts";

/** Snapshots are up to tens of kilobytes each. */
const SNAPSHOTS_AT_ONCE = 20;

const COLUMNS = [
  "id",
  "game",
  "platform",
  "nameKey",
  "relation",
  "playerId",
  "readAt",
  "triedAt",
  "nextReadAt",
  "vanishedAt",
  "lastError",
  "pendingReading",
  "deletedAt",
] as const;

type Soldier = Pick<Selectable<Tables["soldier"]>, (typeof COLUMNS)[number]>;

/**
 * A soldier that both have is one afterwards, with the snapshots and goals of both: one with the same id of the service, or of the
 * same name where not both ids are known. Where one of the two is deleted, the live one wins: the account's deleted soldier becomes
 * the guest's live one, and what belongs to a soldier that the guest had deleted stays deleted.
 */
export async function mergeSoldiers(trx: Database, merge: GuestMerge): Promise<void> {
  const { guestId, userId } = merge;
  const own = await getSoldiers(trx, userId);
  for (const soldier of await getSoldiers(trx, guestId)) {
    const namesake = own.find((each) => isOfOneGame(each, soldier) && each.nameKey === soldier.nameKey);
    const isOther = namesake && haveOtherIds(namesake, soldier);
    const twin = own.find((each) => isOfOneGame(each, soldier) && haveOneId(each, soldier)) ?? (!isOther && namesake);
    if (twin) {
      own[own.indexOf(twin)] = await join(trx, merge, soldier, twin);
      continue;
    }
    // The database holds a name key once for each person; no name has a line break.
    const nameKey = isOther ? `${soldier.nameKey}\n${soldier.playerId}` : soldier.nameKey;
    const guests = trx.updateTable("soldier").where("userId", "=", guestId).where("id", "=", soldier.id);
    await guests.set({ userId, nameKey }).execute();
  }
}

const isOfOneGame = (one: Soldier, other: Soldier): boolean =>
  one.game === other.game && one.platform === other.platform;

const haveOneId = (one: Soldier, other: Soldier): boolean => one.playerId !== null && one.playerId === other.playerId;

const haveOtherIds = (one: Soldier, other: Soldier): boolean =>
  one.playerId !== null && other.playerId !== null && one.playerId !== other.playerId;

/** Makes the guest's soldier and the account's one; returns what the account's is afterwards. */
async function join(trx: Database, { guestId, userId }: GuestMerge, soldier: Soldier, twin: Soldier): Promise<Soldier> {
  const moved = { userId, soldierId: twin.id };
  const { id, deletedAt, game: _, platform: __, nameKey: ___, ...live } = soldier;
  const isRevived = deletedAt === null && twin.deletedAt !== null;
  const staysDeleted = deletedAt !== null && twin.deletedAt === null;
  // The id of a soldier that the guest has deleted may be why it was deleted.
  const playerId = twin.playerId ?? (deletedAt === null ? soldier.playerId : null);
  const own = trx.updateTable("soldier").where("userId", "=", userId).where("id", "=", twin.id);
  if (isRevived) await own.set({ ...live, playerId, deletedAt: null }).execute();
  else if (playerId !== twin.playerId) await own.set({ playerId }).execute();
  if (staysDeleted) await trx.deleteFrom("goal").where("userId", "=", guestId).where("soldierId", "=", id).execute();
  await trx.updateTable("goal").set(moved).where("userId", "=", guestId).where("soldierId", "=", id).execute();
  await inSlices(async (limit) => {
    const rows = await trx
      .selectFrom("snapshot")
      .select(["id", "deletedAt"])
      .where("userId", "=", guestId)
      .where("soldierId", "=", id)
      .limit(limit)
      .execute();
    const deleted = rows.filter((row) => row.deletedAt === null && staysDeleted);
    const change = (some: readonly { id: string }[]) => {
      const ids = some.map((row) => row.id);
      return trx.updateTable("snapshot").where("userId", "=", guestId).where("id", "in", ids);
    };
    if (deleted.length > 0) await change(deleted).set({ deletedAt }).execute();
    if (rows.length > 0) await change(rows).set(moved).execute();
    return rows.length;
  }, SNAPSHOTS_AT_ONCE);
  await trx.deleteFrom("soldier").where("userId", "=", guestId).where("id", "=", id).execute();
  return isRevived ? { ...twin, ...live, id: twin.id, playerId, deletedAt: null } : { ...twin, playerId };
}

const getSoldiers = (trx: Database, userId: string): Promise<Soldier[]> =>
  trx.selectFrom("soldier").select(COLUMNS).where("userId", "=", userId).execute();
