import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Database } from "./database.ts";
import { accounts } from "./migrations/0001-accounts.ts";
import { loadouts } from "./migrations/0002-loadouts.ts";
import { mails } from "./migrations/0003-mails.ts";
import { limits } from "./migrations/0004-limits.ts";
import { passkeys } from "./migrations/0005-passkeys.ts";
import { organizations } from "./migrations/0006-organizations.ts";
import { avatars } from "./migrations/0007-avatars.ts";
import { carried } from "./migrations/0008-carried.ts";
import { locker } from "./migrations/0009-locker.ts";
import { shares } from "./migrations/0010-shares.ts";
import { soldiers } from "./migrations/0011-soldiers.ts";
import { patiently } from "./patience.ts";

export type DatabaseKind = DatabasePlace["kind"];

/** Every migration in its order; a name once released is never changed. */
const migrationsFor = (kind: DatabaseKind): Record<string, Migration> => ({
  "0001-accounts": accounts(kind),
  "0002-loadouts": loadouts,
  "0003-mails": mails,
  "0004-limits": limits,
  "0005-passkeys": passkeys(kind),
  "0006-organizations": organizations(kind),
  "0007-avatars": avatars,
  "0008-carried": carried,
  "0009-locker": locker(kind),
  "0010-shares": shares,
  "0011-soldiers": soldiers,
});

/** On SQLite, how long a start waits for another that migrates, and a statement for another's. */
const PATIENCE_MS = { migration: 120_000, statement: 5000 };

/**
 * Brings the schema up to date, each migration whole or not at all; throws what stopped it. Of several starts at once
 * one does it and the others wait.
 */
export async function migrate(db: Database, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind) } });
  const wait = (ms: number) => sql`PRAGMA busy_timeout = ${sql.lit(ms)}`.execute(db);
  if (kind === "sqlite") await wait(PATIENCE_MS.migration);
  const { error } = await patiently(() => migrator.migrateToLatest());
  if (kind === "sqlite") await wait(PATIENCE_MS.statement);
  if (error) throw error;
}

/** Within a transaction: whoever else asks for the same turn waits until this transaction ends. On SQLite each does. */
export async function takeTurn(trx: Database, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === "postgres") await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
