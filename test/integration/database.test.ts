// @postgres
import { join } from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { type Database, inTransaction, openDatabase } from "#server/database/database.ts";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { isCompatible, isCurrent, migrate } from "#server/database/migrate.ts";
import { createRun } from "#server/database/purge-run.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { guest, newLoadout } from "#test/harness/data/lockers.ts";
import { ownerOfEverything } from "#test/harness/data/owned.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { bareDatabaseUrl, lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Without the records of migrations. */
async function columnsByTable({ context: { db } }: World): Promise<Map<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith("kysely_"));
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

describe("the schema", () => {
  test("lacks nothing the account library wants", async () => {
    await using world = await makeWorld();
    const { toBeCreated, toBeAdded } = await getMigrations(world.context.auth.options);
    expect([toBeCreated, toBeAdded]).toEqual([[], []]);
  });

  test("gives every entity an id, createdAt and updatedAt", async () => {
    await using world = await makeWorld();
    for (const [table, columns] of await columnsByTable(world))
      expect(columns, table).toEqual(expect.arrayContaining(["id", "createdAt", "updatedAt"]));
  });

  test("is brought up to date twice without harm", async () => {
    await using world = await makeWorld();
    const { db, config } = world.context;
    const before = await columnsByTable(world);
    await migrate(db, config.database);
    expect(await columnsByTable(world)).toEqual(before);
  });

  test("has one account per provider and identity", async () => {
    await using world = await makeWorld();
    await signUpAndIn(world);
    const copy = sql`INSERT INTO account (id, "userId", "providerId", "accountId")
      SELECT 'copy', "userId", "providerId", "accountId" FROM account`;
    await expect(copy.execute(world.context.db)).rejects.toThrow(/unique/i);
  });
});

/** A database without a table; on SQLite a file of the folder. */
async function openBare(folder: string, logger: Logger) {
  const url = await bareDatabaseUrl();
  const place: DatabasePlace =
    url === ":memory:" ? { kind: "sqlite", path: join(folder, "bare.sqlite") } : { kind: "postgres", url };
  return { url: place.kind === "sqlite" ? place.path : url, place, db: openDatabase(place, logger) };
}

async function listTables(db: Database): Promise<string[]> {
  return (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
}

describe("a start", () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
  beforeEach(() => void lines.splice(0));
  const record = (db: Database, table: string, name: string) =>
    sql`INSERT INTO ${sql.table(table)} (name, timestamp) VALUES (${name}, '2027-01-01')`.execute(db);

  test("makes the tables of a new database once, of several at once", async () => {
    await using folder = await folderOfItsOwn();
    await using opened = new AsyncDisposableStack();
    const { url: databaseUrl, db } = await openBare(folder.path, logger);
    opened.defer(() => db.destroy());
    const starts = [];
    for (let count = 0; count < 3; count += 1) {
      const [port, environment] = [
        await freePort(),
        { LOG_LEVEL: "info", SECRET: "of all three of them, at the same time" },
      ];
      starts.push(opened.use(startProgram({ port, folder: folder.path, databaseUrl, environment })));
    }
    const makers = starts.map(async (program) => {
      let log = "";
      program.process.stdout?.on("data", (chunk) => (log += String(chunk)));
      await program.listening();
      return log.includes("made a new database");
    });
    expect((await Promise.all(makers)).filter(Boolean)).toHaveLength(1);
    expect(await isCurrent(db)).toBe(true);
  });

  test("that fails in between leaves nothing, and the next one makes all", async () => {
    await using folder = await folderOfItsOwn();
    const { place, db } = await openBare(folder.path, logger);
    await sql`CREATE TABLE "heartbeat" (id text)`.execute(db);
    await expect(migrate(db, place, logger)).rejects.toThrow(/heartbeat.* already exists/);
    expect(await listTables(db)).toEqual(["heartbeat"]);
    await sql`DROP TABLE "heartbeat"`.execute(db);
    await migrate(db, place, logger);
    expect(await isCurrent(db)).toBe(true);
    await db.destroy();
  });

  test.for(["kysely_migration", "kysely_schema_migration"])(
    "refuses a database of an earlier version, whose records are in %s, and leaves it as it is",
    async (table) => {
      await using folder = await folderOfItsOwn();
      const { place, db } = await openBare(folder.path, logger);
      await sql`CREATE TABLE ${sql.table(table)} (name text, timestamp text)`.execute(db);
      await record(db, table, "0001-accounts");
      await expect(migrate(db, place, logger)).rejects.toThrow(
        /^DATABASE_URL: .+ is of an earlier version\. Start that version once more .+ import them\.$/,
      );
      expect([await listTables(db), await isCompatible(db)]).toEqual([[table], false]);
      await db.destroy();
    },
  );

  test("runs with a warning on the tables of a later release, which only added to them", async () => {
    await using folder = await folderOfItsOwn();
    const environment = { DATABASE_URL: await lastingDatabaseUrl(folder.path), LOG_LEVEL: "silent" };
    {
      await using world = await makeWorld({ environment, singleProcess: USES_INTERNALS });
      const { db, config } = world.context;
      await sql`ALTER TABLE "loadout" ADD COLUMN "later" text`.execute(db);
      await record(db, "kysely_schema_migration", "0001-later");
      await migrate(db, config.database, logger);
      expect(lines.join()).toContain('"later":["0001-later"]');
      expect([await isCompatible(db), await isCurrent(db)]).toEqual([true, false]);
    }
    await using world = await makeWorld({ environment, singleProcess: USES_INTERNALS });
    const visitor = await guest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(starterLoadout(world.context.arsenals.bf4, "recon")));
    expect((await visitor.trpc.loadout.list.query({})).items).toHaveLength(1);
  });
});

