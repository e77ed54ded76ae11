// npm run admin -- partition: brings the large tables of a PostgreSQL site into partitions by the owner of a row, while it runs.
// Shadow tables are made in a schema of their own. Triggers mirror each write in them, the rows are copied in chunks, and one short
// transaction puts the shadow tables in the place of the old ones; the partitions stay in their schema, under another name.
import { type RawBuilder, sql } from "kysely";
import { isDatabaseUnavailable, type Rerun, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { type Database, OF_ALL_OWNERS } from "./database.ts";
import { inTurn } from "./migrate.ts";
import { inShortTransaction, LOCKED, limitLockWait, lockTables } from "./migrations/large-tables.ts";
import {
  type AnyDatabase,
  type Column,
  type ForeignKey,
  type Index,
  isOfOthers,
  type Plan,
  readIdentity,
  readPlan,
  type Table,
} from "./partition-plan.ts";

/** From here on a row that moves to another partition takes along what refers to it; before, that was deleted. */
const MIN_POSTGRES = 150_000;

/** Indexes that only earlier releases read. */
const SUPERSEDED = ["loadoutWordLoadoutId", "importedLoadoutAppliedAt"];

/** A write to a row of the chunk that is being copied waits for it. */
const CHUNK = { firstRows: 100, maxRows: 5000, goalMs: 40 };
const REPORT_EVERY_ROWS = 1_000_000;

/** For what must not fail after hours of copying, such as while a backup reads the tables. */
const UNTIL_FREE: Rerun = { ...LOCKED, maxRuns: Number.POSITIVE_INFINITY, getPauseMs: () => 2000 };

type Report = (line: string) => void;

/**
 * Puts the tables of OWNED_TABLES into so many partitions each while others read and write: they wait for a lock for 100 ms at most, or
 * for a chunk. Ids are then unique for each owner alone, so that no release from before migration 0027 may run. A run removes what
 * an interrupted one left. `report` takes a line about the progress.
 * @throws an error with a sentence for the operator
 */
export async function partitionTables(db: Database, parts: number, report: Report = () => {}): Promise<void> {
  await requirePostgres(db);
  const log = (...logged: unknown[]) => report(String(logged.at(-1)));
  const work = () => partitionInTurn(db as AnyDatabase, parts, report);
  await withoutTimeouts(() => inTurn(db, { info: log, warn: log }, work, async () => false));
}

async function requirePostgres(db: Database): Promise<void> {
  const asked = sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  if ((rows[0]?.version ?? 0) < MIN_POSTGRES) throw new Error("DATABASE_URL: partitions take PostgreSQL 15 or newer.");
}

async function partitionInTurn(db: AnyDatabase, parts: number, report: Report): Promise<void> {
  const plan = await readPlan(db, parts);
  await dropShadow(db, plan);
  try {
    await createShadow(db, plan);
    const made = await readIdentity(db, plan);
    // Parents first: a mirrored row needs the rows that it refers to.
    for (const table of plan.tables) {
      await inShortTransaction(db, (trx) => createMirror(trx, plan, table), UNTIL_FREE);
      // One connection: without a time limit the pool opens another for each chunk.
      const rows = await db.connection().execute((connection) => copyRows(connection, plan, table, report));
      await inShortTransaction(db, (trx) => sql`ANALYZE ${sql.table(`${plan.shadow}.${table.name}`)}`.execute(trx));
      report(`${table.name}: ${rows} rows copied`);
    }
    await swap(db, plan, made, report);
  } catch (error) {
    await dropShadow(db, plan).catch(() => report(`the schema ${plan.shadow} is left behind: run the command again`));
    throw error;
  }
  for (const { child, name } of plan.foreignKeys.filter(isOfOthers))
    await inShortTransaction(db, (trx) =>
      sql`ALTER TABLE ${sql.table(child)} VALIDATE CONSTRAINT ${sql.ref(name)}`.execute(trx),
    );
}

/**
 * Waits for a vacuum of the tables, and keeps the next one away. An autovacuum gives way to those alone who wait for a second, and no
 * read or write waits behind a lock of this mode.
 */
async function holdOffVacuum(trx: AnyDatabase, names: readonly string[]): Promise<void> {
  const tables = sql.join(names.map((name) => sql.table(name)));
  await sql`SELECT set_config('lock_timeout', '0', true)`.execute(trx);
  await sql`LOCK TABLE ${tables} IN SHARE UPDATE EXCLUSIVE MODE`.execute(trx);
  await limitLockWait(trx);
}

/** Removes the shadow tables with all that is in them, and the triggers that fill them: children first, as long as their parents are mirrored. */
async function dropShadow(db: AnyDatabase, { home, shadow, tables, foreignKeys }: Plan): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${shadow}`.execute(db);
  if (rows.length === 0) return;
  for (const { name } of tables.toReversed()) {
    const parents = foreignKeys.filter(({ child }) => child === name).map(({ parent }) => parent);
    await inShortTransaction(db, async (trx) => {
      const locked = [...new Set([name, ...parents])];
      await holdOffVacuum(trx, locked);
      await lockTables(trx, locked);
      await sql`DROP TRIGGER IF EXISTS ${sql.ref(`${name}Mirror`)} ON ${sql.table(`${home}.${name}`)}`.execute(trx);
      await sql`DROP TABLE IF EXISTS ${sql.table(`${shadow}.${name}`)} CASCADE`.execute(trx);
    });
  }
  await inShortTransaction(db, (trx) => sql`DROP SCHEMA ${sql.ref(shadow)} CASCADE`.execute(trx));
}

/** The shadow tables by the names of the old ones, with their indexes, foreign keys and privileges, and without a row. */
async function createShadow(db: AnyDatabase, { home, shadow, parts, tables, foreignKeys }: Plan): Promise<void> {
  await sql`CREATE SCHEMA ${sql.ref(shadow)}`.execute(db);
  const inShadow = (work: (trx: AnyDatabase) => Promise<unknown>) =>
    inShortTransaction(db, async (trx) => {
      // Definitions name tables without a schema: a shadow table where there is one.
      await sql`SELECT set_config('search_path', quote_ident(${shadow}) || ',' || quote_ident(${home}), true)`.execute(
        trx,
      );
      await work(trx);
    });
  for (const { name, owner, indexes } of tables)
    await inShadow(async (trx) => {
      const old = sql.table(`${home}.${name}`);
      await sql`CREATE TABLE ${sql.table(name)} (LIKE ${old}
        INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY HASH (${sql.ref(owner)})`.execute(trx);
      for (let part = 0; part < parts; part += 1)
        await sql`CREATE TABLE ${sql.table(`${name}Part${part}`)} PARTITION OF ${sql.table(name)}
          FOR VALUES WITH (MODULUS ${sql.lit(parts)}, REMAINDER ${sql.lit(part)})`.execute(trx);
      for (const index of indexes) if (!SUPERSEDED.includes(index.name)) await createIndex(trx, name, owner, index);
      await copyPrivileges(trx, name, home);
    });
  for (const foreignKey of foreignKeys.filter((key) => !isOfOthers(key)))
    await inShadow(async (trx) => {
      await holdOffVacuum(trx, [foreignKey.parent]);
      await addForeignKey(foreignKey).execute(trx);
    });
}

/** Of other roles, such as one that may only read. */
async function copyPrivileges(trx: AnyDatabase, name: string, home: string): Promise<void> {
  const { rows } = await sql<{ privilege: string; role: string }>`SELECT privilege_type AS privilege,
      CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS role
    FROM pg_class, aclexplode(relacl) WHERE oid = to_regclass(${`"${home}"."${name}"`})`.execute(trx);
  for (const { privilege, role } of rows)
    await sql`GRANT ${sql.raw(privilege)} ON ${sql.table(name)} TO ${sql.raw(role)}`.execute(trx);
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
 * A trigger that repeats every write to the table in its shadow, in the same transaction. A row that was not copied yet is inserted as
 * it is then, and the copy leaves it alone. It names the columns: it does not fail where a later release adds one.
 */
async function createMirror(trx: AnyDatabase, { home, shadow }: Plan, { name, columns, key }: Table): Promise<void> {
  const [table, mirror] = [sql.table(`${shadow}.${name}`), sql.table(`${shadow}.${name}Mirror`)];
  const isOld = sql`(${listColumns(key)}) = (${listColumns(key, "old")})`;
  const values = listColumns(columns, "new");
  await sql`CREATE FUNCTION ${mirror}() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM ${table} WHERE ${isOld};
      RETURN NULL;
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE ${table} SET (${listColumns(columns)}) = ROW (${values}) WHERE ${isOld};
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO ${table} (${listColumns(columns)}) VALUES (${values}) ON CONFLICT DO NOTHING;
    RETURN NULL; END $$`.execute(trx);
  await holdOffVacuum(trx, [name]);
  await sql`CREATE TRIGGER ${sql.ref(`${name}Mirror`)} AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(`${home}.${name}`)}
    FOR EACH ROW EXECUTE FUNCTION ${mirror}()`.execute(trx);
}

/** Copies what is there in the order of the key, and returns how many rows that were. */
async function copyRows(db: AnyDatabase, plan: Plan, table: Table, report: Report): Promise<number> {
  let [copied, reported, size] = [0, 0, CHUNK.firstRows];
  for (let after: Key | null = null; ; ) {
    let began = 0;
    const chunk: Chunk = await inShortTransaction(db, (trx) => {
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
  // Locked, no row is deleted before it is copied: who waits for that deletes it in both tables then.
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

/** The shadow tables take the place of the old ones. In one query: all of them are locked until it ends. */
async function swap(db: AnyDatabase, plan: Plan, made: string, report: Report): Promise<void> {
  const { home, shadow, partitions, tables, foreignKeys } = plan;
  const names = tables.map(({ name }) => name);
  const locked = [...new Set([...names, ...foreignKeys.flatMap(({ child, parent }) => [child, parent])])];
  const others = foreignKeys.filter(isOfOthers);
  const steps = [
    ...others.map(({ child, name }) => sql`ALTER TABLE ${sql.table(child)} DROP CONSTRAINT ${sql.ref(name)}`),
    sql`DROP TABLE ${sql.join(names.map((name) => sql.table(`${home}.${name}`)))}`,
    ...names.flatMap((name) => [
      sql`ALTER TABLE ${sql.table(`${shadow}.${name}`)} SET SCHEMA ${sql.ref(home)}`,
      sql`DROP FUNCTION ${sql.table(`${shadow}.${name}Mirror`)}`,
    ]),
    sql`ALTER SCHEMA ${sql.ref(shadow)} RENAME TO ${sql.ref(partitions)}`,
    ...others.map((foreignKey) => sql`${addForeignKey(foreignKey)} NOT VALID`),
  ];
  let runs = 0;
  const run = async (trx: AnyDatabase) => {
    runs += 1;
    if (runs === 2) report("waiting for a transaction that uses the tables, such as a backup");
    await holdOffVacuum(trx, locked);
    await lockTables(trx, locked);
    // A process that was suspended for so long that its turn ended.
    if ((await readIdentity(trx, plan)) !== made)
      throw new Error("The tables were changed in the meantime. Run the command again.");
    await sql.join(steps, sql`; `).execute(trx);
  };
  await inShortTransaction(db, run, UNTIL_FREE);
}
