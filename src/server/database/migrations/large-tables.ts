// What a migration does to tables that may have millions of rows. On PostgreSQL it is done before the migration's transaction,
// while the site runs, and no write waits for it. It can stop anywhere and be done again.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type Rerun, rerunRefused } from "#platform/database/database-unavailable.ts";

/** `prepare` does on PostgreSQL what `up` would do under a lock for long; `up` does all of it where it was not done. */
export type PreparedMigration = Migration & {
  prepare: (db: Kysely<unknown>) => Promise<void>;
  /** What `up` changes where that is several tables: it has all of them before it changes one. */
  locks?: readonly string[];
};

export type LargeIndex = {
  name: string;
  isUnique?: boolean;
  table: string;
  /** What follows the table: its columns, and a condition. */
  on: string;
  /** The table's, unless it is the site's own. */
  schema?: string;
};

/** Maximum wait for a lock: later statements queue behind it. */
const LOCK_TIMEOUT_MS = 100;

/** A lock that was not free in time, or that another waited for in turn: asked for again for ten minutes. */
export const LOCKED: Rerun = { codes: new Set(["55P03", "40P01"]), maxRuns: 1000, getPauseMs: () => 500 };

/** In a transaction on PostgreSQL: a statement ends when it has waited for a lock so long, since others wait behind it. */
const limitLockWait = (trx: Kysely<unknown>) =>
  sql`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(trx);

/** Locks the tables within the time that one lock may take: others wait behind the first of them until all are there. */
export async function lockTables(trx: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  // In one statement: for each that follows, those others would wait for a round trip more.
  const locks = `DECLARE
      until timestamptz := clock_timestamp() + interval '${LOCK_TIMEOUT_MS} ms';
      name text;
    BEGIN
      FOREACH name IN ARRAY string_to_array('${tables.join()}', ',') LOOP
        PERFORM set_config('lock_timeout', greatest(1, extract(milliseconds FROM until - clock_timestamp())::int)::text, true);
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', name);
      END LOOP;
    END`;
  await sql`DO ${sql.lit(locks)}`.execute(trx);
  await limitLockWait(trx);
}

/**
 * Adds columns for text, which takes a moment's lock, tried again where that is not free. A vacuum is waited for, and the next one held
 * off until the end: an autovacuum yields only to a waiter of one second, and no read or write waits behind a lock of this mode.
 */
export const prepareColumns = (db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> => {
  const add = async (trx: Kysely<unknown>) => {
    await sql`SELECT set_config('lock_timeout', '0', true)`.execute(trx);
    await sql`LOCK TABLE ${sql.table(table)} IN SHARE UPDATE EXCLUSIVE MODE`.execute(trx);
    await limitLockWait(trx);
    for (const column of columns)
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN IF NOT EXISTS ${sql.ref(column)} text`.execute(trx);
  };
  return rerunRefused(() => db.transaction().execute(add), LOCKED);
};

/** Whether PostgreSQL has the table, and the column. */
export async function hasColumn(db: Kysely<unknown>, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${table} AND column_name = ${column}`.execute(db);
  return rows.length > 0;
}

const addSchema = (schema: string | undefined, name: string): string => (schema ? `${schema}.${name}` : name);

/** Creates those indexes that are not there. */
export async function createIndexes(
  db: Kysely<unknown>,
  indexes: readonly LargeIndex[],
  way: RawBuilder<unknown> = sql``,
): Promise<void> {
  for (const { name, isUnique = false, table, on, schema } of indexes) {
    const kind = isUnique ? sql`UNIQUE INDEX` : sql`INDEX`;
    const place = sql.table(addSchema(schema, table));
    await sql`CREATE ${kind} ${way} IF NOT EXISTS ${sql.ref(name)} ON ${place} ${sql.raw(on)}`.execute(db);
  }
}

/** Creates them without a lock, of tables that are there already. */
export async function prepareIndexes(db: Kysely<unknown>, indexes: readonly LargeIndex[]): Promise<void> {
  for (const index of indexes) await prepareIndex(db, index);
}

async function prepareIndex(db: Kysely<unknown>, index: LargeIndex): Promise<void> {
  const [name, table] = [addSchema(index.schema, index.name), addSchema(index.schema, index.table)];
  while (!(await isPrepared(db, index))) {
    // The server may still be making it for a start that died.
    await waitForIndexes(db, table);
    if (await isPrepared(db, index)) break;
    // An interrupted build leaves an invalid index.
    await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.table(name)}`.execute(db);
    await createIndexes(db, [index], sql`CONCURRENTLY`);
  }
}

/** No index of the table is being made then; reads and writes go on. */
const waitForIndexes = (db: Kysely<unknown>, table: string) =>
  db.transaction().execute((trx) => sql`LOCK TABLE ${sql.table(table)} IN SHARE UPDATE EXCLUSIVE MODE`.execute(trx));

/** There is nothing to do where the table comes with a later migration. */
async function isPrepared(db: Kysely<unknown>, { name, table, schema }: LargeIndex): Promise<boolean> {
  const find = (named: string) =>
    sql`to_regclass(concat_ws('.', quote_ident(${schema ?? null}), quote_ident(${named})))`;
  const { rows } = await sql<{ isDone: boolean }>`SELECT ${find(table)} IS NULL
    OR EXISTS (SELECT FROM pg_index WHERE indisvalid AND indexrelid = ${find(name)}) AS "isDone"`.execute(db);
  return rows[0]?.isDone ?? false;
}
