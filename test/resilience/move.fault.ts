// npm run admin -- move: a filled site on SQLite is on PostgreSQL afterwards, whole, or nothing of it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test } from "vitest";
import { LARGE, LARGEST, largestPerson } from "#test/harness/data/largest-person.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { ADMIN, folderOfItsOwn } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";
import { figure, isLong } from "./figure.ts";
import { PASSWORD, savedIds, signIn } from "./people.ts";
import { startSite } from "./site.ts";

const run = promisify(execFile);
const SIZE = isLong ? LARGEST : LARGE;
/** Rows of one table that together are larger than the memory of the command. */
const PAGES = { count: 100, characters: 1_000_000 };
const MAX_HEAP_MB = 64;
const PROGRAMS = postgresFolder();

type Outcome = { stdout: string; stderr: string };

/** Runs the command; where it fails, its message is in `stderr`. */
const move = (folder: string, environment: Record<string, string>, args: readonly string[] = ["--yes"]) =>
  run(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, ADMIN, "move", ...args], {
    env: { ...process.env, VAR_DIR: folder, DATABASE_URL: "", ...environment },
  }).catch((error: Outcome): Outcome => ({ stdout: error.stdout, stderr: error.stderr }));

const toText = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
};

/** The number of rows, and a digest of all of them in one order. */
function summarize(rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) =>
    JSON.stringify(
      Object.entries(row)
        .map(([name, value]) => [name, String(toText(value))])
        .toSorted(),
    ),
  );
  return `${rows.length} ${createHash("sha256").update(lines.toSorted().join("\n")).digest("hex")}`;
}

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'kysely_%' ORDER BY name";

function summarizeSqlite(path: string): Record<string, string> {
  using database = new DatabaseSync(path, { readOnly: true });
  const names = database
    .prepare(TABLES)
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(names.map((name) => [name, summarize(database.prepare(`SELECT * FROM "${name}"`).all())]));
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

async function summarizePostgres(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%' ORDER BY 1",
  );
  const all: [string, string][] = [];
  for (const { name } of tables) all.push([name, summarize(await ask(url, `SELECT * FROM "${name}"`))]);
  return Object.fromEntries(all);
}

async function addPages(path: string): Promise<void> {
  using database = new DatabaseSync(path);
  const { id } = database.prepare("SELECT id FROM user LIMIT 1").get() ?? {};
  const insert =
    database.prepare(`INSERT INTO "statisticsPage" (id, "userId", "importId", number, body, "createdAt", "updatedAt")
    VALUES (?, ?, 'large', ?, ?, ?, ?)`);
  const at = new Date().toISOString();
  for (let number = 0; number < PAGES.count; number += 1) {
    insert.run(`page-${number}`, String(id), number, String(number % 10).repeat(PAGES.characters), at, at);
  }
}

test.runIf(PROGRAMS)("a filled site is on PostgreSQL afterwards, row by row, and its people sign in", async () => {
  await using cluster = await startPostgres(PROGRAMS ?? "");
  await using folder = await folderOfItsOwn();
  const path = join(folder.path, "fieldlocker.sqlite");
  let person: { email: string; ids: Set<string> };
  {
    await using world = await makeWorld({
      environment: { DATABASE_URL: path },
      singleProcess: "the file is the test's",
    });
    const { email, visitor } = await largestPerson(world, SIZE);
    person = { email, ids: await savedIds(visitor) };
  }
  await addPages(path);
  const url = await createDatabase(cluster.url, "moved");
  const MOVE_TO = url.replace("postgres@", "postgres:hunter2@");
  const { stdout, stderr } = await move(folder.path, { MOVE_TO });
  const place = new URL(url).host;
  expect(stdout).toMatch(
    new RegExp(`^\\d+ rows of \\d+ tables are at ${place}/moved, each compared with its source\\. Set DATABASE_URL`),
  );
  expect(stderr).toMatch(/^loadout: (\d+) of \1 rows$/m);
  expect(stderr).toMatch(/^loadout: \d+ rows compared$/m);
  const audit = await readFile(join(folder.path, "audit.log"), "utf8");
  expect(JSON.parse(audit)).toMatchObject({ command: "move", target: `${place}/moved` });
  expect(stdout + stderr + audit).not.toContain("hunter2");
  const moved = await summarizePostgres(url);
  expect(moved).toEqual(summarizeSqlite(path));
  {
    await using site = await startSite({ databaseUrl: url });
    const visitor = site.visitor();
    expect((await signIn(visitor, person.email, PASSWORD)).status).toBe(200);
    expect(await savedIds(visitor)).toEqual(person.ids);
  }
  // The command again, on what is there now.
  expect(await move(folder.path, { MOVE_TO })).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^MOVE_TO: that database is not empty, it has "\w+"\./),
  });
  const rows = Object.values(moved).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  figure(
    `move from SQLite to PostgreSQL: ${rows} rows of ${Object.keys(moved).length} tables the same, ${MAX_HEAP_MB} MB of memory`,
  );
});

test.runIf(PROGRAMS)("what cannot be moved is refused with its reason, and leaves nothing behind", async () => {
  await using cluster = await startPostgres(PROGRAMS ?? "");
  await using folder = await folderOfItsOwn();
  const url = await createDatabase(cluster.url, "refused");
  const refusal = async (environment: Record<string, string>, args?: string[]) =>
    (await move(folder.path, environment, args)).stderr;
  const earlier = join(folder.path, "earlier.sqlite");
  {
    using database = new DatabaseSync(earlier);
    database.exec('CREATE TABLE "user" (id text)');
  }
  expect(await refusal({ DATABASE_URL: earlier, MOVE_TO: url })).toContain("not that of this release");
  await using site = await startSite({ folder: folder.path });
  expect(await refusal({})).toMatch(/^MOVE_TO: write postgres:/);
  expect(await refusal({ MOVE_TO: url }, [])).toContain("Answer with --yes");
  expect(await refusal({ MOVE_TO: url })).toBe(
    `DATABASE_URL: ${site.database} is in use by another program. End that program.\n`,
  );
  expect(await refusal({ MOVE_TO: url, DATABASE_URL: url })).not.toContain("rows of");
  await site.end();
  const missing = url.replace("/refused", "/missing");
  expect(await refusal({ MOVE_TO: missing })).toMatch(/^MOVE_TO: there is no database "missing" at /);
  const alien = await createDatabase(cluster.url, "alien");
  await ask(alien, "CREATE TABLE other (id text)");
  expect(await refusal({ MOVE_TO: alien })).toContain('MOVE_TO: that database is not empty, it has "other".');
  expect(await ask(alien, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
    { tablename: "other" },
  ]);

  // A row that PostgreSQL does not store.
  const damage = (value: string) => {
    using database = new DatabaseSync(site.database);
    const at = new Date().toISOString();
    database.prepare("DELETE FROM heartbeat").run();
    const insert = database.prepare(`INSERT INTO heartbeat VALUES (?, ?, ?, ?)`);
    insert.run("one", value, at, at);
  };
  damage("\u0000");
  const failed = await move(folder.path, { MOVE_TO: url });
  expect(failed.stdout).toBe("");
  const counts = Object.values(await summarizePostgres(url)).map((line) => Number.parseInt(line, 10));
  expect(counts.filter((count) => count > 0)).toEqual([]);
  damage("then");
  expect((await move(folder.path, { MOVE_TO: url })).stdout).toContain("Set DATABASE_URL");
  expect(await summarizePostgres(url)).toEqual(summarizeSqlite(site.database));
});
