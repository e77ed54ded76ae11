// npm run admin -- move: copies a site from SQLite to an empty PostgreSQL database, and compares every row.
import { CompiledQuery, type Kysely, sql } from "kysely";
import { withoutTimeouts } from "#platform/database/database-unavailable.ts";
import type { PostgresPlace } from "#server/config/config.ts";
import type { Database } from "./database.ts";
import { isCurrent, migrate } from "./migrate.ts";

/** How long the command waits for a site that is shutting down. */
const BUSY_TIMEOUT_MS = 1000;
const MAX_CHUNK_ROWS = 1000;
const MAX_CHUNK_CHARACTERS = 2_000_000;
const PROGRESS_EVERY_ROWS = 100_000;

type Row = Record<string, unknown>;
type AnyDatabase = Kysely<Record<string, Row>>;
type Column = { table: string; name: string; type: string; isKey: boolean };
type Table = { name: string; columns: readonly Column[]; count: number };

type MoveParts = {
  /** The SQLite database. */
  source: Database;
  target: Database;
  targetPlace: PostgresPlace;
  /** Prints a line about the progress. */
  report(line: string): void;
};

/**
 * Copies all rows in one transaction of the target, which is committed only if every row of the source is found in it. Returns
 * the numbers of tables and rows. The source must have this release's schema.
 * @throws an error with a message for the operator; the target then has no rows
 */
export async function moveSite({
  source,
  target,
  targetPlace,
  report,
}: MoveParts): Promise<{ tables: number; rows: number }> {
  if (!(await isCurrent(source))) {
    throw new Error(
      "The database does not have this release's schema. Start the site of this release once, and stop it.",
    );
  }
  // No other process may have the file open, as rows that a running site writes would not be copied.
  await sql`PRAGMA locking_mode = EXCLUSIVE`.execute(source);
  await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(source);
  return withoutTimeouts(() =>
    source.transaction().execute(async (sourceTrx) => {
      await prepareTarget(target, targetPlace);
      const from = sourceTrx as unknown as AnyDatabase;
      return target.transaction().execute(async (trx) => {
        const to = trx as unknown as AnyDatabase;
        const tables = await readTables(from, to);
        for (const table of tables) await copyTable(from, to, table, report);
        for (const table of tables) await compareTable(from, to, table, report);
        return { tables: tables.length, rows: tables.reduce((sum, { count }) => sum + count, 0) };
      });
    }),
  );
}

/** Creates the tables, or checks that they are empty, as after a failed move. */
async function prepareTarget(target: Database, place: PostgresPlace): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`.execute(target);
  if (rows.length === 0) return migrate(target, place);
  const isOurs = await isCurrent(target);
  for (const { name } of rows.filter((row) => !row.name.startsWith("kysely_"))) {
    const isEmpty = isOurs && (await sql`SELECT FROM ${sql.table(name)} LIMIT 1`.execute(target)).rows.length === 0;
    if (!isEmpty)
      throw new Error(`MOVE_TO: that database is not empty, it has "${name}". Make a new one with createdb.`);
  }
}

/** Returns the tables with their columns; each follows the tables that it references. */
async function readTables(from: AnyDatabase, to: AnyDatabase): Promise<Table[]> {
  const sourceColumns = await sql<Omit<Column, "type" | "isKey">>`
    SELECT list.name AS "table", col.name AS name FROM sqlite_schema AS list JOIN pragma_table_info(list.name) AS col
    WHERE list.type = 'table' AND list.name NOT LIKE 'sqlite_%' AND list.name NOT LIKE 'kysely_%'`.execute(from);
  const targetColumns = await sql<Column>`
    SELECT relname AS "table", attname AS name, format_type(atttypid, atttypmod) AS type,
      EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isKey"
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND attnum > 0 AND NOT attisdropped
      AND relname NOT LIKE 'kysely\\_%'
    ORDER BY relname, attnum`.execute(to);
  const toNames = (columns: readonly { table: string; name: string }[]) =>
    new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const [sourceNames, targetNames] = [toNames(sourceColumns.rows), toNames(targetColumns.rows)];
  const unknownNames = [...sourceNames].filter((name) => !targetNames.has(name));
  if (unknownNames.length > 0 || sourceNames.size !== targetNames.size) {
    throw new Error(
      `DATABASE_URL: this release does not have these columns: ${unknownNames.join(", ")}. Drop them, or their tables.`,
    );
  }
  const references = await sql<{ child: string; parent: string }>`
    SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
    JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND child.oid <> parent.oid`.execute(to);
  const remaining = Map.groupBy(targetColumns.rows, ({ table }) => table);
  const tables: Table[] = [];
  while (remaining.size > 0) {
    const ready = [...remaining].filter(
      ([name]) => !references.rows.some(({ child, parent }) => child === name && remaining.has(parent)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...remaining.keys()].join(", ")}`);
    for (const [name, columns] of ready) {
      tables.push({ name, columns, count: await countRows(from, name) });
      remaining.delete(name);
    }
  }
  return tables;
}

