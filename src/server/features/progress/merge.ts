// Merges a guest's ticks and plan into an account.
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { GuestMerge } from "#server/database/user-data-tables.ts";

/** If both have ticked a target, the larger count is used. */
export async function mergeTicks(trx: Database, merge: GuestMerge): Promise<void> {
  const { guestId, userId } = merge;
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
  await moveTargets(trx, merge, "tick");
}

/** The planned targets do not change their positions. */
export const mergePlan = (trx: Database, merge: GuestMerge): Promise<void> => moveTargets(trx, merge, "planItem");

/** Moves the guest's rows to the account, except for targets of which the account already has a row. */
async function moveTargets(trx: Database, { guestId, userId }: GuestMerge, table: "tick" | "planItem"): Promise<void> {
  const own = trx.selectFrom(table).select("targetId").where("userId", "=", userId);
  const guests = trx.updateTable(table).where("userId", "=", guestId).where("targetId", "not in", own);
  await guests.set({ userId }).execute();
}
