// Deletes expired rows, and guests whose only session has expired.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "#platform/logger.ts";
import { DEAD_MAIL_MS } from "#server/mail/outbox.ts";
import { purgePerson, recordDeparture } from "#server/operations/departure.ts";
import type { Database } from "./database.ts";

const EVERY_MS = 60 * 60_000;
/** Delay after the start, so that the first requests are not slowed down. */
const FIRST_AFTER_MS = 60_000;

/** A guest was just made, and its session comes next. */
const GUEST_SETTLES_MS = 60_000;

/** Deleted rows can be restored, and imports undone, for this time. */
const RECENTLY_MS = 30 * 24 * 60 * 60_000;

/** Maximum of rows per DELETE: on SQLite it blocks all other statements. */
const AT_ONCE = 20;
/** The same for tables with short rows. */
const SHORT_AT_ONCE = 100;
/** Users that are checked together for guests without a session. */
const PEOPLE_AT_ONCE = 200;

/** Longer than the maximum duration of a stream: older rows belong to processes that died. */
const STREAM_GONE_MS = 60 * 60_000;

/**
 * Deletes what has expired by then, and each guest without a session, locker included: no one can sign in to it again. A
 * guest that an account has no room for stays for thirty days.
 */
export async function purgeExpired(db: Database, at: Date): Promise<void> {
  for (const table of ["session", "verification"] as const) {
    await deleteInChunks(db, table, () =>
      db.selectFrom(table).select("id").where("expiresAt", "<", at).limit(SHORT_AT_ONCE).execute(),
    );
  }
  for (const [table, limit] of [
    ["budget", SHORT_AT_ONCE],
    ["lease", SHORT_AT_ONCE],
    ["sourceAnswer", AT_ONCE],
  ] as const) {
    await deleteInChunks(db, table, () =>
      db.selectFrom(table).select("id").where("endsAt", "<", at.toISOString()).limit(limit).execute(),
    );
  }
  const streamGone = new Date(at.getTime() - STREAM_GONE_MS).toISOString();
  await deleteInChunks(db, "stream", () =>
    db.selectFrom("stream").select("id").where("createdAt", "<", streamGone).limit(SHORT_AT_ONCE).execute(),
  );
  const monthAgo = new Date(at.getTime() - RECENTLY_MS).toISOString();
  // Before their soldiers: one of those may have thousands, which would otherwise go with it in one statement.
  const goneSoldiers = db.selectFrom("soldier").select("id").where("deletedAt", "<", monthAgo);
  await deleteInChunks(db, "snapshot", () =>
    db.selectFrom("snapshot").select("id").where("soldierId", "in", goneSoldiers).limit(AT_ONCE).execute(),
  );
  for (const table of ["snapshot", "soldier", "loadout"] as const) {
    await deleteInChunks(db, table, () =>
      db.selectFrom(table).select("id").where("deletedAt", "<", monthAgo).limit(AT_ONCE).execute(),
    );
  }
  const deadSince = new Date(at.getTime() - DEAD_MAIL_MS).toISOString();
  await deleteInChunks(db, "deadMail", () =>
    db.selectFrom("deadMail").select("id").where("updatedAt", "<", deadSince).limit(SHORT_AT_ONCE).execute(),
  );
  for (const table of ["job", "statisticsPage"] as const) {
    await deleteInChunks(db, table, () =>
      db.selectFrom(table).select("id").where("updatedAt", "<", monthAgo).limit(AT_ONCE).execute(),
    );
  }
  await deleteImports(db, monthAgo);
  await deleteGuests(db, at, monthAgo);
}

type PurgedTable =
  | "session"
  | "verification"
  | "budget"
  | "lease"
  | "sourceAnswer"
  | "stream"
  | "snapshot"
  | "soldier"
  | "loadout"
  | "importedLoadout"
  | "lockerImport"
  | "job"
  | "deadMail"
  | "statisticsPage"
  | "deletedPlatoon"
  | "loadoutEvent"
  | "platoonLoadout"
  | "inviteLink"
  | "squadSheet"
  | "squadTarget"
  | "boardConsent"
  | "platoonEvent"
  | "feedMark";

/** Deletes the rows that `next` finds, a few at a time, until it finds none. */
export async function deleteInChunks(
  db: Database,
  table: PurgedTable,
  next: () => Promise<{ id: string; loadoutId?: string }[]>,
): Promise<void> {
  for (;;) {
    const rows = await next();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      if (table === "loadout") await trx.deleteFrom("loadoutWord").where("loadoutId", "in", ids).execute();
      await trx.deleteFrom(table).where("id", "in", ids).execute();
    });
    await nextTurn();
  }
}