async function countRows(db: AnyDatabase, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

async function copyTable(from: AnyDatabase, to: AnyDatabase, table: Table, report: MoveParts["report"]): Promise<void> {
  const { name, columns, count } = table;
  const placeholders = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ");
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  const insert = `INSERT INTO "${name}" (${names}) SELECT * FROM unnest(${placeholders})`;
  let copied = 0;
  for await (const rows of readChunks(from, name)) {
    await to.executeQuery(CompiledQuery.raw(insert, toLists(columns, rows)));
    const previous = copied;
    copied += rows.length;
    const isStep = Math.floor(previous / PROGRESS_EVERY_ROWS) < Math.floor(copied / PROGRESS_EVERY_ROWS);
    if (isStep && copied < count) report(`${name}: ${copied} of ${count} rows`);
  }
  report(`${name}: ${copied} of ${count} rows`);
}

/** Finds each row of the source in the target by its key, and compares all columns. */
async function compareTable(
  from: AnyDatabase,
  to: AnyDatabase,
  table: Table,
  report: MoveParts["report"],
): Promise<void> {
  const { name, columns, count } = table;
  const arrivedCount = await countRows(to, name);
  if (arrivedCount !== count)
    throw new Error(`${name}: ${arrivedCount} of ${count} rows have arrived. Nothing is moved.`);
  const keys = columns.filter(({ isKey }) => isKey);
  const names = keys.map((key) => `"${key.name}"`).join(", ");
  const placeholders = keys.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ");
  const select = `SELECT * FROM "${name}" WHERE (${names}) IN (SELECT * FROM unnest(${placeholders}))`;
  const toKey = (row: Row): string => JSON.stringify(keys.map((key) => row[key.name]));
  for await (const rows of readChunks(from, name)) {
    const copiedRows = await to.executeQuery<Row>(CompiledQuery.raw(select, toLists(keys, rows)));
    const byKey = new Map(copiedRows.rows.map((row) => [toKey(row), row]));
    for (const row of rows) {
      const copy = byKey.get(toKey(row));
      const different = columns.find((column) => !copy || !isSame(row[column.name], copy[column.name]));
      if (different) throw new Error(`${name}: ${different.name} of ${toKey(row)} differs. Nothing is moved.`);
    }
  }
  report(`${name}: ${count} rows compared`);
}

/** Yields all rows in chunks that are small enough for one statement. */
async function* readChunks(from: AnyDatabase, table: string): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let characters = 0;
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    rows.push(row);
    for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 8;
    if (rows.length < MAX_CHUNK_ROWS && characters < MAX_CHUNK_CHARACTERS) continue;
    yield rows;
    [rows, characters] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

/** Converts rows to a list of values per column, in the column's type. */
const toLists = (columns: readonly Column[], rows: readonly Row[]): unknown[][] =>
  columns.map(({ table, name, type }) =>
    rows.map((row) => {
      const value = row[name];
      if (value === null || value === undefined) return null;
      if (type === "boolean") return value !== 0;
      if (type !== "timestamp with time zone") return value;
      const instant = new Date(parseInstant(value));
      if (Number.isNaN(instant.getTime())) throw new Error(`${table}: ${name} is not a time: ${JSON.stringify(value)}`);
      return instant;
    }),
  );

/** Parses an instant. SQLite's CURRENT_TIMESTAMP is UTC but has no time zone. */
const parseInstant = (value: unknown): number =>
  Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)) ? `${value}Z` : String(value));

function isSame(value: unknown, copy: unknown): boolean {
  if (copy instanceof Date) return copy.getTime() === parseInstant(value);
  return typeof copy === "boolean" ? Number(copy) === value : copy === value;
}
