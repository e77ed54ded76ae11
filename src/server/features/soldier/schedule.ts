// Soldiers whose period is over are read by themselves, each once, however many processes share the database.

import type { Logger } from "#platform/logger.ts";
import type { Database } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { getRefresh } from "./refresh.ts";

const LOOK_EVERY_MS = 60_000;
/** Of those due this many are begun at a look: the service's rate allows no more. */
const MAX_PER_CHECK = 50;

type ScheduleParts = { db: Database; jobs: Pick<Jobs, "add" | "wake">; everyMs: number; now: () => Date };

/** Puts the readings that are due into the jobs. */
export async function beginDueReadings({ db, jobs, everyMs, now }: ScheduleParts): Promise<void> {
  const at = now().toISOString();
  const due = await db
    .selectFrom("soldier")
    .select(["id", "userId", "nextReadAt"])
    .where("nextReadAt", "<=", at)
    .where("deletedAt", "is", null)
    .where("relation", "!=", "sample")
    .orderBy("nextReadAt")
    .limit(MAX_PER_CHECK)
    .execute();
  const nextReadAt = new Date(now().getTime() + everyMs).toISOString();
  for (const { id, userId, nextReadAt: seen } of due) {
    await db.transaction().execute(async (trx) => {
      // Where another process was sooner, the next reading it has set lets this change no row.
      const { numUpdatedRows } = await trx
        .updateTable("soldier")
        .set({ nextReadAt })
        .where("id", "=", id)
        .where("nextReadAt", "=", seen)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await jobs.add(getRefresh(userId, id), trx);
    });
  }
  jobs.wake();
}

/** Looks once a minute, until disposed of; a period of 0 never. */
export function createSchedule(parts: ScheduleParts & { logger: Logger }): Disposable {
  const look = () =>
    beginDueReadings(parts).catch((err: unknown) => parts.logger.error({ err }, "no reading could be begun"));
  const timer = parts.everyMs > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
