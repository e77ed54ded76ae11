// @postgres-only @postgres @alone
// The large tables are keyed by their owner, as an upgrade makes them while version 0.1.0 writes.
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { OWNED_TABLES } from "#server/database/user-data-tables.ts";
import { bareDatabaseUrl } from "#test/harness/processes/test-database.ts";

const open = (url: string) => openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "silent" }));

async function readRows<Row>(db: Database, statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(db)).rows;
}

/** The columns of each primary key, and of each foreign key between large tables. */
async function readKeys(db: Database): Promise<{ table: string; kind: string; columns: string; isValid: boolean }[]> {
  const tables = Object.keys(OWNED_TABLES).map((name) => `'${name}'`);
  return readRows(
    db,
    `SELECT child.relname AS table, contype AS kind, convalidated AS "isValid",
      array_to_string(ARRAY(SELECT attname FROM unnest(conkey) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place), ' ') AS columns
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid LEFT JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE child.relname IN (${tables})
      AND (contype = 'p' OR contype = 'f' AND parent.relname IN (${tables})) ORDER BY child.relname, contype`,
  );
}

function expectOwnerKeys(keys: Awaited<ReturnType<typeof readKeys>>): void {
  const owners: Record<string, string> = OWNED_TABLES;
  expect(
    keys
      .filter(({ kind }) => kind === "p")
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual(Object.keys(owners).toSorted());
  expect(keys.filter(({ kind }) => kind === "f").map(({ table, columns }) => `${table}: ${columns}`)).toEqual([
    "goal: userId soldierId",
    "importedLoadout: userId importId",
    "loadoutEvent: organizationId loadoutId",
    "snapshot: userId soldierId",
  ]);
  for (const { table, columns, isValid } of keys) {
    expect(columns.split(" ")[0], table).toBe(owners[table]);
    expect(isValid, table).toBe(true);
  }
}

/** The tables as migration 0025 left them, with people of that release. */
async function createEarlier(db: Database): Promise<void> {
  const earlier = Object.entries(listMigrations("postgres")).slice(0, 25);
  const provider = { getMigrations: async () => Object.fromEntries(earlier) };
  expect(
    (await new Migrator({ db: db as unknown as Kysely<unknown>, provider }).migrateToLatest()).error,
  ).toBeUndefined();
  for (const id of ["guest", "account"])
    await sql`INSERT INTO "user" (id, name, email, "emailVerified") VALUES (${id}, ${id}, ${id}, false)`.execute(db);
  await sql`INSERT INTO "lockerImport" (id, "userId", state, "createdAt", "updatedAt")
    VALUES ('import', 'account', 'open', '', '')`.execute(db);
  await stageByEarlier(db, 1);
  await sql`INSERT INTO "platoonLoadout" (id, "organizationId", game, name, body, words, state, "changedAt", version, stays,
    "createdAt", "updatedAt") VALUES ('original', 'platoon', 'bf4', '', '{}', '', '', '', 1, 1, '', '')`.execute(db);
  await sql`INSERT INTO "loadoutCopy" (id, "userId", "loadoutId", "platoonLoadoutId", version, "ownVersion", "createdAt", "updatedAt")
    SELECT original, 'account', original, original, 1, 1, '', '' FROM (VALUES ('original'), ('gone')) AS copied (original)`.execute(
    db,
  );
}

/** As version 0.1.0 does: it knows no owner of a staged loadout, and counts on ids and numbers that are unique. */
const stageByEarlier = (db: Database, number: number) =>
  sql`INSERT INTO "importedLoadout" (id, "importId", number, "loadoutId", "seenVersion", body, "createdAt", "updatedAt")
    VALUES (${`staged ${number}`}, 'import', ${number}, 'one', 0, '{}', '', '')
    ON CONFLICT ("importId", number) DO UPDATE SET body = '{"again":1}'`.execute(db);

const insertSoldier = (db: Database, id: string, userId: string, name: string) =>
  sql`INSERT INTO soldier (id, "userId", game, platform, name, "nameKey", relation, "createdAt", "updatedAt")
    VALUES (${id}, ${userId}, 'bf4', 'pc', ${name}, ${name}, 'mine', '', '')`.execute(db);

const insertGuestsGoal = (db: Database, id: string) =>
  sql`INSERT INTO goal (id, "userId", "soldierId", body, place, "createdAt", "updatedAt")
    VALUES (${id}, 'guest', ${id}, '{}', '', '', '')`.execute(db);

test("two starts at once give the tables of an earlier release keys by owner, and that release goes on", async () => {
  const url = await bareDatabaseUrl();
  const [one, other] = [open(url), open(url)];
  await createEarlier(one);
  // What a start leaves that ended while it made an index.
  await sql`CREATE UNIQUE INDEX "soldierKey" ON soldier ("userId", id)`.execute(one);
  await sql`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"soldierKey"'::regclass`.execute(one);
  // And what a merge leaves whose process ended between its transactions: the soldier is the account's, the goal the guest's.
  await insertSoldier(one, "cut off", "account", "cut off");
  await insertGuestsGoal(one, "cut off");
  await Promise.all([one, other].map((db) => migrate(db, { kind: "postgres" })));
  expectOwnerKeys(await readKeys(one));
  expect(await readRows(one, 'SELECT id, "organizationId" FROM "loadoutCopy" ORDER BY id')).toEqual([
    { id: "gone", organizationId: null },
    { id: "original", organizationId: "platoon" },
  ]);
  await stageByEarlier(one, 1);
  await stageByEarlier(one, 2);
  expect(await readRows(one, 'SELECT number, "userId", body FROM "importedLoadout" ORDER BY number')).toEqual([
    { number: 1, userId: "account", body: '{"again":1}' },
    { number: 2, userId: "account", body: "{}" },
  ]);
  for (const [id, userId, name] of [
    ["twin", "account", "both"],
    ["both", "guest", "both"],
    ["moved", "guest", "guest's"],
  ] as const)
    await insertSoldier(one, id, userId, name);
  for (const id of ["both", "moved"]) await insertGuestsGoal(one, id);
  // Version 0.1.0 merges in one transaction, what belongs to a soldier after the soldier.
  await one.transaction().execute(async (trx) => {
    await sql`UPDATE soldier SET "userId" = 'account' WHERE id = 'moved'`.execute(trx);
    await sql`UPDATE goal SET "soldierId" = 'twin' WHERE "soldierId" = 'both'`.execute(trx);
    await sql`DELETE FROM soldier WHERE id = 'both'`.execute(trx);
    await sql`UPDATE goal SET "userId" = 'account' WHERE "userId" = 'guest'`.execute(trx);
  });
  expect(await readRows(one, 'SELECT id, "userId", "soldierId" FROM goal ORDER BY id')).toEqual([
    { id: "both", userId: "account", soldierId: "twin" },
    { id: "cut off", userId: "account", soldierId: "cut off" },
    { id: "moved", userId: "account", soldierId: "moved" },
  ]);
  const saved = sql`INSERT INTO folder (id, "userId", name, "createdAt", "updatedAt") VALUES ('f', 'guest', 'F', '', '')
    ON CONFLICT (id) DO NOTHING`;
  for (const numAffectedRows of [1n, 0n]) expect(await saved.execute(one)).toMatchObject({ numAffectedRows });
  for (const db of [one, other]) await db.destroy();
});
