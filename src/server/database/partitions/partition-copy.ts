// How npm run admin -- partition fills the shadow tables: by triggers that mirror each write, and by copying what is there in chunks.
import { type RawBuilder, sql } from "kysely";
import { OF_ALL_OWNERS } from "#server/database/database.ts";
import { holdOffVacuum, inShortTransaction } from "#server/database/migrations/large-tables.ts";
import type { AnyDatabase, Plan, Table } from "./partition-plan.ts";

/** `goalMs`: a write to a row of the chunk that is being copied waits for so long. */
const CHUNK = { firstRows: 100, maxRows: 5000, goalMs: 40 };
const REPORT_EVERY_ROWS = 1_000_000;

const listColumns = (columns: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)));

/**
 * A trigger that repeats every write to the table in its shadow, in the same transaction. A row that was not copied yet is inserted as
 * it is then, and the copy leaves it alone. It names the columns: it does not fail where a later release adds one.
 */
export async function createMirror(
  trx: AnyDatabase,
  { home, shadow }: Plan,
  { name, columns, key }: Table,
): Promise<void> {
  const [table, mirror] = [sql.table(`${shadow}.${name}`), sql.table(`${shadow}.${name}Mirror`)];
  const matchesOldKey = sql`(${listColumns(key)}) = (${listColumns(key, "old")})`;
  const values = listColumns(columns, "new");
  await sql`CREATE FUNCTION ${mirror}() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM ${table} WHERE ${matchesOldKey};
      RETURN NULL;
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE ${table} SET (${listColumns(columns)}) = ROW (${values}) WHERE ${matchesOldKey};
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO ${table} (${listColumns(columns)}) VALUES (${values}) ON CONFLICT DO NOTHING;
    RETURN NULL; END $$`.execute(trx);
  await holdOffVacuum(trx, [name]);
  await sql`CREATE TRIGGER ${sql.ref(`${name}Mirror`)} AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(`${home}.${name}`)}
    FOR EACH ROW EXECUTE FUNCTION ${mirror}()`.execute(trx);
}

type Check = (trx: AnyDatabase) => Promise<void>;
export type CopyParts = { plan: Plan; table: Table; report: (line: string) => void; requireSame: Check };

/** Copies what is there in the order of the key, and returns how many rows that were. */
export async function copyRows(db: AnyDatabase, { plan, table, report, requireSame }: CopyParts): Promise<number> {
  let [copied, reported, size] = [0, 0, CHUNK.firstRows];
  for (let after: Key | null = null; ; ) {
    let began = 0;
    const chunk: Chunk = await inShortTransaction(db, async (trx) => {
      await requireSame(trx);
      // It met a lock: with fewer rows that is less likely, and those who wait for one wait for less.
      if (began > 0) size = Math.ceil(size / 2);
      began = performance.now();
      return copyChunk(trx, plan, table, { after, size });
    });
    copied += chunk.copied;
    if (!chunk.last) return copied;
    after = chunk.last;
    if (copied - reported >= REPORT_EVERY_ROWS) {
      reported = copied;
      report(`${table.name}: ${copied} rows so far`);
    }
    const fitting = Math.round((size * CHUNK.goalMs) / (performance.now() - began));
    size = Math.max(1, Math.min(fitting, 2 * size, CHUNK.maxRows));
  }
}

/** The values of a primary key, the owner first. */
type Key = readonly unknown[];
/** How many rows were copied, and the key of the last one; null where no more follow. */
type Chunk = { copied: number; last: Key | null };

async function copyChunk(
  trx: AnyDatabase,
  { home, shadow }: Plan,
  { name, columns, key }: Table,
  { after, size }: { after: Key | null; size: number },
): Promise<Chunk> {
  const [from, to] = [sql.table(`${home}.${name}`), sql.table(`${shadow}.${name}`)];
  const [keys, all] = [listColumns(key), listColumns(columns)];
  const { rows } = await sql<Record<string, unknown>>`SELECT ${keys} FROM ${from} WHERE ${isBetween(key, after, null)}
    ORDER BY ${keys} OFFSET ${size - 1} LIMIT 1 ${OF_ALL_OWNERS}`.execute(trx);
  const [row] = rows;
  const last = row ? key.map((column) => row[column]) : null;
  const isWithin = isBetween(key, after, last);
  // The lock keeps a row from being deleted until its copy is committed, which the deletion's trigger then removes as well.
  const { numAffectedRows = 0n } = await sql`INSERT INTO ${to} (${all}) SELECT ${all} FROM ${from} WHERE ${isWithin}
    FOR SHARE ON CONFLICT DO NOTHING ${OF_ALL_OWNERS}`.execute(trx);
  return { copied: Number(numAffectedRows), last };
}

/**
 * After one key, up to another. The owner is compared by itself, too: for a comparison of rows alone PostgreSQL expects a quarter of
 * the table, and reads all of it; and within one owner it may take another index, and read all that the owner has.
 */
function isBetween(key: readonly string[], after: Key | null, last: Key | null): RawBuilder<unknown> {
  const owner = listColumns(key.slice(0, 1));
  const compare = (operator: ">" | "<=", bound: Key, from = 0) =>
    sql`(${listColumns(key.slice(from))}) ${sql.raw(operator)} (${sql.join(bound.slice(from))})`;
  if (after && last && after[0] === last[0])
    return sql`${owner} = ${last[0]} AND ${compare(">", after, 1)} AND ${compare("<=", last, 1)}`;
  const isAfter = after ? sql`${compare(">", after)} AND ${owner} >= ${after[0]}` : sql`true`;
  return last ? sql`${isAfter} AND ${compare("<=", last)} AND ${owner} <= ${last[0]}` : isAfter;
}
