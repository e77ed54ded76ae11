// @postgres
import { join } from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { type Database, inTransaction, openDatabase } from "#server/database/database.ts";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { isCompatible, isCurrent, migrate } from "#server/database/migrate.ts";
import { createRun } from "#server/database/purge-run.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest, newLoadout } from "#test/harness/data/lockers.ts";
import { createOwnerOfEverything } from "#test/harness/data/owned.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl, getUnmigratedDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { getUser } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Returns the columns of each table, without the tables that record migrations. */
async function getColumnsByTable({ context: { db } }: World): Promise<Map<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith("kysely_"));
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

describe("the schema", () => {
  test("has all tables and columns of the account library", async () => {
    await using world = await makeWorld();
    const { toBeCreated, toBeAdded } = await getMigrations(world.context.auth.options);
    expect([toBeCreated, toBeAdded]).toEqual([[], []]);
  });

  test("gives every entity an id, createdAt and updatedAt", async () => {
    await using world = await makeWorld();
    for (const [table, columns] of await getColumnsByTable(world))
      expect(columns, table).toEqual(expect.arrayContaining(["id", "createdAt", "updatedAt"]));
  });

  test("is not changed by a second migration", async () => {
    await using world = await makeWorld();
    const { db, config } = world.context;
    const before = await getColumnsByTable(world);
    await migrate(db, config.database);
    expect(await getColumnsByTable(world)).toEqual(before);
  });

  test("allows one account per provider and account id", async () => {
    await using world = await makeWorld();
    await signUpAndSignIn(world);
    const copy = sql`INSERT INTO account (id, "userId", "providerId", "accountId")
      SELECT 'copy', "userId", "providerId", "accountId" FROM account`;
    await expect(copy.execute(world.context.db)).rejects.toThrow(/unique/i);
  });
});

/** Opens a database without tables; on SQLite, a file in the folder. */
async function openUnmigratedDatabase(folder: string, logger: Logger) {
  const url = await getUnmigratedDatabaseUrl();
  const place: DatabasePlace =
    url === ":memory:" ? { kind: "sqlite", path: join(folder, "unmigrated.sqlite") } : { kind: "postgres", url };
  return { url: place.kind === "sqlite" ? place.path : url, place, db: openDatabase(place, logger) };
}

