import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isDatabaseUnavailable, withTimeouts } from "#platform/database/database-unavailable.ts";
import type { Database } from "./database.ts";
import type { DatabaseKind } from "./schema.ts";

/** Every migration in its order; a name once released is never changed. */
const NAMES = [
  "0001-accounts",
  "0002-loadouts",
  "0003-mails",
  "0004-limits",
  "0005-passkeys",
  "0006-organizations",
  "0007-avatars",
  "0008-carried",
  "0009-locker",
  "0010-shares",
  "0011-soldiers",
  "0012-address-proof",
  "0013-bounds",
  "0014-operations",
  "0015-heartbeat",
  "0016-streams",
  "0017-waiting-guests",
  "0018-platoons",
  "0019-platoon-indexes",
  "0020-operation",
  "0021-thinning",
  "0022-source-state",
] as const;

type MigrationName = (typeof NAMES)[number];

/** On SQLite, how long a start waits for another that migrates, and a statement for another's. */
const PATIENCE_MS = { migration: 120_000, statement: 5000 };

/**
 * Brings the schema up to date, each migration whole or not at all; throws what stopped it. Of several starts at once
 * one does it and the others wait.
 */
export async function migrate(db: Database, kind: DatabaseKind): Promise<void> {
  if (await withTimeouts(() => isUpToDate(db))) return;
  const [{ Migrator }, { listMigrations }] = await Promise.all([import("kysely/migration"), import("./migrations.ts")]);
  const migrations: Record<MigrationName, Migration> = inNames(listMigrations(kind));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const wait = (ms: number) => sql`PRAGMA busy_timeout = ${sql.lit(ms)}`.execute(db);
  if (kind === "sqlite") await wait(PATIENCE_MS.migration);
  const { error } = await withTimeouts(() => migrator.migrateToLatest());
  if (kind === "sqlite") await wait(PATIENCE_MS.statement);
  if (error) throw error;
}

/** The compiler refuses a migration that NAMES does not have: every start would look for it anew. */
const inNames = <Listed extends { [Name in keyof Listed]: Name extends MigrationName ? Migration : never }>(
  listed: Listed,
): Listed => listed;

/** Whether the recorded migrations are exactly ours; a database without records is left to the library. */
export async function isUpToDate(db: Database): Promise<boolean> {
  const asked = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  return rows.map(({ name }) => name).join() === NAMES.join();
}

/**
 * Must run in a transaction: others that take the same turn wait until it ends. On SQLite any write transaction does.
 */
export async function takeTurn(trx: Database, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
