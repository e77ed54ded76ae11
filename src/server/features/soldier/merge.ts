// Merges the soldiers of a guest into an account.
import type { Selectable } from "kysely";
import { type Database, runInSlices } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { GuestMerge } from "#server/database/user-data-tables.ts";

/** Maximum of snapshots per statement, as each has up to tens of kilobytes. */
const SNAPSHOT_CHUNK_SIZE = 20;

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
 * Merges soldiers. If both have a soldier with the same player id, or with the same name and not two different known ids, the two become
 * one with the snapshots and goals of both. A live soldier has precedence: the guest's live soldier replaces the state of the account's
 * deleted one, and the snapshots and goals of a soldier that the guest has deleted stay deleted.
 */
export async function mergeSoldiers(trx: Database, merge: GuestMerge): Promise<void> {
  const { guestId, userId } = merge;
  const accountSoldiers = await getSoldiers(trx, userId);
  for (const soldier of await getSoldiers(trx, guestId)) {
    const namesake = accountSoldiers.find((each) => isSameGame(each, soldier) && each.nameKey === soldier.nameKey);
    const hasOtherId = namesake && haveDifferentIds(namesake, soldier);
    const match =
      accountSoldiers.find((each) => isSameGame(each, soldier) && haveSameId(each, soldier)) ??
      (!hasOtherId && namesake);
    if (match) {
      accountSoldiers[accountSoldiers.indexOf(match)] = await joinSoldiers(trx, merge, soldier, match);
      continue;
    }
    // Name keys are unique per person. The line break avoids conflicts, because no name contains one.
    const nameKey = hasOtherId ? `${soldier.nameKey}\n${soldier.playerId}` : soldier.nameKey;
    const guestSoldier = trx.updateTable("soldier").where("userId", "=", guestId).where("id", "=", soldier.id);
    await guestSoldier.set({ userId, nameKey }).execute();
  }
}

const isSameGame = (left: Soldier, right: Soldier): boolean =>
  left.game === right.game && left.platform === right.platform;

const haveSameId = (left: Soldier, right: Soldier): boolean =>
  left.playerId !== null && left.playerId === right.playerId;

const haveDifferentIds = (left: Soldier, right: Soldier): boolean =>
  left.playerId !== null && right.playerId !== null && left.playerId !== right.playerId;

/** Joins the guest's soldier into the account's and returns the result. */
async function joinSoldiers(
  trx: Database,
  { guestId, userId }: GuestMerge,
  soldier: Soldier,
  match: Soldier,
): Promise<Soldier> {
  const newOwner = { userId, soldierId: match.id };
  const { id, deletedAt, game: _, platform: __, nameKey: ___, ...live } = soldier;
  const isRevived = deletedAt === null && match.deletedAt !== null;
  const staysDeleted = deletedAt !== null && match.deletedAt === null;
  // A soldier may have been deleted because its player id was wrong, so the id of a deleted one is not used.
  const playerId = match.playerId ?? (deletedAt === null ? soldier.playerId : null);
  const accountSoldiers = trx.updateTable("soldier").where("userId", "=", userId).where("id", "=", match.id);
  if (isRevived) await accountSoldiers.set({ ...live, playerId, deletedAt: null }).execute();
  else if (playerId !== match.playerId) await accountSoldiers.set({ playerId }).execute();
  if (staysDeleted) await trx.deleteFrom("goal").where("userId", "=", guestId).where("soldierId", "=", id).execute();
  await trx.updateTable("goal").set(newOwner).where("userId", "=", guestId).where("soldierId", "=", id).execute();
  await runInSlices(async (limit) => {
    const rows = await trx
      .selectFrom("snapshot")
      .select(["id", "deletedAt"])
      .where("userId", "=", guestId)
      .where("soldierId", "=", id)
      .limit(limit)
      .execute();
    const deleted = rows.filter((row) => row.deletedAt === null && staysDeleted);
    const change = (snapshots: readonly { id: string }[]) => {
      const ids = snapshots.map((row) => row.id);
      return trx.updateTable("snapshot").where("userId", "=", guestId).where("id", "in", ids);
    };
    if (deleted.length > 0) await change(deleted).set({ deletedAt }).execute();
    if (rows.length > 0) await change(rows).set(newOwner).execute();
    return rows.length;
  }, SNAPSHOT_CHUNK_SIZE);
  await trx.deleteFrom("soldier").where("userId", "=", guestId).where("id", "=", id).execute();
  return isRevived ? { ...match, ...live, id: match.id, playerId, deletedAt: null } : { ...match, playerId };
}

const getSoldiers = (trx: Database, userId: string): Promise<Soldier[]> =>
  trx.selectFrom("soldier").select(COLUMNS).where("userId", "=", userId).execute();
