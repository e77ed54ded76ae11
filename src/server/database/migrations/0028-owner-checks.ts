import { type Kysely, sql } from "kysely";
import type { DatabaseKind } from "#server/database/schema.ts";
import type { PreparedMigration } from "./large-tables.ts";

/** Every row is under the foreign keys of migration 0027. */
export const ownerChecks = (kind: DatabaseKind): PreparedMigration => ({
  prepare: check,
  async up(db: Kysely<unknown>) {
    if (kind === "postgres") await check(db);
  },
});

async function check(db: Kysely<unknown>): Promise<void> {
  await finishMerges(db);
  await validate(db);
}

/** A merge of an earlier release that was cut off moved the soldier to the account, but not yet what belongs to it. */
async function finishMerges(db: Kysely<unknown>): Promise<void> {
  for (const table of ["snapshot", "goal"])
    await sql`UPDATE ${sql.table(table)} SET "userId" = "soldier"."userId" FROM "soldier"
      WHERE "soldier"."id" = "soldierId" AND ${sql.ref(`${table}.userId`)} <> "soldier"."userId"`.execute(db);
}

/** Others read and write in the meantime. Those that are valid cost nothing. */
async function validate(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; child: string }>`
    SELECT conname AS name, relname AS child FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'f' AND NOT convalidated AND connamespace = current_schema()::regnamespace`.execute(db);
  for (const { name, child } of rows)
    await sql`ALTER TABLE ${sql.table(child)} VALIDATE CONSTRAINT ${sql.ref(name)}`.execute(db);
}
