// The parts of a merge that are rows with another owner.
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
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

/** Of a target both ticked, the larger count stays. */
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

/** What both planned stays where the account has it. */
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