if (process.env["TEST_DATABASE"]) {
  test("a connection that PostgreSQL ends is no end of the site", async () => {
    await using world = await makeWorld();
    const others = sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.1)`.execute(world.context.db)));
    await others.execute(world.context.db);
    const visitor = world.visitor();
    expect((await visitor.post("/api/auth/sign-in/anonymous")).status).toBe(200);
  });

  test("a transaction that PostgreSQL ends to resolve a deadlock is run again", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndIn(world);
    await signUpAndIn(world);
    const people = await db.selectFrom("user").select("id").execute();
    const [one, other] = people.map(({ id }) => id);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const rename = (trx: Database, id = "") =>
      trx.updateTable("user").set({ name: sql`name || '+'` }).where("id", "=", id).execute();
    const inOrder = (first: string | undefined, second: string | undefined) =>
      inTransaction(db, async (trx) => {
        await rename(trx, first);
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await rename(trx, second);
      });
    await Promise.all([inOrder(one, other), inOrder(other, one)]);
    expect(waiting).toBeGreaterThan(2);
    const { rows } = await sql<{ name: string }>`SELECT name FROM "user"`.execute(db);
    expect(rows.map(({ name }) => name.endsWith("++"))).toEqual([true, true]);
  });

  test("so is a single statement that it ends", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndIn(world);
    await signUpAndIn(world);
    const [one, other] = (await db.selectFrom("user").select("id").execute()).map(({ id }) => id);
    const endsAfter = (ms: number) => sql<string>`set_config('deadlock_timeout', ${String(ms)}, true)`;
    // It holds the second row and waits for the first. It looks for a deadlock once, when there is one; the other never does.
    const alone = sql`WITH held AS (
        UPDATE "user" SET name = name || '+' WHERE id = ${other} AND ${endsAfter(3_000)} IS NOT NULL RETURNING id)
      UPDATE "user" SET name = name || '+' WHERE id = ${one} AND EXISTS (SELECT 1 FROM held)`;
    const waiting = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isWaiting = async () => (await waiting.execute(db)).rows[0]?.count === 1;
    let single: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await sql`SELECT ${endsAfter(60_000)}`.execute(trx);
      await trx
        .updateTable("user")
        .set({ name: "A" })
        .where("id", "=", one ?? "")
        .execute();
      single = alone.execute(db);
      await expect.poll(isWaiting, { timeout: 2_500 }).toBe(true);
      await trx
        .updateTable("user")
        .set({ name: "B" })
        .where("id", "=", other ?? "")
        .execute();
    });
    await single;
    const names = (await db.selectFrom("user").select("name").execute()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["A+", "B+"]);
  });
}

test("the purge deletes the oldest rows first, wherever they lie in their table", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const at = new Date();
  // The newest is the first of the table.
  const rows = Array.from({ length: 150 }, (_, number) => {
    const expiresAt = new Date(at.getTime() - (number + 1) * 3_600_000);
    return { id: `${number}`, identifier: "", value: "", expiresAt, createdAt: at, updatedAt: at };
  });
  await db.insertInto("verification").values(rows).execute();
  await purgeExpired(db, at, createRun(1));
  const left = await db.selectFrom("verification").select("id").orderBy("expiresAt", "desc").execute();
  expect(left.map(({ id }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id));
});

describe("what belongs to a person", () => {
  const ownTables = PEOPLE.tables.flatMap(([table, { person }]) => (person ? [] : [table]));

  test("is on the list, table by table", async () => {
    await using world = await makeWorld();
    const owned = [...(await columnsByTable(world))].filter(([, columns]) => columns.includes("userId"));
    expect(owned.map(([table]) => table).toSorted()).toEqual(ownTables.toSorted());
  });

  test("in a platoon is on the list, column by column", async () => {
    await using world = await makeWorld();
    const { visitor } = await ownerOfEverything(world);
    const { id: userId } = await getUser(visitor);
    const columns = [...(await columnsByTable(world))].flatMap(([table, names]) =>
      names.filter((name) => name !== "userId").map((name) => [table, name] as const),
    );
    const naming: string[] = [];
    for (const [table, name] of columns) {
      const query = sql`SELECT 1 FROM ${sql.table(table)} WHERE CAST(${sql.ref(name)} AS text) = ${userId} LIMIT 1`;
      if ((await query.execute(world.context.db)).rows.length > 0) naming.push(`${table}.${name}`);
    }
    const listed = PEOPLE.tables.flatMap(([table, { person }]) => (person ? [`${table}.${person}`] : []));
    const expected = [...listed, "account.accountId", "user.id"];
    expect(naming.toSorted()).toEqual(expected.toSorted());
  });

  test("goes with the person", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndIn(world);
    await db.deleteFrom("user").execute();
    for (const table of ownTables) {
      expect((await sql`SELECT 1 FROM ${sql.table(table)}`.execute(db)).rows, table).toEqual([]);
    }
  });
});
