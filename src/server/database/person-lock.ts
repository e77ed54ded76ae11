// Writes of one person happen one after the other: who counts and then inserts holds the person's lock.
import { SqliteAdapter } from "kysely";
import { Fault } from "#domain/fault.ts";
import type { Database } from "./database.ts";

/**
 * Runs the work in a transaction that holds the person's lock. On SQLite every transaction is alone; on PostgreSQL the
 * lock is the person's row, and it does not block rows that only refer to the person.
 * @throws {Fault} signed_out when the person is gone, as a guest is who signs in at the same moment.
 */
export const withPersonLock = <Result>(
  db: Database,
  userId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId);
    return work(trx);
  });

async function lockPerson(trx: Database, userId: string): Promise<void> {
  const isSqlite = trx.getExecutor().adapter instanceof SqliteAdapter;
  const person = trx.selectFrom("user").select("id").where("id", "=", userId);
  const found = await (isSqlite ? person : person.forNoKeyUpdate()).executeTakeFirst();
  if (!found) throw new Fault("signed_out");
}
