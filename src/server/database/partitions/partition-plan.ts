// What npm run admin -- partition needs to know of the tables, from PostgreSQL's own catalogue.
import { type Kysely, sql } from "kysely";
import { OWNED_TABLES } from "#server/database/user-data-tables.ts";

export type AnyDatabase = Kysely<unknown>;
export type Column = (typeof OWNED_TABLES)[keyof typeof OWNED_TABLES];
type Definition = { name: string; definition: string };
export type Index = Definition & { isUnique: boolean; isPrimary: boolean; columns: string[] };
export type ForeignKey = Definition & { child: string; parent: string };
export type Table = { name: string; owner: Column; columns: string[]; key: string[]; indexes: Index[] };
/** The site's schema, that of the shadow tables, and its name once they are in use. */
type Schemas = { home: string; shadow: string; partitions: string };
export type Plan = Schemas & { parts: number; tables: readonly Table[]; foreignKeys: readonly ForeignKey[] };

/** Of migration 0026, for releases that may not run afterwards, and of an interrupted run. */
const OUR_TRIGGERS = sql.join(
  ["importedLoadoutOwner", ...Object.keys(OWNED_TABLES).map((name) => `${name}Mirror`)].map((name) => sql.lit(name)),
);
const NAMES = sql.join(Object.keys(OWNED_TABLES).map((name) => sql.lit(name)));

/**
 * @throws an error with a sentence for the operator where the tables are in partitions, their schema is taken, or something depends on
 *   the tables that is not the site's
 */
export async function readPlan(db: AnyDatabase, parts: number): Promise<Plan> {
  const schemas = await readSchemas(db);
  await requireNothingElse(db);
  return { ...schemas, parts, tables: await readTables(db), foreignKeys: await readForeignKeys(db) };
}

/** What an operator added to the tables would stop the exchange of the tables in its last step, or be lost. */
async function requireNothingElse(db: AnyDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`WITH tables AS
      (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname IN (${NAMES}))
    SELECT ev_class::regclass::text AS name FROM pg_depend JOIN pg_rewrite ON pg_rewrite.oid = objid
      WHERE classid = 'pg_rewrite'::regclass AND refobjid IN (TABLE tables) AND ev_class <> refobjid
    UNION SELECT conname FROM pg_constraint
      WHERE contype = 'f' AND confrelid IN (TABLE tables) AND connamespace <> current_schema()::regnamespace
    UNION SELECT polname FROM pg_policy WHERE polrelid IN (TABLE tables)
    UNION SELECT tgname FROM pg_trigger WHERE tgrelid IN (TABLE tables) AND NOT tgisinternal AND tgname NOT IN (${OUR_TRIGGERS})
    ORDER BY name`.execute(db);
  const names = rows.map(({ name }) => name).join(", ");
  if (names) throw new Error(`Drop these first, and create them again afterwards: ${names}.`);
}

async function readSchemas(db: AnyDatabase): Promise<Schemas> {
  const { rows } = await sql<{ home: string; isDone: boolean; isTaken: boolean }>`SELECT current_schema() AS home,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p' AND relname IN (${NAMES}))
      AS "isDone",
    EXISTS (SELECT FROM pg_namespace WHERE nspname = current_schema() || '_partitions') AS "isTaken"`.execute(db);
  const [{ home, isDone, isTaken } = { home: "public", isDone: false, isTaken: false }] = rows;
  if (isDone) throw new Error("The tables are in partitions already.");
  const partitions = `${home}_partitions`;
  if (isTaken) throw new Error(`The partitions take a schema ${partitions}, and there is one already. Rename it.`);
  return { home, shadow: `${partitions}_new`, partitions };
}

async function readTables(db: AnyDatabase): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [name, owner] of Object.entries(OWNED_TABLES)) {
    const { rows } = await sql<{ column: string }>`SELECT attname AS "column" FROM pg_attribute
      WHERE attrelid = to_regclass(${`"${name}"`}) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(db);
    const indexes = await readIndexes(db, name);
    const key = indexes.find(({ isPrimary }) => isPrimary)?.columns ?? [];
    tables.push({ name, owner, columns: rows.map(({ column }) => column), key, indexes });
  }
  return tables;
}

async function readIndexes(db: AnyDatabase, name: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    SELECT relname AS name, indisunique AS "isUnique", indisprimary AS "isPrimary",
      pg_get_indexdef(indexrelid, 0, true) AS definition,
      ARRAY(SELECT attname::text FROM unnest(indkey::int2[]) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place) AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass(${`"${name}"`})`.execute(db);
  return rows;
}

/** The foreign keys of these tables, and those of others that refer to them. */
async function readForeignKeys(db: AnyDatabase): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT conname AS name, child.relname AS child, parent.relname AS parent,
      pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
      AND (child.relname IN (${NAMES}) OR parent.relname IN (${NAMES}))`.execute(db);
  return rows;
}

/** Whether it is a key of another table, which refers to one of these. */
export const isIncoming = ({ child }: ForeignKey): boolean => !(child in OWNED_TABLES);

/** Ids and columns of the tables and of their shadows: they differ once one is altered or made anew. */
export async function readIdentity(db: AnyDatabase, { home, shadow }: Schemas): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    SELECT string_agg(concat_ws(' ', attrelid, attname, atttypid), ',' ORDER BY attrelid, attnum) AS identity
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname IN (${home}, ${shadow}) AND relname IN (${NAMES}) AND attnum > 0`.execute(db);
  return rows[0]?.identity ?? "";
}
