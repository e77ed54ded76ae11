// A long operation of one person: recorded at once, done in short transactions, the last of which marks it done. Until
// then every read and write of that person finishes it first, so that a half state is never seen. After a crash the next
// request continues it; each part is done once.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SqliteAdapter } from "kysely";
import { type Database, inTransaction } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";

export type OperationKind = "import" | "undo" | "merge" | "drop" | "folder";

/**
 * `ref` is the id of the import, of the guest that is merged, or of the folder that is removed; of a drop, since when. A
 * guest that the account `ref` has no room for has a merge that is waiting.
 */
export type Operation = { id: string; userId: string; kind: OperationKind; ref: string; createdAt: string };

/** A transaction of an operation takes about this long on SQLite, which blocks the event loop until it ends. */
const CHUNK_MS = 10;

/** Records an operation of a person who has none pending or waiting. The caller holds the person's lock. */
export async function recordOperation(
  trx: Database,
  { userId, kind, ref }: Pick<Operation, "userId" | "kind" | "ref">,
  now: Date,
  state: "pending" | "waiting" = "pending",
): Promise<void> {
  const at = now.toISOString();
  const row = { id: randomUUID(), kind, ref, state, createdAt: at, updatedAt: at };
  await trx
    .insertInto("operation")
    .values({ ...row, userId })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
    .execute();
}

/** The person's operation that is not done yet, or null. */
export async function pendingOperation(db: Database, userId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operation")
    .select(["id", "userId", "kind", "ref", "createdAt"])
    .where("userId", "=", userId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return row ? { ...row, kind: row.kind as OperationKind } : null;
}

/** Ends the operation; its changes are visible from this transaction on. */
export async function completeOperation(trx: Database, { id }: Operation): Promise<void> {
  await trx.updateTable("operation").set({ state: "done" }).where("id", "=", id).execute();
}

const readStanding = preparedQuery((db) =>
  db
    .selectFrom("user")
    .leftJoin("operation", "operation.userId", "user.id")
    .leftJoin("departure", "departure.userId", "user.id")
    .select(["user.id", "operation.id as operationId", "operation.state", "departure.id as departureId"])
    .where("user.id", "=", "")
    .compile(),
);

export type Standing = { isGone: boolean; isPending: boolean; isWaiting: boolean; mark: string };

/**
 * Whether the person is gone, has an operation pending, or is a guest who waits for room in an account. Reads between two equal marks of which none is pending saw
 * nothing of an operation.
 */
export async function getStanding(db: Database, userId: string): Promise<Standing> {
  const [row] = await readStanding(db, userId);
  return {
    isGone: !row || row.departureId !== null,
    isPending: row?.state === "pending",
    isWaiting: row?.state === "waiting",
    mark: `${row?.operationId} ${row?.state}`,
  };
}

/** Holds the person's lock until the transaction ends; on SQLite every transaction is alone anyway. */
export async function lockPerson(trx: Database, userId: string): Promise<Standing> {
  if (!(trx.getExecutor().adapter instanceof SqliteAdapter)) {
    await trx.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  }
  return getStanding(trx, userId);
}

/** Runs steps, each in a transaction under the user's lock, until one has nothing left to do. */
export async function inChunks(
  db: Database,
  operation: Operation,
  part: (trx: Database) => Promise<"more" | "done">,
): Promise<void> {
  const chunk = async (trx: Database): Promise<"more" | "done"> => {
    await lockPerson(trx, operation.userId);
    const pending = await pendingOperation(trx, operation.userId);
    if (pending?.id !== operation.id) return "done";
    const endsAt = performance.now() + CHUNK_MS;
    while ((await part(trx)) === "more") if (performance.now() > endsAt) return "more";
    return "done";
  };
  while ((await inTransaction(db, chunk)) === "more") await nextTurn();
  await nextTurn();
}
