// What a guest's sign-in brings along of soldiers and progress.
import type { Transaction } from "kysely";
import type { Tables } from "#server/database/schema.ts";

type Trx = Transaction<Tables>;

/** A soldier the account has already takes in the guest's snapshots and goals of it. */
export async function carrySoldiers(trx: Trx, guestId: string, userId: string): Promise<void> {
  const keysOf = (id: string) =>
    trx.selectFrom("soldier").select(["id", "game", "platform", "nameKey"]).where("userId", "=", id).execute();
  const kept = new Map((await keysOf(userId)).map((soldier) => [keyOf(soldier), soldier.id]));
  for (const soldier of await keysOf(guestId)) {
    const twin = kept.get(keyOf(soldier));
    if (twin === undefined) {
      await trx.updateTable("soldier").set({ userId }).where("id", "=", soldier.id).execute();
      continue;
    }
    for (const table of ["snapshot", "goal"] as const) {
      await trx.updateTable(table).set({ soldierId: twin }).where("soldierId", "=", soldier.id).execute();
    }
    await trx.deleteFrom("soldier").where("id", "=", soldier.id).execute();
  }
}

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
