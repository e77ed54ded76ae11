// The parts of a merge that are rows with another owner.
import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { inChunks, type Operation } from "./operation.ts";

/** Snapshots are up to tens of kilobytes each. */
const BATCH = { snapshot: 10, share: 20, goal: 50 };

/** Tables in which clients make the ids, which are unique for each person. */
const ID_MADE_BY_CLIENT = ["folder", "loadout", "soldier", "snapshot", "goal"] as const;

/** Gives other ids to the guest's rows that have an id of the account's, so that both can stay. */
export const separateIds = (db: Database, operation: Operation): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const { userId, ref: guestId } = operation;
    for (const table of ID_MADE_BY_CLIENT) {
      const { rows } = await sql<{ id: string }>`SELECT "guests"."id" FROM ${sql.table(table)} AS "guests"
        JOIN ${sql.table(table)} AS "own" ON "own"."id" = "guests"."id" AND "own"."userId" = ${userId}
        WHERE "guests"."userId" = ${guestId}`.execute(trx);
      for (const { id } of rows) {
        const other = randomUUID();
        await trx.updateTable(table).set({ id: other }).where("userId", "=", guestId).where("id", "=", id).execute();
        const change = trx.updateTable(table === "folder" ? "loadout" : "loadoutWord").where("userId", "=", guestId);
        if (table === "folder") await change.set({ folderId: other }).where("folderId", "=", id).execute();
        if (table === "loadout") await change.set({ loadoutId: other }).where("loadoutId", "=", id).execute();
      }
    }
    return "done";
  });

/** Gives the guest's rows of a table to the account. */
export const moveAll = (db: Database, operation: Operation, table: keyof typeof BATCH): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const rows = await trx
      .selectFrom(table)
      .select("id")
      .where("userId", "=", operation.ref)
      .limit(BATCH[table])
      .execute();
    if (rows.length === 0) return "done";
    const ids = rows.map(({ id }) => id);
    const guests = trx.updateTable(table).where("userId", "=", operation.ref).where("id", "in", ids);
    await guests.set({ userId: operation.userId }).execute();
    return "more";
  });

/** Where both have ticked a target, the larger count is used. */
export const mergeTicks = (db: Database, { userId, ref: guestId, ...operation }: Operation): Promise<void> =>
  inChunks(db, { ...operation, userId, ref: guestId }, async (trx) => {
    const guests = trx.selectFrom("tick as guests").where("guests.userId", "=", guestId);
    await trx
      .updateTable("tick")
      .set({
        count: sql<number>`(${guests.select("guests.count").whereRef("guests.targetId", "=", sql.ref("tick.targetId"))})`,
      })
      .where("userId", "=", userId)
      .where(({ exists }) =>
        exists(
          guests
            .select("guests.id")
            .whereRef("guests.targetId", "=", sql.ref("tick.targetId"))
            .where(sql<boolean>`"guests"."count" > "tick"."count"`),
        ),
      )
      .execute();
    const own = trx.selectFrom("tick").select("targetId").where("userId", "=", userId);
    await trx
      .updateTable("tick")
      .set({ userId })
      .where("userId", "=", guestId)
      .where("targetId", "not in", own)
      .execute();
    return "done";
  });

/** Targets that both have planned keep the account's position. */
export const mergePlan = (db: Database, operation: Operation): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const own = trx.selectFrom("planItem").select("targetId").where("userId", "=", operation.userId);
    await trx
      .updateTable("planItem")
      .set({ userId: operation.userId })
      .where("userId", "=", operation.ref)
      .where("targetId", "not in", own)
      .execute();
    return "done";
  });

// The soldiers of a guest that is merged into an account.

/** Snapshots are up to tens of kilobytes each. */
const SNAPSHOTS_AT_ONCE = 10;

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
  "trouble",
  "unconfirmed",
  "deletedAt",
] as const;

type Soldier = Pick<Selectable<Tables["soldier"]>, (typeof COLUMNS)[number]>;

/**
 * A soldier that both have is one afterwards, with the snapshots and goals of both: one with the same id of the service, or of the
 * same name where not both ids are known. Where one of the two is deleted, the live one wins: the account's deleted soldier becomes
 * the guest's live one, and what belongs to a soldier that the guest had deleted stays deleted. `selectSoldiers` of merge-room.ts
 * counts by the same rule.
 */
