// npm run admin -- partition: the large tables of a PostgreSQL site in partitions by the owner of a row.
import { sql } from "kysely";
import { withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { type Database, OF_ALL_OWNERS } from "./database.ts";
import { OWNED_TABLES } from "./user-data-tables.ts";

/** From here on a row that moves to another partition takes along what refers to it; before, that was deleted. */
const MIN_POSTGRES = 150_000;

/** Indexes that only earlier releases read. */
const SUPERSEDED = ["loadoutWordLoadoutId", "importedLoadoutAppliedAt"];

type Column = (typeof OWNED_TABLES)[keyof typeof OWNED_TABLES];
type Definition = { name: string; definition: string };
type Index = Definition & { isUnique: boolean; isPrimary: boolean; columns: string[] };
type ForeignKey = Definition & { child: string };

/**
 * Puts the tables of OWNED_TABLES into so many partitions each, with their rows, in one transaction; other statements wait for its
 * end. Ids are then unique for each owner alone, so that no release from before migration 0027 may run.
 * @throws an error with a sentence for the operator
 */
export async function partitionTables(db: Database, parts: number): Promise<void> {
  await withoutTimeouts(() =>
    db.transaction().execute(async (trx) => {
      await requirePostgres(trx);
      const tables = Object.entries(OWNED_TABLES);
      const names = sql.join(tables.map(([name]) => sql.lit(name)));
      const { rows } = await sql<{ name: string; kind: string }>`SELECT relname AS name, relkind AS kind FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relname IN (${names})`.execute(trx);
      if (rows.some(({ kind }) => kind === "p")) throw new Error("The tables are in partitions already.");
      const foreignKeys = await readForeignKeys(trx);
      for (const { child, name } of foreignKeys)
        await sql`ALTER TABLE ${sql.table(child)} DROP CONSTRAINT ${sql.ref(name)}`.execute(trx);
      for (const [name, column] of tables) await partition(trx, name, column, parts);
      for (const { child, name, definition } of foreignKeys)
        await sql`ALTER TABLE ${sql.table(child)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx);
    }),
  );
}

async function requirePostgres(db: Database): Promise<void> {
  const asked = sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(db);
  const { rows } = await asked.catch(() => ({ rows: [] }));
  if ((rows[0]?.version ?? 0) < MIN_POSTGRES) throw new Error("DATABASE_URL: partitions take PostgreSQL 15 or newer.");
}

/** The foreign keys of these tables, and those of others that refer to them. */
async function readForeignKeys(db: Database): Promise<ForeignKey[]> {
  const names = sql.join(Object.keys(OWNED_TABLES).map((name) => sql.lit(name)));
  const { rows } = await sql<ForeignKey>`
    SELECT conname AS name, child.relname AS child, pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
      AND (child.relname IN (${names}) OR parent.relname IN (${names}))`.execute(db);
  return rows;
}

async function partition(db: Database, name: string, column: Column, parts: number): Promise<void> {
  const indexes = await readIndexes(db, name);
  const [table, whole] = [sql.table(name), sql.table(`${name}Whole`)];
  await sql`ALTER TABLE ${table} RENAME TO ${whole}`.execute(db);
  await sql`CREATE TABLE ${table} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    PARTITION BY HASH (${sql.ref(column)})`.execute(db);
  for (let part = 0; part < parts; part += 1)
    await sql`CREATE TABLE ${sql.table(`${name}Part${part}`)} PARTITION OF ${table}
      FOR VALUES WITH (MODULUS ${sql.lit(parts)}, REMAINDER ${sql.lit(part)})`.execute(db);
  await sql`INSERT INTO ${table} SELECT * FROM ${whole} ${OF_ALL_OWNERS}`.execute(db);
  await sql`DROP TABLE ${whole}`.execute(db);
  for (const index of indexes) if (!SUPERSEDED.includes(index.name)) await createIndex(db, name, column, index);
  await sql`ANALYZE ${table}`.execute(db);
}

async function readIndexes(db: Database, name: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    SELECT relname AS name, indisunique AS "isUnique", indisprimary AS "isPrimary", pg_get_indexdef(indexrelid) AS definition,
      ARRAY(SELECT attname::text FROM unnest(indkey::int2[]) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place) AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass(${`"${name}"`})`.execute(db);
  return rows;
}

/** What is unique in a partition is so for each owner. */
async function createIndex(
  db: Database,
  table: string,
  owner: Column,
  { name, isUnique, isPrimary, columns, definition }: Index,
): Promise<void> {
  const list = sql.join([...new Set([owner, ...columns])].map((column) => sql.ref(column)));
  const isOfId = columns.join() === "id";
  if (isPrimary)
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} PRIMARY KEY (${list})`.execute(db);
  else if (isUnique && isOfId) {
    // The primary key has it. Scans of all platoons go by the id.
    if (owner === "organizationId") await sql`CREATE INDEX ${sql.ref(name)} ON ${sql.table(table)} ("id")`.execute(db);
  } else if (isUnique && !columns.includes(owner))
    await sql`CREATE UNIQUE INDEX ${sql.ref(name)} ON ${sql.table(table)} (${list})`.execute(db);
  else await sql.raw(definition).execute(db);
}
