import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isDatabaseUnavailable, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { keepLease } from "#platform/queue.ts";
import type { Database } from "./database.ts";
import type { PreparedMigration } from "./migrations/library-tables.ts";
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
  "0026-import-owner",
  "0027-owner-keys",
  "0028-owner-checks",
] as const;

type MigrationLogger = Pick<Logger, "info" | "warn">;
type MigrationName = (typeof NAMES)[number];

/** Under which one process at a time works before a migration; that of one that died ends after this time. */
const LEASE = { name: "migration", ms: 30_000, lookMs: 500 };

/** On SQLite, how long a start waits for another that migrates, and a statement for another's. */
const PATIENCE_MS = { migration: 120_000, statement: 5000 };

/** `0030-contract-0024` removes what releases without migration 0024 use; later migrations of other names only add. */
const CONTRACT = /-contract-(\d{4})$/;

/**
 * Brings the schema up to date, each migration whole or not at all; throws what stopped it. Of several starts at once
 * one does it and the others wait. A schema of a later release stays as it is.
 */
export async function migrate(db: Database, kind: DatabaseKind, logger?: MigrationLogger): Promise<void> {
  const { isUpToDate, later, done } = await withoutTimeouts(() => readSchema(db));
  const contract = later.find(isTooLate);
  if (contract)
    throw new Error(`DATABASE_URL: ${contract} of a later release removed what this one needs. Start that release.`);
  if (later.length > 0) logger?.warn({ later }, "the schema is that of a later release");
  if (isUpToDate) return;
  const [{ Migrator, NO_MIGRATIONS }, { listMigrations }] = await Promise.all([
    import("kysely/migration"),
    import("./migrations.ts"),
  ]);
  const migrations: Record<MigrationName, Migration | PreparedMigration> = inNames(listMigrations(kind));
  const tookMs = new Map<string, number>();
  const timed = Object.entries(migrations).map(([name, { up }]) => {
    const measured = async (trx: Parameters<typeof up>[0]) => {
      const began = performance.now();
      await up(trx);
      tookMs.set(name, Math.round(performance.now() - began));
    };
    return [name, { up: measured }] as const;
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(timed) } });
  const wait = (ms: number) => sql`PRAGMA busy_timeout = ${sql.lit(ms)}`.execute(db);
  if (kind === "sqlite") await wait(PATIENCE_MS.migration);
  // A database without tables has no one who would wait.
  const online = kind === "postgres" && done.length > 0 ? NAMES.filter((name) => !done.includes(name)) : [];
  const work = async (): Promise<{ error?: unknown }> => {
    for (const name of online) {
      const migration = migrations[name];
      if (!("prepare" in migration)) continue;
      const earlier = await migrator.migrateTo(NAMES[NAMES.indexOf(name) - 1] ?? NO_MIGRATIONS);
      if (earlier.error) return earlier;
      const began = performance.now();
      await inTurn(db, logger, () => migration.prepare(db as unknown as Kysely<unknown>));
      logger?.info({ migration: name, ms: Math.round(performance.now() - began) }, "prepared a migration");
    }
    return migrator.migrateToLatest();
  };
  const { error } = await withoutTimeouts(work);
  if (kind === "sqlite") await wait(PATIENCE_MS.statement);
  if (error) throw error;
  for (const [migration, ms] of tookMs) logger?.info({ migration, ms }, "migrated");
}

/** Runs work of which others may be on it, too: one after the other, and none while one of them works. */
async function inTurn(db: Database, logger: MigrationLogger | undefined, work: () => Promise<void>): Promise<void> {
  const leases = createLeaseRows(db, () => new Date());
  const holder = randomUUID();
  while (!(await leases.claim(LEASE.name, holder, LEASE.ms))) await sleep(LEASE.lookMs);
  try {
    using _lease = keepLease(LEASE.ms, () => leases.renew(LEASE.name, holder, LEASE.ms), logger);
    await work();
  } finally {
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
async function readSchema(db: Database): Promise<{ isUpToDate: boolean; later: string[]; done: string[] }> {
  const asked = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return { rows: [] };
  });
  const names = rows.map(({ name }) => name);
  const isUpToDate = names.slice(0, NAMES.length).join() === NAMES.join();
  return { isUpToDate, later: isUpToDate ? names.slice(NAMES.length) : [], done: names };
}

/**
 * Must run in a transaction: others that take the same turn wait until it ends. On SQLite any write transaction does.
 */
export async function takeTurn(trx: Database, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
