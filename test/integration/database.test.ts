// @postgres
import { globSync, readFileSync } from "node:fs";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { createLogger } from "#platform/logger.ts";
import { type Database, inTransaction, openDatabase } from "#server/database/database.ts";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { isCurrent, migrate } from "#server/database/migrate.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { createRun } from "#server/database/purge-run.ts";
import { PLATOON_DATA_TABLES, USER_DATA_TABLES } from "#server/database/user-data-tables.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { guest, newLoadout } from "#test/harness/data/lockers.ts";
import { ownerOfEverything } from "#test/harness/data/owned.ts";
import { INSIDES } from "#test/harness/isolation.ts";
import { runSql } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
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
    for (const [table, columns] of await columnsByTable(world)) {
      // An index of loadouts, made anew with each save.
      if (table === "loadoutWord") continue;
      expect(columns, table).toEqual(expect.arrayContaining(["id", "createdAt", "updatedAt"]));
    }
  });

  test("is brought up to date twice without harm", async () => {
    await using world = await makeWorld();
    const { db, config } = world.context;
    const before = await columnsByTable(world);
    await migrate(db, config.database);
    expect(await columnsByTable(world)).toEqual(before);
  });

  test("of a later release that only added to it serves this one", async () => {
    await using folder = await folderOfItsOwn();
    const environment = { DATABASE_URL: await lastingDatabaseUrl(folder.path), LOG_LEVEL: "silent" };
    const change = async (...statements: string[]) => {
      await using world = await makeWorld({ environment, alone: INSIDES });
      for (const statement of statements) await sql.raw(statement).execute(world.context.db);
    };
    const record = (name: string) =>
      `INSERT INTO kysely_schema_migration (name, timestamp) VALUES ('${name}', '2027-01-01')`;
    await change('ALTER TABLE "loadout" ADD COLUMN "later" text', record("9997-later"), record("9998-contract-0022"));
    await using world = await makeWorld({ environment, alone: INSIDES });
    const visitor = await guest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(starterLoadout(world.context.arsenals.bf4, "recon")));
    expect((await visitor.trpc.loadout.list.query({})).items).toHaveLength(1);
  });

  test("of a later release that removed what this one needs is refused by name", async () => {
    await using world = await makeWorld({ alone: INSIDES });
    const { db, config } = world.context;
    await sql`INSERT INTO kysely_schema_migration (name, timestamp) VALUES ('9999-contract-9998', '2027-01-01')`.execute(
      db,
    );
    await expect(migrate(db, config.database)).rejects.toThrow(/^DATABASE_URL: 9999-contract-9998 of a later release/);
    // The database serves other tests after this one.
    await sql`DELETE FROM kysely_schema_migration WHERE name = '9999-contract-9998'`.execute(db);
  });

  test("logs one line for a new database, which names the number of its migrations", async () => {
    const db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
    const lines: unknown[] = [];
    await migrate(db, { kind: "sqlite" }, Object({ info: (...line: unknown[]) => void lines.push(line) }));
    const { rows } = await sql`SELECT name FROM kysely_schema_migration`.execute(db);
    expect(lines).toEqual([[{ migrations: rows.length }, "made a new database"]]);
    await db.destroy();
  });

  test("has one account per provider and identity", async () => {
    await using world = await makeWorld();
    await signUpAndIn(world);
    const copy = sql`INSERT INTO account (id, "userId", "providerId", "accountId")
      SELECT 'copy', "userId", "providerId", "accountId" FROM account`;
    await expect(copy.execute(world.context.db)).rejects.toThrow(/unique/i);
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

  /** The address of a database with the newest of the earlier schemas. */
  const earlierDatabaseUrl = async (): Promise<string> => {
    const url = await bareDatabaseUrl();
    const [dump = ""] = globSync("test/fixtures/schema/postgres/*.sql").toSorted().slice(-1);
    await runSql(url, readFileSync(dump, "utf8"));
    return url;
  };

  test("a start that waits for another logs that, and refuses what a later release removed in between", async () => {
    const url = await earlierDatabaseUrl();
    const lines: string[] = [];
    const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
    const db = openDatabase({ kind: "postgres", url }, logger);
    const [at, endsAt] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await sql`INSERT INTO "lease" (id, name, holder, "endsAt", "createdAt", "updatedAt")
      VALUES ('of it', 'upgrade', 'a later release', ${endsAt}, ${at}, ${at})`.execute(db);
    const refused = expect(migrate(db, { kind: "postgres" }, logger)).rejects.toThrow(
      /^DATABASE_URL: 9999-contract-9998 of a later release/,
    );
    await expect.poll(() => lines.join()).toContain("waiting for another process");
    for (const name of [...Object.keys(listMigrations("postgres")), "9999-contract-9998"])
      await sql`INSERT INTO kysely_schema_migration VALUES (${name}, ${at}) ON CONFLICT DO NOTHING`.execute(db);
    await db.deleteFrom("lease").execute();
    await refused;
    await db.destroy();
  });

  /** An upgrade waits for a lock for moments alone, and again later. */
  const WHILE_WAITING = { interval: 20, timeout: 10_000 };

  test("an upgrade that waits for a transaction holds no other write up", async () => {
    const url = await earlierDatabaseUrl();
    const logger = createLogger({ logLevel: "silent" });
    const [db, people] = [1, 2].map(() => openDatabase({ kind: "postgres", url }, logger)) as [Database, Database];
    const writesAll = () =>
      inTransaction(people, async (trx) => {
        await sql`SET LOCAL lock_timeout = '4s'`.execute(trx);
        for (const table of ["user", "session", "member", "verification", "platoonEvent", "feedMark"] as const)
          await sql`UPDATE ${sql.table(table)} SET id = id`.execute(trx);
      });
    const isWaiting = async (statement: string) => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE ${`${statement}%`}`.execute(people);
      return rows.length;
    };
    const [writer, reader] = [await people.startTransaction().execute(), await people.startTransaction().execute()];
    await sql`UPDATE "member" SET id = id WHERE false`.execute(writer);
    await sql`SELECT FROM "user"`.execute(reader);
    const upgraded = migrate(db, { kind: "postgres" });
    await expect.poll(() => isWaiting("CREATE INDEX"), WHILE_WAITING).toBeGreaterThan(0);
    await writesAll();
    await writer.commit().execute();
    await expect.poll(() => isWaiting("ALTER TABLE"), WHILE_WAITING).toBeGreaterThan(0);
    await writesAll();
    await reader.commit().execute();
    await upgraded;
    expect(await isCurrent(db)).toBe(true);
    const names = db.selectFrom("user").select(["name", "searchNameOf"]).where("isAnonymous", "=", false);
    for (const { name, searchNameOf } of await names.execute()) expect(searchNameOf).toBe(name);
    await Promise.all([db.destroy(), people.destroy()]);
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
  await using world = await makeWorld({ alone: INSIDES });
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
  test("is on the list, table by table", async () => {
    await using world = await makeWorld();
    const owned = [...(await columnsByTable(world))].filter(([, columns]) => columns.includes("userId"));
    expect(owned.map(([table]) => table).toSorted()).toEqual(Object.keys(USER_DATA_TABLES).toSorted());
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
    const listed = Object.entries(PLATOON_DATA_TABLES).map(([table, { person }]) => `${table}.${person}`);
    const known = [...listed, "account.accountId", "user.id"];
    expect(naming.toSorted()).toEqual(known.toSorted());
  });

  test("goes with the person", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await signUpAndIn(world);
    await db.deleteFrom("user").execute();
    for (const table of Object.keys(USER_DATA_TABLES) as (keyof typeof USER_DATA_TABLES)[]) {
      expect(await db.selectFrom(table).select("userId").execute(), table).toEqual([]);
    }
  });
});
