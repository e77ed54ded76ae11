// A database as an earlier schema left it is brought up to date by the program itself: by two starts at once, and not
// at all where something stands in the way.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { getSession } from "#test/harness/answers.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { createVisitor } from "#test/harness/visitor.ts";
import { figure, isLong } from "./figure.ts";
import { signIn } from "./people.ts";

const ALL = globSync("test/fixtures/schema/*.sql").toSorted();
const NEWEST = ALL.at(-1);
const DUMPS = isLong ? ALL : ALL.slice(0, 1);
/** Of every dump this is the one of version 0.1.0. */
const VERSION_0_1_0 = "0011-soldiers";
const ROBIN = "robin@example.com";
/** A table that the newest migration makes, and no earlier one. */
const OBSTACLE = "stream";

function restore(dump: string, path: string): void {
  using database = new DatabaseSync(path);
  database.exec(readFileSync(dump, "utf8"));
}

/** Everything that the file holds, table by table. */
function everythingIn(path: string): Record<string, unknown[]> {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = names.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${name}"`).all()]);
  const schema = database.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
  return { ...Object.fromEntries(rows), schema };
}

const start = async (folder: string, databaseUrl: string) =>
  startProgram({
    port: await freePort(),
    folder,
    databaseUrl,
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
    expect(after["kysely_migration_lock"]).toMatchObject([{ is_locked: 0 }]);
  }
  figure(`upgrade: two starts at once on ${DUMPS.length} of ${DUMPS.length} earlier databases, every person there`);
});

test("two starts at once make the tables of an empty PostgreSQL, and bring one of version 0.1.0 up to date", async () => {
  const programs = postgresFolder();
  if (!programs) return figure("upgrade on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using folder = await folderOfItsOwn();
  await startTwo(folder.path, cluster.url, false);
  const url = await createDatabase(cluster.url, "earlier");
  const before = await fillPostgres(url);
  await startTwo(folder.path, url, true);
  await using database = await connect(url);
  for (const [table, rows] of Object.entries(before)) {
    const { rows: after } = await database.query(`SELECT * FROM "${table}" WHERE "id" = ANY ($1)`, [
      rows.map(({ id }) => id),
    ]);
    const byId = new Map(after.map((row) => [row.id, row]));
    // Sign-ins add sessions; what was there is as it was, but for columns of later migrations.
    for (const row of rows) expect([table, byId.get(row["id"])]).toEqual([table, expect.objectContaining(row)]);
  }
  figure("upgrade: two starts at once on an empty PostgreSQL and on one of version 0.1.0, every row there");
});

/** Makes the tables of version 0.1.0, with what its dump holds; returns the rows of those with an id. */
async function fillPostgres(url: string): Promise<Record<string, Record<string, unknown>[]>> {
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
  const filled: Record<string, Record<string, unknown>[]> = {};
  for (const [table, rows] of Object.entries(everythingIn(path))) {
    if (table === "schema" || table.startsWith("kysely_")) continue;
    const insert = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
    await database.query(insert, [JSON.stringify(rows)]);
    const { rows: stored } = await database.query(`SELECT * FROM "${table}"`);
    expect([table, stored.length]).toEqual([table, rows.length]);
    if (stored[0]?.id) filled[table] = stored;
  }
  expect(Object.keys(filled)).toEqual(expect.arrayContaining(["user", "account", "loadout", "snapshot", "soldier"]));
  return filled;
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

test("a migration that fails leaves the old state, and is made up for at the next start", async () => {
  const older = DUMPS.filter((dump) => dump !== NEWEST);
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
