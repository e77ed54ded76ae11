// Serializes the writes of a person, so that a count and the insert that depends on it cannot overlap with other writes.
import { SqliteAdapter } from "kysely";
import { AppError } from "#messages/errors.ts";
import { type Database, inTransaction } from "#server/database/database.ts";

/**
 * Takes the person's lock until the transaction ends; returns false if the person no longer exists. SQLite runs one transaction at a
 * time; on PostgreSQL the lock is on the person's row, and does not block rows that only reference it.
 */
export async function lockPerson(trx: Database, userId: string): Promise<boolean> {
  const person = trx.selectFrom("user").select("id").where("id", "=", userId);
  const isSqlite = trx.getExecutor().adapter instanceof SqliteAdapter;
  return (await (isSqlite ? person : person.forNoKeyUpdate()).executeTakeFirst()) !== undefined;
}

/**
 * Runs the work in a transaction that holds the person's lock.
 * @throws {AppError} signed_out if the person no longer exists
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