async function listTables(db: Database): Promise<string[]> {
  return (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
}

describe("a start", () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
  beforeEach(() => void lines.splice(0));
  const insertRecord = (db: Database, table: string, name: string) =>
    sql`INSERT INTO ${sql.table(table)} (name, timestamp) VALUES (${name}, '2027-01-01')`.execute(db);

  test("creates the tables of a new database once when several processes start in parallel", async () => {
    await using folder = await createTempFolder();
    await using opened = new AsyncDisposableStack();
    const { url: databaseUrl, db } = await openUnmigratedDatabase(folder.path, logger);
    opened.defer(() => db.destroy());
    const starts = [];
    for (let count = 0; count < 3; count += 1) {
      const [port, environment] = [
        await findFreePort(),
        { LOG_LEVEL: "info", SECRET: "of all three of them, at the same time" },
      ];
      starts.push(opened.use(startProgram({ port, folder: folder.path, databaseUrl, environment })));
    }
    const createdTables = starts.map(async (program) => {
      let log = "";
      program.process.stdout?.on("data", (chunk) => (log += String(chunk)));
      await program.listening();
      return log.includes("made a new database");
    });
    expect((await Promise.all(createdTables)).filter(Boolean)).toHaveLength(1);
    expect(await isCurrent(db)).toBe(true);
  });

  test("on an empty database runs no statement that fails, which PostgreSQL would log", async () => {
    await using folder = await createTempFolder();
    const { place, db: unmigrated } = await openUnmigratedDatabase(folder.path, logger);
    await unmigrated.destroy();
    const failed: string[] = [];
    const statement = (each: { sql: string; failed: boolean }) => void (each.failed && failed.push(each.sql));
    const db = openDatabase(place, logger, [
      { request: (_request, _response, answer) => answer(), statement, refused() {}, mail() {} },
    ]);
    await migrate(db, place, logger);
    expect([failed, await isCurrent(db)]).toEqual([[], true]);
    await db.destroy();
  });

  test("that fails halfway leaves no tables, and the next start creates all", async () => {
    await using folder = await createTempFolder();
    const { place, db } = await openUnmigratedDatabase(folder.path, logger);
    await sql`CREATE TABLE "heartbeat" (id text)`.execute(db);
    await expect(migrate(db, place, logger)).rejects.toThrow(/heartbeat.* already exists/);
    expect(await listTables(db)).toEqual(["heartbeat"]);
    await sql`DROP TABLE "heartbeat"`.execute(db);
    await migrate(db, place, logger);
    expect(await isCurrent(db)).toBe(true);
    await db.destroy();
  });

  test.for(["kysely_migration", "kysely_schema_migration"])(
    "refuses a database of an earlier version with migrations in %s, and leaves it unchanged",
    async (table) => {
      await using folder = await createTempFolder();
      const { place, db } = await openUnmigratedDatabase(folder.path, logger);
      await sql`CREATE TABLE ${sql.table(table)} (name text, timestamp text)`.execute(db);
      await insertRecord(db, table, "0001-accounts");
      await expect(migrate(db, place, logger)).rejects.toThrow(
        /^DATABASE_URL: .+ is of an earlier version\. Start that version once more .+ import them\.$/,
      );
      expect([await listTables(db), await isCompatible(db)]).toEqual([[table], false]);
      await db.destroy();
    },
  );

  test("runs with a warning on the tables of a later release that only added columns", async () => {
    await using folder = await createTempFolder();
    const environment = { DATABASE_URL: await getPersistentDatabaseUrl(folder.path), LOG_LEVEL: "silent" };
    {
      await using world = await makeWorld({ environment, singleProcess: USES_INTERNALS });
      const { db, config } = world.context;
      await sql`ALTER TABLE "loadout" ADD COLUMN "later" text`.execute(db);
      await insertRecord(db, "kysely_schema_migration", "0001-later");
      await migrate(db, config.database, logger);
      expect(lines.join()).toContain('"later":["0001-later"]');
      expect([await isCompatible(db), await isCurrent(db)]).toEqual([true, false]);
    }
    await using world = await makeWorld({ environment, singleProcess: USES_INTERNALS });
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(createStarterLoadout(world.context.arsenals.bf4, "recon")));
    expect((await visitor.trpc.loadout.list.query({})).items).toHaveLength(1);
  });
});