/** An import that was staged but never committed leaves words without a loadout. */
async function deleteImports(db: Database, before: string): Promise<void> {
  const old = db.selectFrom("lockerImport").select("id").where("updatedAt", "<", before);
  const isSettled = ["open", "done", "undone"];
  await deleteInChunks(db, "importedLoadout", async () => {
    const rows = await db
      .selectFrom("importedLoadout")
      .select(["id", "loadoutId"])
      .where("importId", "in", old.where("state", "in", isSettled))
      .limit(AT_ONCE)
      .execute();
    const ids = rows.map(({ loadoutId }) => loadoutId);
    if (ids.length > 0) {
      const present = db.selectFrom("loadout").select("id").where("id", "in", ids);
      await db.deleteFrom("loadoutWord").where("loadoutId", "in", ids).where("loadoutId", "not in", present).execute();
    }
    return rows;
  });
  await deleteInChunks(db, "lockerImport", () =>
    old
      .where("state", "in", isSettled)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("importedLoadout").select("id").whereRef("importId", "=", "lockerImport.id"))),
      )
      .limit(AT_ONCE)
      .execute(),
  );
}

async function deleteGuests(db: Database, at: Date, monthAgo: string): Promise<void> {
  const settled = new Date(at.getTime() - GUEST_SETTLES_MS);
  let after = "";
  for (;;) {
    const people = await db
      .selectFrom("user")
      .leftJoin("session", "session.userId", "user.id")
      .leftJoin("operation", (join) =>
        join
          .onRef("operation.userId", "=", "user.id")
          .on("operation.state", "=", "waiting")
          .on("operation.updatedAt", ">=", monthAgo),
      )
      .select(["user.id", "isAnonymous", "user.createdAt", "session.id as sessionId", "operation.id as waitingId"])
      .where("user.id", ">", after)
      .orderBy("user.id")
      .limit(PEOPLE_AT_ONCE)
      .execute();
    const last = people.at(-1);
    if (!last) return;
    const left = people.filter(
      ({ isAnonymous, createdAt, sessionId, waitingId }) =>
        isAnonymous && sessionId === null && waitingId === null && new Date(createdAt) < settled,
    );
    for (const { id } of left) {
      await recordDeparture(db, id, at);
      await purgePerson(db, id);
    }
    after = last.id;
    await nextTurn();
  }
}

type HousekeepingParts = {
  db: Database;
  now: () => Date;
  logger: Pick<Logger, "warn" | "error">;
  /** Tasks of other modules that run with each purge. */
  chores: readonly ((db: Database, at: Date) => Promise<void>)[];
};

/**
 * Deletes what has ended, soon after the start and then once an hour, until disposed of; nothing while the clock is not
 * trusted.
 */
export function createHousekeeping(parts: HousekeepingParts & { firstAfterMs?: number }): Disposable {
  const failed = (err: unknown) => parts.logger.error({ err }, "the hourly purge failed");
  const run = () => void purge(parts).catch(failed);
  // Also runs in a process that is restarted more than once an hour.
  const first = setTimeout(run, parts.firstAfterMs ?? FIRST_AFTER_MS).unref();
  const hourly = setInterval(run, EVERY_MS).unref();
  return {
    [Symbol.dispose]() {
      clearTimeout(first);
      clearInterval(hourly);
    },
  };
}

/** One hour's purge. */
export async function purge({ db, now, logger, chores }: HousekeepingParts): Promise<void> {
  const at = now();
  if (!(await isClockTrusted(db, at))) {
    logger.warn({ at }, "the clock moved by more than a day: nothing is deleted until it has been steady for a day");
    return;
  }
  await purgeExpired(db, at);
  for (const chore of chores) await chore(db, at);
}

// Decides whether the clock can be trusted for deleting expired rows.
const ID = "purge";
/** The heartbeat is written every hour: a larger step is a pause of the site, or a clock that was set. */
const MAX_STEP_MS = 24 * 60 * 60_000;
/** After such a step nothing is deleted for this long, so that a wrong clock can be noticed and set back. */
const DISTRUST_MS = 24 * 60 * 60_000;

/**
 * Writes the heartbeat and compares the clock with the one before. False from a step of more than a day, forwards or
 * backwards, until a day has passed without another.
 */
async function isClockTrusted(db: Database, at: Date): Promise<boolean> {
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
