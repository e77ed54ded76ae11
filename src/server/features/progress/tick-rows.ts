// What a person ticked by hand.
import { randomUUID } from "node:crypto";
import type { Tick } from "#domain/progress/known-progress.ts";
import type { Database } from "#server/database/database.ts";

export async function listTicks(db: Database, userId: string): Promise<Tick[]> {
  const rows = await db
    .selectFrom("tick")
    .select(["targetId", "count", "updatedAt", "settledAt"])
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ updatedAt: at, ...tick }) => ({ ...tick, at }));
}

/** Ticks a target or replaces its tick. */
export async function writeTick(
  db: Database,
  userId: string,
  { targetId, count }: { targetId: string; count: number },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("tick")
    .values({ id: randomUUID(), userId, targetId, count, settledAt: null, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(["userId", "targetId"]).doUpdateSet({ count, settledAt: null, updatedAt: at }),
    )
    .execute();
}

export async function removeTick(db: Database, userId: string, targetId: string): Promise<void> {
  await db.deleteFrom("tick").where("userId", "=", userId).where("targetId", "=", targetId).execute();
}

/** Confirms a tick against a source, until it is ticked again. */
export async function keepTick(db: Database, userId: string, targetId: string, now: Date): Promise<void> {
  await db
    .updateTable("tick")
    .set({ settledAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("targetId", "=", targetId)
    .execute();
}
