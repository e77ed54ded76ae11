// Deletes expired rows of the server's own tables.
import type { Database } from "./database.ts";
import { createRun, deleteOlder } from "./purge-run.ts";

/** How long undeliverable mails are listed. */
const DEAD_MAIL_MS = 14 * 24 * 60 * 60_000;

/** How long deleted rows can be restored and imports undone. */
const RESTORABLE_MS = 30 * 24 * 60 * 60_000;

/** Returns the instant before which deleted rows can no longer be restored. */
export const getRestoreLimit = (now: Date): string => new Date(now.getTime() - RESTORABLE_MS).toISOString();

/** Maximum of rows per DELETE, because on SQLite a DELETE blocks all other statements. */
export const CHUNK_SIZE = 20;
/** The same for tables with short rows. */
const SHORT_ROWS_CHUNK_SIZE = 100;

/** Longer than the maximum duration of a stream: older rows belong to crashed processes. */
const STREAM_EXPIRY_MS = 60 * 60_000;

/** Deletes the rows that have expired at this time. */
export async function purgeExpired(db: Database, now: Date, run = createRun(Number.POSITIVE_INFINITY)): Promise<void> {
  const nowText = now.toISOString();
  for (const table of ["session", "verification"] as const)
    await deleteOlder(db, { table, column: "expiresAt", before: now, chunkSize: SHORT_ROWS_CHUNK_SIZE }, run);
  for (const table of ["budget", "lease"] as const)
    await deleteOlder(db, { table, column: "endsAt", before: nowText, chunkSize: SHORT_ROWS_CHUNK_SIZE }, run);
  await deleteOlder(db, { table: "sourceAnswer", column: "endsAt", before: nowText, chunkSize: CHUNK_SIZE }, run);
  const streamsBefore = new Date(now.getTime() - STREAM_EXPIRY_MS).toISOString();
  await deleteOlder(
    db,
    { table: "stream", column: "createdAt", before: streamsBefore, chunkSize: SHORT_ROWS_CHUNK_SIZE },
    run,
  );
  const mailsBefore = new Date(now.getTime() - DEAD_MAIL_MS).toISOString();
  await deleteOlder(
    db,
    { table: "deadMail", column: "updatedAt", before: mailsBefore, chunkSize: SHORT_ROWS_CHUNK_SIZE },
    run,
  );
  await deleteOlder(
    db,
    { table: "job", column: "updatedAt", before: getRestoreLimit(now), chunkSize: CHUNK_SIZE },
    run,
  );
}
