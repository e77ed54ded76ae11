// Serializes the writes of one person: a count and the insert that depends on it happen under the person's lock.
import { AppError } from "#messages/errors.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { finishOperation } from "./finish.ts";
import { getStanding, lockPerson } from "./operation.ts";

/** Maximum of repeated reads for a user who starts one operation after the other. */
const MAX_READS = 5;

/**
 * Runs the work in a transaction that holds the person's lock, after the person's pending operation. On SQLite every
 * transaction is alone; on PostgreSQL the lock is the person's row, and it does not block rows that only refer to it.
 * @throws {AppError} signed_out when the person is gone, or a guest who signs in at the same moment.
 */
export async function withPersonLock<Result>(
  db: Database,
  userId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await inTransaction(db, async (trx) => {
      const { isGone, isPending, isWaiting } = await lockPerson(trx, userId);
      if (isGone || isWaiting) throw new AppError("signed_out");
      return isPending ? null : { result: await work(trx) };
    });
    if (done) return done.result;
    await finishOperation(db, userId);
  }
}

/**
 * Reads a user's rows as they are before or after an operation, never in between.
 * @throws {AppError} signed_out when the person is gone; too_many when operations follow each other without a pause
 */
export async function readConsistent<Result>(
  db: Database,
  userId: string,
  read: () => Promise<Result>,
): Promise<Result> {
  for (let reads = 1; ; reads += 1) {
    const before = await getStanding(db, userId);
    if (before.isGone) throw new AppError("signed_out");
    if (before.isPending) await finishOperation(db, userId);
    const result = await read();
    const after = await getStanding(db, userId);
    if (!before.isPending && after.mark === before.mark) return result;
    // The result may mix states before and after an operation: the client has to retry.
    if (reads === MAX_READS) throw new AppError("too_many", { retryAfterS: 1 });
  }
}
