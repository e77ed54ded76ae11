import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isDatabaseUnavailable, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import type { Database } from "./database.ts";
import type { PreparedMigration } from "./migrations/large-tables.ts";
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
  "0023-platoon-links",
  "0024-platoon-search",
  "0025-member-names",
  "0030-invitation-inviter",
] as const;

type MigrationName = (typeof NAMES)[number];
type MaybePrepared = Migration & Partial<PreparedMigration>;

/** From this migration on, what takes long is done before the transaction: no lock of it is waited for or held for long. */
const SHORT_SINCE: MigrationName = "0024-platoon-search";
const LEASES_SINCE: MigrationName = "0004-limits";
/** Of the start that prepares an upgrade; the others ask again after the pause. */
const LEASE = { name: "upgrade", ms: 60_000, pauseMs: 500 };

/** On SQLite, how long a start waits for another that migrates, and a statement for another's. */
const PATIENCE_MS = { migration: 120_000, statement: 5000 };

/** `0030-contract-0024` removes what releases without migration 0024 use; later migrations of other names only add. */
const CONTRACT = /-contract-(\d{4})$/;

/**
 * Brings the schema up to date, each migration whole or not at all; throws what stopped it. Of several starts at once
 * one does it and the others wait. A schema of a later release stays as it is.
 */
export async function migrate(db: Database, kind: DatabaseKind, logger?: Pick<Logger, "info" | "warn">): Promise<void> {
  const { isUpToDate, later, missing } = await withoutTimeouts(() => readSchema(db));
  const contract = later.find(isTooLate);
  if (contract)
    throw new Error(`DATABASE_URL: ${contract} of a later release removed what this one needs. Start that release.`);
  if (later.length > 0) logger?.warn({ later }, "the schema is that of a later release");
  if (isUpToDate) return;
  const [{ Migrator }, { listMigrations }, { limitLockWait, retryLocked }] = await Promise.all([
    import("kysely/migration"),
    import("./migrations.ts"),
    import("./migrations/large-tables.ts"),
  ]);
  const migrations: Record<MigrationName, MaybePrepared> = inNames(listMigrations(kind));
  // An empty database has no leases, and nothing to prepare.
  if (kind === "postgres" && !missing.includes(LEASES_SINCE))
    await withoutTimeouts(() => prepareUpgrade(db, migrations, logger));
  const isShort = kind === "postgres" && missing.every((name) => name >= SHORT_SINCE);
  const tookMs = new Map<string, number>();
  const timed = Object.entries(migrations).map(([name, { up }]) => {
    const measured = async (trx: Parameters<typeof up>[0]) => {
      const began = performance.now();
      if (isShort) await limitLockWait(trx);
      await up(trx);
      tookMs.set(name, Math.round(performance.now() - began));
    };
    return [name, { up: measured }] as const;
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(timed) } });
  const wait = (ms: number) => sql`PRAGMA busy_timeout = ${sql.lit(ms)}`.execute(db);
  if (kind === "sqlite") await wait(PATIENCE_MS.migration);
  await withoutTimeouts(() =>
    retryLocked(async () => {
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }),
  ).finally(() => kind === "sqlite" && wait(PATIENCE_MS.statement));
  for (const [migration, ms] of tookMs) logger?.info({ migration, ms }, "migrated");
}
/**
 * What pending migrations do to large tables of PostgreSQL, while the site runs; of several starts one does it and the others
 * wait. Behind a pooler, which ends long statements, all is left to the migrations.
 */
async function prepareUpgrade(
  db: Database,
  migrations: Record<MigrationName, MaybePrepared>,
  logger?: Pick<Logger, "info" | "warn">,
): Promise<void> {
  const { rows } = await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS "limit"`.execute(db);
  if (rows[0]?.limit !== "0") return;
  const [leases, holder] = [createLeaseRows(db, () => new Date()), randomUUID()];
  while (!(await leases.claim(LEASE.name, holder, LEASE.ms))) await sleep(LEASE.pauseMs);
  const renewal = setInterval(() => void leases.renew(LEASE.name, holder, LEASE.ms).catch(() => {}), LEASE.ms / 3);
  try {
    for (const name of (await readSchema(db)).missing) {
      const { prepare } = migrations[name];
      if (!prepare) continue;
      const began = performance.now();
      await prepare(db as Kysely<unknown>);
      logger?.info({ migration: name, ms: Math.round(performance.now() - began) }, "prepared");
    }
  } finally {
    clearInterval(renewal);
    await leases.release([LEASE.name], holder);
  }
}

/** The compiler refuses a migration that NAMES does not have: every start would look for it anew. */
const inNames = <Listed extends { [Name in keyof Listed]: Name extends MigrationName ? Migration : never }>(
  listed: Listed,
): Listed => listed;

/** Whether the tables are those of this release, or of a later one beside which it runs. */
export async function isCompatible(db: Database): Promise<boolean> {
  const { isUpToDate, later } = await readSchema(db);
  return isUpToDate && !later.some(isTooLate);
}

/** Whether the tables are exactly those of this release. */
export async function isCurrent(db: Database): Promise<boolean> {
  const { isUpToDate, later } = await readSchema(db);
  return isUpToDate && later.length === 0;
}

const isTooLate = (name: string): boolean =>
  Number(CONTRACT.exec(name)?.[1] ?? 0) > Number.parseInt(NAMES.at(-1) ?? "", 10);

/** Whether all of our migrations are recorded, and which others after them; a database without records has none. */
async function readSchema(
  db: Database,
): Promise<{ isUpToDate: boolean; later: string[]; missing: readonly MigrationName[] }> {
  const asked = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  const names = rows.map(({ name }) => name);
  const isUpToDate = names.slice(0, NAMES.length).join() === NAMES.join();
  const missing = NAMES.filter((name) => !names.includes(name));
  return { isUpToDate, later: isUpToDate ? names.slice(NAMES.length) : [], missing };
}

/**
 * Must run in a transaction: others that take the same turn wait until it ends. On SQLite any write transaction does.
 */
export async function takeTurn(trx: Database, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
