// A database as an earlier schema left it is brought up to date by the program itself: by two starts at once, beside
// an earlier release that goes on, and not at all where something stands in the way.
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliDecompressSync } from "node:zlib";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { getSession } from "#test/harness/answers.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { createVisitor } from "#test/harness/visitor.ts";
import { figure, isLong } from "./figure.ts";
import { savedIds, signIn } from "./people.ts";

const ALL = globSync("test/fixtures/schema/*.sql").toSorted();
const DUMPS = isLong ? ALL : ALL.slice(0, 1);
/** Of every dump this is the one of version 0.1.0. */
const VERSION_0_1_0 = "0011-soldiers";
const ROBIN = "robin@example.com";
/** The newest dump of PostgreSQL. */
const POSTGRES_DUMP = globSync("test/fixtures/schema/postgres/*.sql").toSorted().at(-1) ?? "";
/** A table of a later migration: of the dumps, those that have it already are left out. */
const OBSTACLE = "sourceState";

function restore(dump: string, path: string): void {
  using database = new DatabaseSync(path);
  database.exec(readFileSync(dump, "utf8"));
}

/** Everything that the file holds, table by table, but for the records of migrations. */
function everythingIn(path: string): Record<string, unknown[]> {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'kysely_%'")
    .all();
  const rows = names.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${name}"`).all()]);
  const schema = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'kysely_%' ORDER BY name")
    .all();
  return { ...Object.fromEntries(rows), schema };
}

const start = async (folder: string, databaseUrl: string, path?: string) =>
  startProgram({
    port: await freePort(),
    folder,
    databaseUrl,
    ...(path && { path }),
    environment: { TRUSTED_PROXIES: "127.0.0.1", SECRET: "a secret that both of them were given" },
  });

/** Starts two programs on it in one moment; both answer, and know Robin where he is in it. */
async function startTwo(folder: string, databaseUrl: string, hasRobin: boolean): Promise<void> {
  await using one = await start(folder, databaseUrl);
  await using other = await start(folder, databaseUrl);
  await Promise.all([one.listening(), other.listening()]);
  const visitors = [one, other].map(({ port }) => createVisitor(`http://localhost:${port}`));
  for (const visitor of visitors) {
    expect((await visitor.fetch("/api/auth/ok")).status).toBe(200);
    expect((await signIn(visitor, ROBIN)).status).toBe(hasRobin ? 200 : 401);
    if (hasRobin) expect((await getSession(visitor)).user.email).toBe(ROBIN);
  }
}

/** The built server of an earlier release, in that folder; returns the path of its program. */
async function unpackRelease(version: string, folder: string): Promise<string> {
  const packed = await readFile(`test/fixtures/versions/${version}.json.br`);
  const files: Record<string, string> = JSON.parse(brotliDecompressSync(packed).toString());
  const server = join(folder, "dist/server");
  await mkdir(server, { recursive: true });
  // The figures of the games are read on demand, and no call here needs them.
  for (const game of ["bf4", "bf2042"]) files[`arsenal-${game}.bin`] = "";
  for (const [name, content] of Object.entries(files)) await writeFile(join(server, name), content);
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return join(server, "main.js");
}

/** Upgrades a database of version 0.1.0 by two starts, while a program of 0.1.0 answers; it does so again when it starts anew. */
async function upgradeBeside010(folder: string, databaseUrl: string): Promise<void> {
  const path = await unpackRelease("0.1.0", folder);
  await using old = await start(folder, databaseUrl, path);
  await old.listening();
  const returning = createVisitor(`http://localhost:${old.port}`);
  expect((await signIn(returning, ROBIN)).status).toBe(200);
  const answers = async ({ port }: { port: number }) => {
    const visitor = createVisitor(`http://localhost:${port}`);
    expect((await signIn(visitor, ROBIN)).status).toBe(200);
    expect((await visitor.post("/api/trpc/folder.save", { id: crypto.randomUUID(), name: "New" })).status).toBe(200);
    expect((await getSession(visitor)).user.email).toBe(ROBIN);
    expect((await savedIds(visitor)).size).toBe(2);
  };
  await answers(old);
  await startTwo(folder, databaseUrl, true);
  await answers(old);
  expect((await getSession(returning)).user.email).toBe(ROBIN);
  await old.kill();
  await using again = await start(folder, databaseUrl, path);
  await again.listening();
  await answers(again);
}

test("version 0.1.0 goes on while its schema is brought up to date, and starts again afterwards", async () => {
  await using folder = await folderOfItsOwn();
  const path = join(folder.path, "old.sqlite");
  restore(`test/fixtures/schema/${VERSION_0_1_0}.sql`, path);
  await upgradeBeside010(folder.path, path);
  figure("upgrade: a program of 0.1.0 goes on beside the present schema, and starts on it");
});

