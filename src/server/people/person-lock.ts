// Serializes the writes of one person: a count and the insert that depends on it happen under the person's lock.
import { SqliteAdapter } from "kysely";
import { AppError } from "#messages/errors.ts";
import { type Database, inTransaction } from "#server/database/database.ts";

/**
 * Holds the person's lock until the transaction ends; false where there is no such person any more. On SQLite every transaction is
 * alone; on PostgreSQL the lock is the person's row, and it does not block rows that only refer to it.
 */
export async function lockPerson(trx: Database, userId: string): Promise<boolean> {
  const person = trx.selectFrom("user").select("id").where("id", "=", userId);
  const isAlone = trx.getExecutor().adapter instanceof SqliteAdapter;
  return (await (isAlone ? person : person.forNoKeyUpdate()).executeTakeFirst()) !== undefined;
}

/**
 * Runs the work in a transaction that holds the person's lock.
 * @throws {AppError} signed_out when the person is gone
 */
export const withPersonLock = <Result>(
  db: Database,
  userId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    if (!(await lockPerson(trx, userId))) throw new AppError("signed_out");
    return work(trx);
  });