export async function mergeSoldiers(db: Database, operation: Operation): Promise<void> {
  const { userId, ref: guestId } = operation;
  const own = await getSoldiers(db, userId);
  for (const soldier of await getSoldiers(db, guestId)) {
    const namesake = own.find((each) => isOfOneGame(each, soldier) && each.nameKey === soldier.nameKey);
    const isOther = namesake && haveOtherIds(namesake, soldier);
    const twin = own.find((each) => isOfOneGame(each, soldier) && haveOneId(each, soldier)) ?? (!isOther && namesake);
    if (twin) {
      own[own.indexOf(twin)] = await join(db, operation, soldier, twin);
      continue;
    }
    // The database holds a name key once for each person; no name has a line break.
    const nameKey = isOther ? `${soldier.nameKey}\n${soldier.playerId}` : soldier.nameKey;
    await inChunks(db, operation, async (trx) => {
      const guests = trx.updateTable("soldier").where("userId", "=", guestId).where("id", "=", soldier.id);
      // On PostgreSQL its snapshots and goals follow at once, by their foreign keys.
      await guests.set({ userId, nameKey }).execute();
      return "done";
    });
  }
}

const isOfOneGame = (one: Soldier, other: Soldier): boolean =>
  one.game === other.game && one.platform === other.platform;

const haveOneId = (one: Soldier, other: Soldier): boolean => one.playerId !== null && one.playerId === other.playerId;

const haveOtherIds = (one: Soldier, other: Soldier): boolean =>
  one.playerId !== null && other.playerId !== null && one.playerId !== other.playerId;

/** Makes the guest's soldier and the account's one; returns what the account's is afterwards. */
async function join(db: Database, operation: Operation, soldier: Soldier, twin: Soldier): Promise<Soldier> {
  const { userId, ref: guestId } = operation;
  const moved = { userId, soldierId: twin.id };
  const { id, deletedAt, game: _, platform: __, nameKey: ___, ...live } = soldier;
  const isRevived = deletedAt === null && twin.deletedAt !== null;
  const staysDeleted = deletedAt !== null && twin.deletedAt === null;
  // The id of a soldier that the guest has deleted may be why it was deleted.
  const playerId = twin.playerId ?? (deletedAt === null ? soldier.playerId : null);
  await inChunks(db, operation, async (trx) => {
    const own = trx.updateTable("soldier").where("userId", "=", userId).where("id", "=", twin.id);
    if (isRevived) await own.set({ ...live, playerId, deletedAt: null }).execute();
    else if (playerId !== twin.playerId) await own.set({ playerId }).execute();
    if (staysDeleted) await trx.deleteFrom("goal").where("userId", "=", guestId).where("soldierId", "=", id).execute();
    await trx.updateTable("goal").set(moved).where("userId", "=", guestId).where("soldierId", "=", id).execute();
    return "done";
  });
  await inChunks(db, operation, async (trx) => {
    const rows = await trx
      .selectFrom("snapshot")
      .select(["id", "deletedAt"])
      .where("userId", "=", guestId)
      .where("soldierId", "=", id)
      .limit(SNAPSHOTS_AT_ONCE)
      .execute();
    const deleted = rows.filter((row) => row.deletedAt === null && staysDeleted);
    const change = (some: readonly { id: string }[]) => {
      const ids = some.map((row) => row.id);
      return trx.updateTable("snapshot").where("userId", "=", guestId).where("id", "in", ids);
    };
    if (deleted.length > 0) await change(deleted).set({ deletedAt }).execute();
    if (rows.length > 0) await change(rows).set(moved).execute();
    if (rows.length === SNAPSHOTS_AT_ONCE) return "more";
    await trx.deleteFrom("soldier").where("userId", "=", guestId).where("id", "=", id).execute();
    return "done";
  });
  return isRevived ? { ...twin, ...live, id: twin.id, playerId, deletedAt: null } : { ...twin, playerId };
}

const getSoldiers = (db: Database, userId: string): Promise<Soldier[]> =>
  db.selectFrom("soldier").select(COLUMNS).where("userId", "=", userId).execute();