if (process.env["TEST_DATABASE"]) {
  test("the site still works after PostgreSQL ends its connections", async () => {
    await using world = await makeWorld();
    const terminateConnections = sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.1)`.execute(world.context.db)));
    await terminateConnections.execute(world.context.db);
    const visitor = world.visitor();
    expect((await visitor.post("/api/auth/sign-in/anonymous")).status).toBe(200);
  });

  test("a transaction that PostgreSQL ends to resolve a deadlock is run again", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndSignIn(world);
    await signUpAndSignIn(world);
    const people = await db.selectFrom("user").select("id").execute();
    const [firstId, secondId] = people.map(({ id }) => id);
    const bothUpdated = Promise.withResolvers<void>();
    let updatedCount = 0;
    const rename = (trx: Database, id = "") =>
      trx.updateTable("user").set({ name: sql`name || '+'` }).where("id", "=", id).execute();
    const renameInOrder = (first: string | undefined, second: string | undefined) =>
      inTransaction(db, async (trx) => {
        await rename(trx, first);
        updatedCount += 1;
        if (updatedCount === 2) bothUpdated.resolve();
        await bothUpdated.promise;
        await rename(trx, second);
      });
    await Promise.all([renameInOrder(firstId, secondId), renameInOrder(secondId, firstId)]);
    expect(updatedCount).toBeGreaterThan(2);
    const { rows } = await sql<{ name: string }>`SELECT name FROM "user"`.execute(db);
    expect(rows.map(({ name }) => name.endsWith("++"))).toEqual([true, true]);
  });

  test("a single statement that PostgreSQL ends to resolve a deadlock is run again", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndSignIn(world);
    await signUpAndSignIn(world);
    const [firstId, secondId] = (await db.selectFrom("user").select("id").execute()).map(({ id }) => id);
    const setDeadlockTimeout = (ms: number) => sql<string>`set_config('deadlock_timeout', ${String(ms)}, true)`;
    // It locks the second row and waits for the first. Its deadlock check runs once, after 3 s; the transaction's never runs.
    const statement = sql`WITH held AS (
        UPDATE "user" SET name = name || '+' WHERE id = ${secondId} AND ${setDeadlockTimeout(3_000)} IS NOT NULL RETURNING id)
      UPDATE "user" SET name = name || '+' WHERE id = ${firstId} AND EXISTS (SELECT 1 FROM held)`;
    const waiting = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isWaiting = async () => (await waiting.execute(db)).rows[0]?.count === 1;
    let single: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await sql`SELECT ${setDeadlockTimeout(60_000)}`.execute(trx);
      await trx
        .updateTable("user")
        .set({ name: "A" })
        .where("id", "=", firstId ?? "")
        .execute();
      single = statement.execute(db);
      await expect.poll(isWaiting, { timeout: 2_500 }).toBe(true);
      await trx
        .updateTable("user")
        .set({ name: "B" })
        .where("id", "=", secondId ?? "")
        .execute();
    });
    await single;
    const names = (await db.selectFrom("user").select("name").execute()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["A+", "B+"]);
  });
}

test("the purge deletes the oldest rows first, whatever their order in the table", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const at = new Date();
  // The newest row is inserted first.
  const rows = Array.from({ length: 150 }, (_, number) => {
    const expiresAt = new Date(at.getTime() - (number + 1) * 3_600_000);
    return { id: `${number}`, identifier: "", value: "", expiresAt, createdAt: at, updatedAt: at };
  });
  await db.insertInto("verification").values(rows).execute();
  await purgeExpired(db, at, createRun(1));
  const remaining = await db.selectFrom("verification").select("id").orderBy("expiresAt", "desc").execute();
  expect(remaining.map(({ id }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id));
});

describe("data of a user", () => {
  const ownTables = PEOPLE.tables.flatMap(([table, { personColumn: person }]) => (person ? [] : [table]));

  test("is registered for every table with a userId", async () => {
    await using world = await makeWorld();
    const owned = [...(await getColumnsByTable(world))].filter(([, columns]) => columns.includes("userId"));
    expect(owned.map(([table]) => table).toSorted()).toEqual(ownTables.toSorted());
  });

  test("is registered for every column with the id of a user", async () => {
    await using world = await makeWorld();
    const { visitor } = await createOwnerOfEverything(world);
    const { id: userId } = await getUser(visitor);
    const columns = [...(await getColumnsByTable(world))].flatMap(([table, names]) =>
      names.filter((name) => name !== "userId").map((name) => [table, name] as const),
    );
    const columnsWithId: string[] = [];
    for (const [table, name] of columns) {
      const query = sql`SELECT 1 FROM ${sql.table(table)} WHERE CAST(${sql.ref(name)} AS text) = ${userId} LIMIT 1`;
      if ((await query.execute(world.context.db)).rows.length > 0) columnsWithId.push(`${table}.${name}`);
    }
    const listed = PEOPLE.tables.flatMap(([table, { personColumn: person }]) => (person ? [`${table}.${person}`] : []));
    const expected = [...listed, "account.accountId", "user.id"];
    expect(columnsWithId.toSorted()).toEqual(expected.toSorted());
  });

  test("is deleted with the user", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndSignIn(world);
    await db.deleteFrom("user").execute();
    for (const table of ownTables) {
      expect((await sql`SELECT 1 FROM ${sql.table(table)}`.execute(db)).rows, table).toEqual([]);
    }
  });
});
