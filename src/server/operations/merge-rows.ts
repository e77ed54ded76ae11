// The parts of a merge that are rows with another owner.
import { type Selectable, sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { inChunks, type Operation } from "./operation.ts";

/** Snapshots are up to tens of kilobytes each. */
const BATCH = { snapshot: 10, share: 20, goal: 50 };

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
    await trx.updateTable(table).set({ userId: operation.userId }).where("id", "in", ids).execute();
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
  "deletedAt",
] as const;

type Soldier = Pick<Selectable<Tables["soldier"]>, (typeof COLUMNS)[number]>;

/**
 * A soldier that both have is one afterwards, with the snapshots and goals of both. Where one of the two is deleted, the
 * live one wins: the account's deleted soldier becomes the guest's live one, and what belongs to a soldier that the guest
 * had deleted stays deleted.
 */
export async function mergeSoldiers(db: Database, operation: Operation): Promise<void> {
  const { userId, ref: guestId } = operation;
  const own = new Map((await getSoldiers(db, userId)).map((soldier) => [getKey(soldier), soldier]));
  for (const soldier of await getSoldiers(db, guestId)) {
    const twin = own.get(getKey(soldier));
    if (twin) await join(db, operation, soldier, twin);
    else {
      await inChunks(db, operation, async (trx) => {
        await trx.updateTable("soldier").set({ userId }).where("id", "=", soldier.id).execute();
        return "done";
      });
    }
  }
}

async function join(db: Database, operation: Operation, soldier: Soldier, twin: Soldier): Promise<void> {
  const { id, deletedAt, game: _, platform: __, nameKey: ___, ...live } = soldier;
  const isRevived = deletedAt === null && twin.deletedAt !== null;
  const staysDeleted = deletedAt !== null && twin.deletedAt === null;
  await inChunks(db, operation, async (trx) => {
    const revived = { ...live, deletedAt: null };
    if (isRevived) await trx.updateTable("soldier").set(revived).where("id", "=", twin.id).execute();
    if (staysDeleted) await trx.deleteFrom("goal").where("soldierId", "=", id).execute();
    await trx.updateTable("goal").set({ soldierId: twin.id }).where("soldierId", "=", id).execute();
    return "done";
  });
  await inChunks(db, operation, async (trx) => {
    const rows = await trx
      .selectFrom("snapshot")
      .select(["id", "deletedAt"])
      .where("soldierId", "=", id)
      .limit(SNAPSHOTS_AT_ONCE)
      .execute();
    const moved = { soldierId: twin.id, userId: operation.userId };
    const [deleted, others] = [rows.filter((row) => row.deletedAt === null && staysDeleted), rows];
    const getIds = (list: readonly { id: string }[]) => list.map((row) => row.id);
    if (deleted.length > 0)
      await trx.updateTable("snapshot").set({ deletedAt }).where("id", "in", getIds(deleted)).execute();
    if (others.length > 0) await trx.updateTable("snapshot").set(moved).where("id", "in", getIds(others)).execute();
    if (rows.length === SNAPSHOTS_AT_ONCE) return "more";
    await trx.deleteFrom("soldier").where("id", "=", id).execute();
    return "done";
  });
}

const getSoldiers = (db: Database, userId: string): Promise<Soldier[]> =>
  db.selectFrom("soldier").select(COLUMNS).where("userId", "=", userId).execute();

const getKey = ({ game, platform, nameKey }: Soldier): string => JSON.stringify([game, platform, nameKey]);