test("two first starts at once on a file make one database", async () => {
  await using folder = await folderOfItsOwn();
  await startTwo(folder.path, join(folder.path, "new.sqlite"), false);
});

test("two starts at once bring each earlier database up to date once, with its people", async () => {
  for (const dump of DUMPS) {
    await using folder = await folderOfItsOwn();
    const path = join(folder.path, "old.sqlite");
    restore(dump, path);
    const { user, loadout } = everythingIn(path);
    await startTwo(folder.path, path, true);
    const after = everythingIn(path);
    expect([basename(dump), after["user"]?.length, after["loadout"]?.length]).toEqual([
      basename(dump),
      user?.length,
      loadout?.length,
    ]);
    using database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare("SELECT is_locked FROM kysely_schema_migration_lock").all()).toEqual([{ is_locked: 0 }]);
  }
  figure(`upgrade: two starts at once on ${DUMPS.length} of ${DUMPS.length} earlier databases, every person there`);
});

test("two starts at once make the tables of an empty PostgreSQL, and bring earlier ones up to date", async () => {
  const programs = postgresFolder();
  if (!programs) return figure("upgrade on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using folder = await folderOfItsOwn();
  await startTwo(folder.path, cluster.url, false);
  const [first, newest] = [await createDatabase(cluster.url, "first"), await createDatabase(cluster.url, "newest")];
  await fillPostgres(first);
  await expectRowsAfter(first, () => upgradeBeside010(folder.path, first));
  await runSql(newest, await readFile(POSTGRES_DUMP, "utf8"));
  await expectRowsAfter(newest, () => startTwo(folder.path, newest, true));
  figure("upgrade: two starts at once on a PostgreSQL that is empty, of version 0.1.0, and newest, every row there");
});

/** Each row with an id is as it was after the upgrade, but for columns of later migrations. */
async function expectRowsAfter(url: string, upgrade: () => Promise<void>): Promise<void> {
  await using database = await connect(url);
  const { rows: tables } = await database.query(`SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'id' AND table_name NOT LIKE 'kysely_%'`);
  const before = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) before.set(name, (await database.query(`SELECT * FROM "${name}"`)).rows);
  for (const name of ["user", "account", "loadout", "snapshot", "soldier"])
    expect(before.get(name)?.length).toBeGreaterThan(0);
  await upgrade();
  for (const [name, rows] of before) {
    const { rows: after } = await database.query(`SELECT * FROM "${name}" WHERE "id" = ANY ($1)`, [
      rows.map(({ id }) => id),
    ]);
    const byId = new Map(after.map((row) => [row.id, row]));
    for (const row of rows) expect([name, byId.get(row["id"])]).toEqual([name, expect.objectContaining(row)]);
  }
}

/** Makes the tables of version 0.1.0, with what its dump holds. */
async function fillPostgres(url: string): Promise<void> {
  const place = { kind: "postgres", url } as const;
  const db = openDatabase(place, createLogger({ logLevel: "silent" }));
  const migrations = Object.entries(listMigrations(place.kind)).slice(0, Number.parseInt(VERSION_0_1_0, 10));
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  await db.destroy();
  expect(error).toBeUndefined();
  await using folder = await folderOfItsOwn();
  const path = join(folder.path, "old.sqlite");
  restore(`test/fixtures/schema/${VERSION_0_1_0}.sql`, path);
  await using database = await connect(url);
  // Rows come table by table, in no order of who refers to whom.
  await database.query("SET session_replication_role = replica");
  for (const [table, rows] of Object.entries(everythingIn(path))) {
    if (table === "schema" || table.startsWith("kysely_")) continue;
    const insert = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
    await database.query(insert, [JSON.stringify(rows)]);
    const { rowCount } = await database.query(`SELECT FROM "${table}"`);
    expect([table, rowCount]).toEqual([table, rows.length]);
  }
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

test("a migration that fails leaves the old state, and is made up for at the next start", async () => {
  const older = DUMPS.filter((dump) => !readFileSync(dump, "utf8").includes(`CREATE TABLE "${OBSTACLE}"`));
  for (const dump of older) {
    await using folder = await folderOfItsOwn();
    const path = join(folder.path, "old.sqlite");
    restore(dump, path);
    {
      using database = new DatabaseSync(path);
      database.exec(`CREATE TABLE "${OBSTACLE}" (stands TEXT)`);
    }
    const before = everythingIn(path);
    await using refused = await start(folder.path, path);
    await expect(refused.listening()).rejects.toThrow("ended with 1");
    expect(everythingIn(path)).toEqual(before);
    {
      using database = new DatabaseSync(path);
      database.exec(`DROP TABLE "${OBSTACLE}"`);
    }
    await using next = await start(folder.path, path);
    await next.listening();
  }
  figure(
    `upgrade that fails: ${older.length} of ${older.length} databases as they were, and up to date at the next start`,
  );
});
