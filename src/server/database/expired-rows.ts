// Deletes expired rows, and guests whose only session has expired.
import { setImmediate as nextTurn } from "node:timers/promises";
import { DEAD_MAIL_MS } from "#server/mail/outbox.ts";
import { deletePerson } from "#server/people/deletion.ts";
import { type Database, OF_ALL_OWNERS } from "./database.ts";
import { countRows, createRun, deleteInChunks, deleteOlder, type Run } from "./purge-run.ts";

/** A guest was just made, and its session comes next. */
const GUEST_SETTLES_MS = 60_000;

/** Deleted rows can be restored, and imports undone, for this time. */
const RECENTLY_MS = 30 * 24 * 60 * 60_000;

/** Maximum of rows per DELETE: on SQLite it blocks all other statements. */
const AT_ONCE = 20;
/** The same for tables with short rows. */
const SHORT_AT_ONCE = 100;
/** Guests that are checked together for one without a session. */
const GUESTS_AT_ONCE = 200;

/** Longer than the maximum duration of a stream: older rows belong to processes that died. */
const STREAM_GONE_MS = 60 * 60_000;

/**
 * Deletes what has expired by then, and each guest without a session, locker included: no one can sign in to it again.
 */
export async function purgeExpired(db: Database, at: Date, run = createRun(Number.POSITIVE_INFINITY)): Promise<void> {
  const endedAt = at.toISOString();
  for (const table of ["session", "verification"] as const)
    await deleteOlder(db, { table, column: "expiresAt", before: at, atOnce: SHORT_AT_ONCE }, run);
  for (const table of ["budget", "lease"] as const)
    await deleteOlder(db, { table, column: "endsAt", before: endedAt, atOnce: SHORT_AT_ONCE }, run);
  await deleteOlder(db, { table: "sourceAnswer", column: "endsAt", before: endedAt, atOnce: AT_ONCE }, run);
  const streamGone = new Date(at.getTime() - STREAM_GONE_MS).toISOString();
  await deleteOlder(db, { table: "stream", column: "createdAt", before: streamGone, atOnce: SHORT_AT_ONCE }, run);
  const monthAgo = new Date(at.getTime() - RECENTLY_MS).toISOString();
  await deleteDeleted(db, monthAgo, run);
  const deadSince = new Date(at.getTime() - DEAD_MAIL_MS).toISOString();
  await deleteOlder(db, { table: "deadMail", column: "updatedAt", before: deadSince, atOnce: SHORT_AT_ONCE }, run);
  for (const table of ["job", "statisticsPage"] as const)
    await deleteOlder(db, { table, column: "updatedAt", before: monthAgo, atOnce: AT_ONCE }, run);
  await deleteImports(db, monthAgo, run);
  await deleteGuests(db, at, run);
}

/** What people deleted and can no longer restore. */
async function deleteDeleted(db: Database, monthAgo: string, run: Run): Promise<void> {
  // Before their soldiers: one of those may have thousands, which would otherwise go with it in one statement.
  const ofGoneSoldiers = db
    .selectFrom("soldier")
    .innerJoin("snapshot", (join) =>
      join.onRef("snapshot.userId", "=", "soldier.userId").onRef("snapshot.soldierId", "=", "soldier.id"),
    )
    .select(["snapshot.userId", "snapshot.id"])
    .where("soldier.deletedAt", "<", monthAgo)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "snapshot", () => ofGoneSoldiers.execute(), run);
  for (const table of ["snapshot", "soldier", "loadout"] as const)
    await deleteOlder(db, { table, column: "deletedAt", before: monthAgo, atOnce: AT_ONCE }, run);
}

async function deleteImports(db: Database, before: string, run: Run): Promise<void> {
  const old = db
    .selectFrom("lockerImport")
    .where("lockerImport.updatedAt", "<", before)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  const loadouts = old
    .innerJoin("importedLoadout", (join) =>
      join
        .onRef("importedLoadout.userId", "=", "lockerImport.userId")
        .onRef("importedLoadout.importId", "=", "lockerImport.id"),
    )
    .select(["importedLoadout.userId", "importedLoadout.id"]);
  await deleteInChunks(db, "importedLoadout", () => loadouts.execute(), run);
  // Without loadouts now, unless the run is full.
  if (run.left > 0) await deleteOlder(db, { table: "lockerImport", column: "updatedAt", before, atOnce: AT_ONCE }, run);
}

/** Pages over guests alone, by the index of them, and finds their sessions by that of `userId`. */
async function deleteGuests(db: Database, at: Date, run: Run): Promise<void> {
  const settled = new Date(at.getTime() - GUEST_SETTLES_MS);
  let after = "";
  while (run.left > 0) {
    const guests = await db
      .selectFrom("user")
      .select(["id", "createdAt"])
      .where("isAnonymous", "=", true)
      .where("id", ">", after)
      .orderBy("id")
      .limit(GUESTS_AT_ONCE)
      .execute();
    const last = guests.at(-1);
    if (!last) return;
    const ids = guests.map(({ id }) => id);
    const sessions = await db.selectFrom("session").select("userId").where("userId", "in", ids).execute();
    const stays = new Set(sessions.map(({ userId }) => userId));
    for (const { id, createdAt } of guests) {
      if (stays.has(id) || new Date(createdAt) >= settled || run.left <= 0) continue;
      countRows(run, "user", 1);
      await deletePerson(db, id, at, run);
    }
    after = last.id;
    await nextTurn();
  }
}
