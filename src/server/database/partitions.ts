// npm run admin -- partition: brings the large tables of a PostgreSQL site into partitions by the owner of a row, while it runs.
// The new tables are made in a schema of their own. Triggers repeat each write there, the rows follow in chunks, and one short
// transaction puts the new tables in the place of the old ones; the partitions stay in that schema.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { type Database, OF_ALL_OWNERS } from "./database.ts";
import { inTurn } from "./migrate.ts";
import { inShortTransaction, lockTables } from "./migrations/large-tables.ts";
import { OWNED_TABLES } from "./user-data-tables.ts";

/** From here on a row that moves to another partition takes along what refers to it; before, that was deleted. */
const MIN_POSTGRES = 150_000;

/** Indexes that only earlier releases read. */
const SUPERSEDED = ["loadoutWordLoadoutId", "importedLoadoutAppliedAt"];

/** A write to a row of the chunk that is being copied waits for it. */
const CHUNK = { firstRows: 100, maxRows: 5000, goalMs: 40 };
const REPORT_EVERY_ROWS = 1_000_000;

type AnyDatabase = Kysely<unknown>;
type Column = (typeof OWNED_TABLES)[keyof typeof OWNED_TABLES];
type Definition = { name: string; definition: string };
type Index = Definition & { isUnique: boolean; isPrimary: boolean; columns: string[] };
type ForeignKey = Definition & { child: string; parent: string };
type Table = { name: string; owner: Column; columns: string[]; key: string[]; indexes: Index[] };
/** The site's schema and that of the partitions. */
type Schemas = { home: string; place: string };

/**
 * Puts the tables of OWNED_TABLES into so many partitions each. Others read and write in the meantime: none waits for longer than a
 * lock may take, or a chunk. Ids are then unique for each owner alone, so that no release from before migration 0027 may run.
 * What a run left that was ended is removed by the next. `report` takes a line about the progress.
 * @throws an error with a sentence for the operator
 */
export async function partitionTables(
  db: Database,
  parts: number,
  report: (line: string) => void = () => {},
): Promise<void> {
  await requirePostgres(db);
  const log = (...logged: unknown[]) => report(String(logged.at(-1)));
  // One connection: the pool opens another for each task without a time limit.
  const work = () => db.connection().execute((connection) => partitionInTurn(connection as AnyDatabase, parts, report));
  await withoutTimeouts(() => inTurn(db, { info: log, warn: log }, work, async () => false));
}

async function requirePostgres(db: Database): Promise<void> {
  const asked = sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(db);
  const { rows } = await asked.catch(() => ({ rows: [] }));
  if ((rows[0]?.version ?? 0) < MIN_POSTGRES) throw new Error("DATABASE_URL: partitions take PostgreSQL 15 or newer.");
}

async function partitionInTurn(db: AnyDatabase, parts: number, report: (line: string) => void): Promise<void> {
  const schemas = await readSchemas(db);
  const [tables, foreignKeys] = [await readTables(db), await readForeignKeys(db)];
  await removePlace(db, schemas);
  await using undo = new AsyncDisposableStack();
  undo.defer(() => removePlace(db, schemas));
  await createPlace(db, schemas, { tables, foreignKeys, parts });
  // In their order: what repeats a write to a row needs the rows that it refers to.
  for (const table of tables) {
    await inShortTransaction(db, (trx) => follow(trx, schemas, table));
    const rows = await copyRows(db, schemas, table, report);
    await sql`ANALYZE ${sql.table(`${schemas.place}.${table.name}`)}`.execute(db);
    report(`${table.name}: ${rows} rows copied`);
  }
  await swap(db, schemas, { tables, foreignKeys });
  undo.move();
  for (const { child, name } of foreignKeys.filter(isOfOthers))
    await sql`ALTER TABLE ${sql.table(child)} VALIDATE CONSTRAINT ${sql.ref(name)}`.execute(db);
}

