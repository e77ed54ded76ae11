// Rows that nobody will ask for again, and guests whose only key has run out.
import type { Logger } from "#server/logger.ts";
import type { Database } from "./database.ts";
import { isClockTrusted } from "./heartbeat.ts";

const EVERY_MS = 60 * 60_000;

/** A guest was just made, and its session comes next. */
const GUEST_SETTLES_MS = 60_000;

/** How long what was deleted can be brought back, and an import undone. */
const RECENTLY_MS = 30 * 24 * 60 * 60_000;

/** Deletes what has ended by then, and each guest without a session, with the locker: nobody can come back to it. */
export async function tidyUp(db: Database, at: Date): Promise<void> {
  await db.deleteFrom("session").where("expiresAt", "<", at).execute();
  await db.deleteFrom("verification").where("expiresAt", "<", at).execute();
  for (const table of ["budget", "lease", "sourceAnswer"] as const) {
    await db.deleteFrom(table).where("endsAt", "<", at.toISOString()).execute();
  }
  const monthAgo = new Date(at.getTime() - RECENTLY_MS).toISOString();
  for (const table of ["loadout", "soldier", "snapshot"] as const) {
    await db.deleteFrom(table).where("deletedAt", "<", monthAgo).execute();
  }
  for (const table of ["job", "statisticsPage"] as const) {
    await db.deleteFrom(table).where("updatedAt", "<", monthAgo).execute();
  }
  await db.deleteFrom("lockerImport").where("updatedAt", "<", monthAgo).execute();
  await db
    .deleteFrom("user")
    .where("isAnonymous", "=", true)
    .where("createdAt", "<", new Date(at.getTime() - GUEST_SETTLES_MS))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("session").select("session.id").whereRef("session.userId", "=", "user.id"))),
    )
    .execute();
}

type HousekeepingParts = {
  db: Database;
  now: () => Date;
  logger: Pick<Logger, "warn" | "error">;
  /** What other parts delete or repair in the same hour. */
  chores: readonly ((at: Date) => Promise<void>)[];
};

/** Deletes once an hour what has ended, until disposed of; nothing while the clock is not trusted. */
export function createHousekeeping(parts: HousekeepingParts): Disposable {
  const failed = (err: unknown) => parts.logger.error({ err }, "the hourly purge failed");
  const timer = setInterval(() => void purge(parts).catch(failed), EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** One hour's purge. */
export async function purge({ db, now, logger, chores }: HousekeepingParts): Promise<void> {
  const at = now();
  if (!(await isClockTrusted(db, at))) {
    logger.warn({ at }, "the clock moved by more than a day: nothing is deleted until it has been steady for a day");
    return;
  }
  await tidyUp(db, at);
  for (const chore of chores) await chore(at);
}
