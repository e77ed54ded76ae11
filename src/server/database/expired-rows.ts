// Deletes expired rows of the server's own tables.
import type { Database } from "./database.ts";
import { createRun, deleteOlder } from "./purge-run.ts";

/** Mails that were given up are listed for this time. */
const DEAD_MAIL_MS = 14 * 24 * 60 * 60_000;

/** Deleted rows can be restored, and imports undone, for this time. */
const RECENTLY_MS = 30 * 24 * 60 * 60_000;

/** From before this instant on deleted rows can no longer be restored. */
export const getRecently = (at: Date): string => new Date(at.getTime() - RECENTLY_MS).toISOString();

/** Maximum of rows per DELETE: on SQLite it blocks all other statements. */
export const AT_ONCE = 20;
/** The same for tables with short rows. */
const SHORT_AT_ONCE = 100;

/** Longer than the maximum duration of a stream: older rows belong to processes that died. */
const STREAM_GONE_MS = 60 * 60_000;

/** Deletes what has expired by then. */
export async function purgeExpired(db: Database, at: Date, run = createRun(Number.POSITIVE_INFINITY)): Promise<void> {
  const endedAt = at.toISOString();
  for (const table of ["session", "verification"] as const)
    await deleteOlder(db, { table, column: "expiresAt", before: at, atOnce: SHORT_AT_ONCE }, run);
  for (const table of ["budget", "lease"] as const)
    await deleteOlder(db, { table, column: "endsAt", before: endedAt, atOnce: SHORT_AT_ONCE }, run);
  await deleteOlder(db, { table: "sourceAnswer", column: "endsAt", before: endedAt, atOnce: AT_ONCE }, run);
  const streamGone = new Date(at.getTime() - STREAM_GONE_MS).toISOString();
  await deleteOlder(db, { table: "stream", column: "createdAt", before: streamGone, atOnce: SHORT_AT_ONCE }, run);
  const deadSince = new Date(at.getTime() - DEAD_MAIL_MS).toISOString();
  await deleteOlder(db, { table: "deadMail", column: "updatedAt", before: deadSince, atOnce: SHORT_AT_ONCE }, run);
  await deleteOlder(db, { table: "job", column: "updatedAt", before: getRecently(at), atOnce: AT_ONCE }, run);
}
