// Whether the clock can be trusted with deleting what has ended by it.
import type { Database } from "./database.ts";

const ID = "purge";
/** The heartbeat is written every hour: a larger step is a pause of the site, or a clock that was set. */
const MAX_STEP_MS = 24 * 60 * 60_000;
/** After such a step nothing is deleted for this long, so that a wrong clock can be noticed and set back. */
const DISTRUST_MS = 24 * 60 * 60_000;

/**
 * Writes the heartbeat and compares the clock with the one before. False from a step of more than a day, forwards or
 * backwards, until a day has passed without another.
 */
export async function isClockTrusted(db: Database, at: Date): Promise<boolean> {
  const last = await db
    .selectFrom("heartbeat")
    .select(["updatedAt", "trustedFrom"])
    .where("id", "=", ID)
    .executeTakeFirst();
  const stepMs = last ? at.getTime() - Date.parse(last.updatedAt) : 0;
  const distrustedUntil = new Date(at.getTime() + DISTRUST_MS).toISOString();
  const updatedAt = at.toISOString();
  const trustedFrom = Math.abs(stepMs) > MAX_STEP_MS ? distrustedUntil : (last?.trustedFrom ?? updatedAt);
  await db
    .insertInto("heartbeat")
    .values({ id: ID, trustedFrom, createdAt: updatedAt, updatedAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ trustedFrom, updatedAt }))
    .execute();
  return trustedFrom <= updatedAt;
}
