// One run of the hourly purge: what it has deleted, and how rows are deleted in it.
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, inTransaction, OF_ALL_OWNERS } from "./database.ts";
import type { Tables } from "./schema.ts";

/** What a run has deleted or repaired, by table, and how many rows it has room for. */
export type Run = { rows: Record<string, number>; left: number };

export const createRun = (maxRows: number): Run => ({ rows: {}, left: maxRows });

export function countRows(run: Run | undefined, table: string, count: number): void {
  if (!run) return;
  run.rows[table] = (run.rows[table] ?? 0) + count;
  run.left -= count;
}

/** A task of the hourly purge. What it deletes or repairs counts as rows of the run. */
export type Chore = (db: Database, at: Date, run: Run) => Promise<void>;

/** A row to be deleted, with its owner where that is a part of the key. */
type PurgedRow = { id: string; userId?: string | null; organizationId?: string | null };

/** Deletes the rows that `next` finds, a few at a time, until it finds none or the run has deleted enough. */
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
    await nextTurn();
  }
}

type Older = {
  table: keyof Tables;
  /** The owner with which its primary key begins. */
  key?: "userId" | "organizationId";
  /** An instant; an index begins with it. */
  column: "expiresAt" | "endsAt" | "createdAt" | "updatedAt" | "deletedAt";
  before: Date | string;
  atOnce: number;
};

/**
 * Deletes the rows from before an instant, the oldest first: in no order PostgreSQL may read the table from its beginning for
 * each few rows, although they lie at its end.
 */
export const deleteOlder = (db: Database, { table, key, column, before, atOnce }: Older, run?: Run): Promise<void> => {
  const instant = sql<Date | string>`${sql.ref(column)}`;
  const rows = db.selectFrom(table).select("id").where(instant, "<", before).orderBy(instant).limit(atOnce);
  const older = key === undefined ? rows : rows.select(sql<string>`${sql.ref(key)}`.as(key)).modifyEnd(OF_ALL_OWNERS);
  return deleteInChunks(db, table, () => older.execute(), run);
};

/** Deletes rows that were read before: as a subquery of the deletion PostgreSQL may read them again for each row of the table. */
export async function deleteRows(trx: Database, table: keyof Tables, rows: readonly PurgedRow[]): Promise<void> {
  for (const [owner, own] of Map.groupBy(rows, ({ userId, organizationId }) => userId ?? organizationId)) {
    const ids = own.map(({ id }) => id);
    const some = trx.deleteFrom(table).where("id", "in", ids);
    const column = own[0]?.userId == null ? "organizationId" : "userId";
    await (owner == null ? some : some.where(sql.ref(column), "=", owner)).execute();
  }
}

/** Reads whole tables over several runs. */
export type Scan = {
  /** Up to which id a run has read each table, by its name: the next run goes on there. */
  cursors: Map<string, string>;
  /** Rows of one table that a run reads. */
  maxRead?: number;
};

/** Rows that one statement reads of a whole table: SQLite blocks the event loop while it reads. */
const READ_AT_ONCE = 500;
const MAX_READ = 200_000;

/** An id of a table and those after it, up to the other. */
export type IdRange = { after: string; upTo: string };

/**
 * Does the work with all rows of a table, a range of ids at a time, until the end of the table or as far as a run reads; the
 * next run with the same scan goes on from there.
 */
export async function forEachRange(
  db: Database,
  table: keyof Tables,
  { cursors, run, maxRead = MAX_READ }: Scan & { run: Run | undefined },
  work: (range: IdRange) => Promise<void>,
): Promise<void> {
  for (let read = 0; read < maxRead && (run === undefined || run.left > 0); read += READ_AT_ONCE) {
    const after = cursors.get(table) ?? "";
    const ids = db.selectFrom(table).select("id").where("id", ">", after).orderBy("id").limit(READ_AT_ONCE);
    const end = await db
      .selectFrom(ids.as("read"))
      .select(({ fn }) => fn.max<string | null>("id").as("id"))
      .modifyEnd(OF_ALL_OWNERS)
      .execute();
    const upTo = end[0]?.id;
    if (upTo == null) return void cursors.delete(table);
    await work({ after, upTo });
    // A run that is full may have left some of these.
    if (run !== undefined && run.left <= 0) return;
    cursors.set(table, upTo);
    await nextTurn();
  }
}

/** A chore whose scans go on where its last run stopped. */
export function resumed(chore: (db: Database, at: Date, run: Run, scan: Scan) => Promise<void>): Chore {
  const scan: Scan = { cursors: new Map() };
  return (db, at, run) => chore(db, at, run, scan);
}
