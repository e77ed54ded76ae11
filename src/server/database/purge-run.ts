// Counting and deleting rows in a run of the hourly purge.
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, inTransaction, OF_ALL_OWNERS } from "./database.ts";
import type { Tables } from "./schema.ts";

/** The numbers of rows deleted or repaired by table, and the number of rows left until the maximum. */
export type Run = { rows: Record<string, number>; left: number };

export const createRun = (maxRows: number): Run => ({ rows: {}, left: maxRows });

export function countRows(run: Run | undefined, table: string, count: number): void {
  if (!run) return;
  run.rows[table] = (run.rows[table] ?? 0) + count;
  run.left -= count;
}

/** A task of the hourly purge. It counts the rows that it deletes or repairs in the run. */
export type Chore = (db: Database, at: Date, run: Run) => Promise<void>;

/** A row to delete, with its owner if that is part of the key. */
type PurgedRow = { id: string; userId?: string | null; organizationId?: string | null };

/** Deletes the rows that `next` returns, until it returns none or the run has reached its maximum. */
export async function deleteInChunks(
  db: Database,
  table: keyof Tables,
  next: () => Promise<PurgedRow[]>,
  run?: Run,
): Promise<void> {
  while (run === undefined || run.left > 0) {
    const rows = await next();
    if (rows.length === 0) return;
    await inTransaction(db, (trx) => deleteRows(trx, table, rows));
    countRows(run, table, rows.length);
    await setImmediate();
  }
}

type OldRows = {
  table: keyof Tables;
  /** The owner column with which the primary key begins. */
  key?: "userId" | "organizationId";
  /** A column with an instant, with which an index begins. */
  column: "expiresAt" | "endsAt" | "createdAt" | "updatedAt" | "deletedAt";
  before: Date | string;
  chunkSize: number;
};

/**
 * Deletes rows older than an instant, the oldest first. Without an order PostgreSQL might scan the table from its beginning for
 * each chunk.
 */
export const deleteOlder = (
  db: Database,
  { table, key, column, before, chunkSize }: OldRows,
  run?: Run,
): Promise<void> => {
  const instant = sql<Date | string>`${sql.ref(column)}`;
  const rows = db.selectFrom(table).select("id").where(instant, "<", before).orderBy(instant).limit(chunkSize);
  const query = key === undefined ? rows : rows.select(sql<string>`${sql.ref(key)}`.as(key)).modifyEnd(OF_ALL_OWNERS);
  return deleteInChunks(db, table, () => query.execute(), run);
};

/** Deletes rows that were already read. PostgreSQL might evaluate a subquery in the DELETE again for each row of the table. */
export async function deleteRows(trx: Database, table: keyof Tables, rows: readonly PurgedRow[]): Promise<void> {
  for (const [owner, ownedRows] of Map.groupBy(rows, ({ userId, organizationId }) => userId ?? organizationId)) {
    const ids = ownedRows.map(({ id }) => id);
    const deletion = trx.deleteFrom(table).where("id", "in", ids);
    const column = ownedRows[0]?.userId == null ? "organizationId" : "userId";
    await (owner == null ? deletion : deletion.where(sql.ref(column), "=", owner)).execute();
  }
}

/** The state of reading whole tables over several runs. */
export type Scan = {
  /** The last id read in each table, by the table's name; the next run continues there. */
  cursors: Map<string, string>;
  /** Maximum of rows of a table that one run reads. */
  maxRead?: number;
};

/** Maximum of rows that one statement reads, because SQLite blocks the event loop during a statement. */
const READ_CHUNK_SIZE = 500;
const MAX_READ = 200_000;

/** The ids after `after`, up to and including `upTo`. */
export type IdRange = { after: string; upTo: string };

/**
 * Calls `work` for consecutive ranges of ids, until the end of the table or the maximum of a run; the next run with the same scan
 * continues there.
 */
export async function forEachRange(
  db: Database,
  table: keyof Tables,
  { cursors, run, maxRead = MAX_READ }: Scan & { run: Run | undefined },
  work: (range: IdRange) => Promise<void>,
): Promise<void> {
  for (let read = 0; read < maxRead && (run === undefined || run.left > 0); read += READ_CHUNK_SIZE) {
    const after = cursors.get(table) ?? "";
    const ids = db.selectFrom(table).select("id").where("id", ">", after).orderBy("id").limit(READ_CHUNK_SIZE);
    const end = await db
      .selectFrom(ids.as("read"))
      .select(({ fn }) => fn.max<string | null>("id").as("id"))
      .modifyEnd(OF_ALL_OWNERS)
      .execute();
    const upTo = end[0]?.id;
    if (upTo == null) return void cursors.delete(table);
    await work({ after, upTo });
    // A run at its maximum may have skipped some rows of this range.
    if (run !== undefined && run.left <= 0) return;
    cursors.set(table, upTo);
    await setImmediate();
  }
}

/** Returns a chore whose scans continue where the previous run stopped. */
export function createResumableChore(chore: (db: Database, at: Date, run: Run, scan: Scan) => Promise<void>): Chore {
  const scan: Scan = { cursors: new Map() };
  return (db, at, run) => chore(db, at, run, scan);
}
