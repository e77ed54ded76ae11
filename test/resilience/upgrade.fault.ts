// A database as an earlier schema left it is brought up to date by the program itself: by two starts at once, and not
// at all where something stands in the way.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { getSession } from "#test/harness/answers.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { createVisitor } from "#test/harness/visitor.ts";
import { figure, isLong } from "./figure.ts";
import { signIn } from "./people.ts";

const ALL = globSync("test/fixtures/schema/*.sql").toSorted();
const NEWEST = ALL.at(-1);
const DUMPS = isLong ? ALL : ALL.slice(0, 1);
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

/** Starts two programs on it in one moment; both answer, and know Robin. */
async function startTwo(folder: string, databaseUrl: string): Promise<void> {
  await using one = await start(folder, databaseUrl);
  await using other = await start(folder, databaseUrl);
  await Promise.all([one.listening(), other.listening()]);
  const visitors = [one, other].map(({ port }) => createVisitor(`http://localhost:${port}`));
  for (const visitor of visitors) {
    expect((await visitor.fetch("/api/auth/ok")).status).toBe(200);
    expect((await signIn(visitor, ROBIN)).status).toBe(databaseUrl.startsWith("postgres") ? 401 : 200);
    if (!databaseUrl.startsWith("postgres")) expect((await getSession(visitor)).user.email).toBe(ROBIN);
  }
}

test("two starts at once bring each earlier database up to date once, with its people", async () => {
  for (const dump of DUMPS) {
    await using folder = await folderOfItsOwn();
    const path = join(folder.path, "old.sqlite");
    restore(dump, path);
    const { user, loadout } = everythingIn(path);
    await startTwo(folder.path, path);
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

test("two starts at once make the tables of an empty PostgreSQL", async () => {
  const programs = postgresFolder();
  if (!programs) return figure("upgrade on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using folder = await folderOfItsOwn();
  await startTwo(folder.path, cluster.url);
  figure("upgrade: two starts at once on an empty PostgreSQL, both answer");
});

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
