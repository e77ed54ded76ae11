// What a guest's sign-in brings along of soldiers and progress.
import type { Selectable, Transaction } from "kysely";
import type { Tables } from "#server/database/schema.ts";

type Trx = Transaction<Tables>;

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
export async function carrySoldiers(trx: Trx, guestId: string, userId: string): Promise<void> {
  const own = new Map((await soldiersOf(trx, userId)).map((soldier) => [keyOf(soldier), soldier]));
  for (const soldier of await soldiersOf(trx, guestId)) {
    const twin = own.get(keyOf(soldier));
    if (twin) await join(trx, soldier, twin);
    else await trx.updateTable("soldier").set({ userId }).where("id", "=", soldier.id).execute();
  }
}

async function join(trx: Trx, soldier: Soldier, twin: Soldier): Promise<void> {
  const { id, deletedAt, game: _, platform: __, nameKey: ___, ...live } = soldier;
  const isRevived = deletedAt === null && twin.deletedAt !== null;
  const staysDeleted = deletedAt !== null && twin.deletedAt === null;
  if (isRevived) {
    await trx
      .updateTable("soldier")
      .set({ ...live, deletedAt: null })
      .where("id", "=", twin.id)
      .execute();
  }
  if (staysDeleted) {
    await trx
      .updateTable("snapshot")
      .set({ deletedAt })
      .where("soldierId", "=", id)
      .where("deletedAt", "is", null)
      .execute();
    await trx.deleteFrom("goal").where("soldierId", "=", id).execute();
  }
  for (const table of ["snapshot", "goal"] as const) {
    await trx.updateTable(table).set({ soldierId: twin.id }).where("soldierId", "=", id).execute();
  }
  await trx.deleteFrom("soldier").where("id", "=", id).execute();
}

const soldiersOf = (trx: Trx, userId: string): Promise<Soldier[]> =>
  trx.selectFrom("soldier").select(COLUMNS).where("userId", "=", userId).execute();

/** Of a target both ticked, the larger count stays. */
export async function carryTicks(trx: Trx, guestId: string, userId: string): Promise<void> {
  const ticksOf = (id: string) =>
    trx.selectFrom("tick").select(["id", "targetId", "count"]).where("userId", "=", id).execute();
  const kept = new Map((await ticksOf(userId)).map((tick) => [tick.targetId, tick]));
  for (const { id, targetId, count } of await ticksOf(guestId)) {
    const twin = kept.get(targetId);
    if (!twin) await trx.updateTable("tick").set({ userId }).where("id", "=", id).execute();
    else if (twin.count < count) await trx.updateTable("tick").set({ count }).where("id", "=", twin.id).execute();
  }
}

/** What both planned stays where the account has it. */
export async function carryPlan(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable("planItem")
    .set({ userId })
    .where("userId", "=", guestId)
    .where("targetId", "not in", trx.selectFrom("planItem").select("targetId").where("userId", "=", userId))
    .execute();
}

const keyOf = ({ game, platform, nameKey }: Pick<Tables["soldier"], "game" | "platform" | "nameKey">): string =>
  JSON.stringify([game, platform, nameKey]);