async function readSchemas(db: AnyDatabase): Promise<Schemas> {
  const names = sql.join(Object.keys(OWNED_TABLES).map((name) => sql.lit(name)));
  const { rows } = await sql<{ home: string; isDone: boolean }>`SELECT current_schema() AS home,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p' AND relname IN (${names}))
      AS "isDone"`.execute(db);
  const [{ home, isDone } = { home: "public", isDone: false }] = rows;
  if (isDone) throw new Error("The tables are in partitions already.");
  return { home, place: `${home}_partitions` };
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
  const names = sql.join(Object.keys(OWNED_TABLES).map((name) => sql.lit(name)));
  const { rows } = await sql<ForeignKey>`
    SELECT conname AS name, child.relname AS child, parent.relname AS parent,
      pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
      AND (child.relname IN (${names}) OR parent.relname IN (${names}))`.execute(db);
  return rows;
}

const isOfOthers = ({ child }: ForeignKey): boolean => !(child in OWNED_TABLES);

/** Removes the new tables with all that is in them, and the triggers that fill them. One at a time: each locks what it refers to. */
async function removePlace(db: AnyDatabase, { place }: Schemas): Promise<void> {
  for (const name of Object.keys(OWNED_TABLES)) {
    const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${place}`.execute(db);
    if (rows.length === 0) return;
    const remove = (kind: RawBuilder<unknown>, what: string) =>
      inShortTransaction(db, (trx) =>
        sql`DROP ${kind} IF EXISTS ${sql.table(`${place}.${what}`)} CASCADE`.execute(trx),
      );
    await remove(sql`FUNCTION`, `${name}Follow`);
    await remove(sql`TABLE`, name);
  }
  await inShortTransaction(db, (trx) => sql`DROP SCHEMA IF EXISTS ${sql.ref(place)} CASCADE`.execute(trx));
}

type Made = { tables: readonly Table[]; foreignKeys: readonly ForeignKey[] };

/** The new tables by the names of the old ones, with their indexes and foreign keys, and without a row. */
async function createPlace(
  db: AnyDatabase,
  { home, place }: Schemas,
  { tables, foreignKeys, parts }: Made & { parts: number },
): Promise<void> {
  await sql`CREATE SCHEMA ${sql.ref(place)}`.execute(db);
  const inPlace = (work: (trx: AnyDatabase) => Promise<unknown>) =>
    inShortTransaction(db, async (trx) => {
      // The definitions name tables without a schema: the new one where there is one.
      await sql`SELECT set_config('search_path', quote_ident(${place}) || ',' || quote_ident(${home}), true)`.execute(
        trx,
      );
      await work(trx);
    });
  for (const { name, owner, indexes } of tables)
    await inPlace(async (trx) => {
      await sql`CREATE TABLE ${sql.table(name)} (LIKE ${sql.table(`${home}.${name}`)}
        INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY HASH (${sql.ref(owner)})`.execute(trx);
      for (let part = 0; part < parts; part += 1)
        await sql`CREATE TABLE ${sql.table(`${name}Part${part}`)} PARTITION OF ${sql.table(name)}
          FOR VALUES WITH (MODULUS ${sql.lit(parts)}, REMAINDER ${sql.lit(part)})`.execute(trx);
      for (const index of indexes) if (!SUPERSEDED.includes(index.name)) await createIndex(trx, name, owner, index);
    });
  // One at a time: each locks what it refers to.
  for (const foreignKey of foreignKeys)
    if (!isOfOthers(foreignKey)) await inPlace((trx) => addForeignKey(foreignKey).execute(trx));
}

const addForeignKey = ({ child, name, definition }: ForeignKey): RawBuilder<unknown> =>
  sql`ALTER TABLE ${sql.table(child)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`;

/** What is unique in a partition is so for each owner. */
async function createIndex(
  db: AnyDatabase,
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

const listColumns = (columns: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)));

/**
 * Repeats every write to the table in the new one, in the same transaction. A row that was not copied yet is inserted as it is then,
 * and the copy leaves it alone. It names the columns: it does not fail where a later release adds one.
 */
async function follow(trx: AnyDatabase, { home, place }: Schemas, { name, columns, key }: Table): Promise<void> {
  const [table, trigger] = [sql.table(`${place}.${name}`), sql.table(`${place}.${name}Follow`)];
  const isOld = sql`(${listColumns(key)}) = (${listColumns(key, "old")})`;
  const values = listColumns(columns, "new");
  await sql`CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM ${table} WHERE ${isOld};
      RETURN NULL;
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE ${table} SET (${listColumns(columns)}) = ROW (${values}) WHERE ${isOld};
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO ${table} (${listColumns(columns)}) VALUES (${values}) ON CONFLICT DO NOTHING;
    RETURN NULL; END $$`.execute(trx);
  await sql`CREATE TRIGGER ${sql.ref(`${name}Follow`)} AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(`${home}.${name}`)}
    FOR EACH ROW EXECUTE FUNCTION ${trigger}()`.execute(trx);
}

/** Copies what is there in the order of the key, and returns how many rows that were. */
async function copyRows(
  db: AnyDatabase,
  { home, place }: Schemas,
  { name, columns, key }: Table,
  report: (line: string) => void,
): Promise<number> {
  const [from, to] = [sql.table(`${home}.${name}`), sql.table(`${place}.${name}`)];
  const [keys, all] = [listColumns(key), listColumns(columns)];
  let [copied, reported, size] = [0, 0, CHUNK.firstRows];
  let isAfter = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`SELECT ${keys} FROM ${from} WHERE ${isAfter}
      ORDER BY ${keys} OFFSET ${size - 1} LIMIT 1 ${OF_ALL_OWNERS}`.execute(db);
    const [lastRow] = rows;
    const last = lastRow && sql.join(key.map((column) => lastRow[column]));
    const isWithin = last ? sql`${isAfter} AND (${keys}) <= (${last})` : isAfter;
    let began = 0;
    // A row that is locked is not deleted before it is copied; what waits for one deletes it in both tables then.
    await inShortTransaction(db, async (trx) => {
      began = performance.now();
      const inserted = await sql`INSERT INTO ${to} (${all}) SELECT ${all} FROM ${from} WHERE ${isWithin}
        FOR SHARE ON CONFLICT DO NOTHING ${OF_ALL_OWNERS}`.execute(trx);
      copied += Number(inserted.numAffectedRows ?? 0);
    });
    if (!last) return copied;
    isAfter = sql`(${keys}) > (${last})`;
    if (copied - reported >= REPORT_EVERY_ROWS) {
      reported = copied;
      report(`${name}: ${copied} rows so far`);
    }
    const fitting = Math.round((size * CHUNK.goalMs) / (performance.now() - began));
    size = Math.max(1, Math.min(fitting, 2 * size, CHUNK.maxRows));
  }
}

/** The new tables take the place of the old ones. In one query: all of them are locked until it ends. */
const swap = (db: AnyDatabase, { home, place }: Schemas, { tables, foreignKeys }: Made): Promise<void> =>
  inShortTransaction(db, async (trx) => {
    const others = foreignKeys.filter(isOfOthers);
    const names = tables.map(({ name }) => name);
    await lockTables(trx, [...new Set([...names, ...foreignKeys.flatMap(({ child, parent }) => [child, parent])])]);
    const steps = [
      ...others.map(({ child, name }) => sql`ALTER TABLE ${sql.table(child)} DROP CONSTRAINT ${sql.ref(name)}`),
      sql`DROP TABLE ${sql.join(names.map((name) => sql.table(`${home}.${name}`)))}`,
      ...names.flatMap((name) => [
        sql`ALTER TABLE ${sql.table(`${place}.${name}`)} SET SCHEMA ${sql.ref(home)}`,
        sql`DROP FUNCTION ${sql.table(`${place}.${name}Follow`)}`,
      ]),
      ...others.map((foreignKey) => sql`${addForeignKey(foreignKey)} NOT VALID`),
    ];
    await sql.join(steps, sql`; `).execute(trx);
  });
