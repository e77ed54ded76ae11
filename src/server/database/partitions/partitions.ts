// npm run admin -- partition: brings the large tables of a PostgreSQL site into partitions by the owner of a row, while it runs.
// Shadow tables are made in a schema of their own. Triggers mirror each write in them, the rows are copied in chunks, and one short
// transaction puts the shadow tables in the place of the old ones; the partitions stay in their schema, under another name.
import { type RawBuilder, sql } from "kysely";
import { isDatabaseUnavailable, type Rerun, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import type { Database } from "#server/database/database.ts";
import { inTurn } from "#server/database/migrate.ts";
import { holdOffVacuum, inShortTransaction, LOCKED, lockTables } from "#server/database/migrations/large-tables.ts";
import { type CopyParts, copyRows, createMirror } from "./partition-copy.ts";
import {
  type AnyDatabase,
  type Column,
  type ForeignKey,
  type Index,
  isIncoming,
  type Plan,
  readIdentity,
  readPlan,
} from "./partition-plan.ts";

/** From here on a row that moves to another partition takes along what refers to it; before, that was deleted. */
const MIN_POSTGRES = 150_000;

/** Indexes that only earlier releases read. */
const SUPERSEDED = ["loadoutWordLoadoutId", "importedLoadoutAppliedAt"];

/** For what must not fail after hours of copying, such as while a backup reads the tables. */
const UNTIL_FREE: Rerun = { ...LOCKED, maxRuns: Number.POSITIVE_INFINITY, getPauseMs: () => 2000 };

type Progress = {
  /** Takes a line about the progress. */
  report(line: string): void;
  /** Ends the work, and leaves the tables as they were. */
  signal?: AbortSignal;
};
const UNSEEN: Progress = { report() {} };

/**
 * Puts the tables of OWNED_TABLES into so many partitions each while others read and write: they wait for a lock for 100 ms at most, or
 * for a chunk. Ids are then unique for each owner alone, so that no release from before migration 0027 may run. A run removes what
 * an interrupted one left.
 * @throws an error with a sentence for the operator
 */
export async function partitionTables(db: Database, parts: number, progress: Progress = UNSEEN): Promise<void> {
  await requirePostgres(db);
  const log = (...logged: unknown[]) => progress.report(String(logged.at(-1)));
  const work = () => partitionInTurn(db as AnyDatabase, parts, progress);
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

async function partitionInTurn(db: AnyDatabase, parts: number, { report, signal }: Progress): Promise<void> {
  const plan = await readPlan(db, parts);
  await dropShadow(db, plan);
  let identity = "";
  const requireSame = async (trx: AnyDatabase) => {
    signal?.throwIfAborted();
    // Another process may have changed them if this one was suspended for so long that its turn ended.
    if ((await readIdentity(trx, plan)) !== identity)
      throw new Error("The tables were changed in the meantime. Run the command again.");
  };
  try {
    await createShadow(db, plan);
    identity = await readIdentity(db, plan);
    // Parents first: a mirrored row needs the rows that it refers to.
    for (const table of plan.tables) {
      await inShortTransaction(db, (trx) => createMirror(trx, plan, table), UNTIL_FREE);
      const copying = { plan, table, report, requireSame };
      // One connection: without a time limit the pool opens another for each chunk.
      const rows = await db.connection().execute((connection) => copyRows(connection, copying));
      await inShortTransaction(db, async (trx) => {
        const shadow = `${plan.shadow}.${table.name}`;
        await holdOffVacuum(trx, [shadow]);
        await sql`ANALYZE ${sql.table(shadow)}`.execute(trx);
      });
      report(`${table.name}: ${rows} rows copied`);
    }
    await swap(db, plan, { report, requireSame });
  } catch (error) {
    const dropOwn = async () => {
      if (identity === "" || (await readIdentity(db, plan)) === identity) await dropShadow(db, plan);
    };
    await dropOwn().catch(() => report(`the schema ${plan.shadow} is left behind: run the command again`));
    throw error;
  }
  for (const { child, name } of plan.foreignKeys.filter(isIncoming))
    await inShortTransaction(
      db,
      (trx) => sql`ALTER TABLE ${sql.table(child)} VALIDATE CONSTRAINT ${sql.ref(name)}`.execute(trx),
      UNTIL_FREE,
    );
}

/** Removes the shadow tables and the triggers that fill them, children first: a mirrored row needs the rows that it refers to. */
async function dropShadow(db: AnyDatabase, { home, shadow, tables, foreignKeys }: Plan): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${shadow}`.execute(db);
  if (rows.length === 0) return;
  for (const { name } of tables.toReversed()) {
    const parents = foreignKeys.filter(({ child }) => child === name).map(({ parent }) => parent);
    const shadowed = await sql`SELECT WHERE to_regclass(${`"${shadow}"."${name}"`}) IS NOT NULL`.execute(db);
    await inShortTransaction(db, async (trx) => {
      const locked = [...new Set([name, ...parents])];
      await holdOffVacuum(trx, shadowed.rows.length > 0 ? [...locked, `${shadow}.${name}`] : locked);
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
  for (const foreignKey of foreignKeys.filter((key) => !isIncoming(key)))
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

/** The shadow tables take the place of the old ones. In one query: all of them are locked until it ends. */
async function swap(
  db: AnyDatabase,
  plan: Plan,
  { report, requireSame }: Pick<CopyParts, "report" | "requireSame">,
): Promise<void> {
  const { home, shadow, partitions, tables, foreignKeys } = plan;
  const names = tables.map(({ name }) => name);
  const locked = [...new Set([...names, ...foreignKeys.flatMap(({ child, parent }) => [child, parent])])];
  const others = foreignKeys.filter(isIncoming);
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
    await requireSame(trx);
    await holdOffVacuum(trx, [...locked, ...names.map((name) => `${shadow}.${name}`)]);
    await lockTables(trx, locked);
    await requireSame(trx);
    await sql.join(steps, sql`; `).execute(trx);
  };
  await inShortTransaction(db, run, UNTIL_FREE);
}
