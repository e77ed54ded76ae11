// `npm run admin -- move` copies a filled site from SQLite to PostgreSQL, completely or not at all.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test } from "vitest";
import { createLargestUser, LARGE, LARGEST } from "#test/harness/data/largest-person.ts";
import { findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import { ADMIN, createTempFolder } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";
import { isLong, recordFigure } from "./figure.ts";
import { listSavedIds, PASSWORD, signIn } from "./people.ts";
import { startSite } from "./site.ts";

const run = promisify(execFile);
const SIZE = isLong ? LARGEST : LARGE;
/** Rows of one table that are larger together than the memory of the command. */
const PAGES = { count: 100, characters: 1_000_000 };
const MAX_HEAP_MB = 64;
const PROGRAMS = findPostgres();

type Outcome = { stdout: string; stderr: string };

/** Runs the command; if it fails, its message is in `stderr`. */
const runMove = (folder: string, environment: Record<string, string>, args: readonly string[] = ["--yes"]) =>
  run(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, ADMIN, "move", ...args], {
    env: { ...process.env, VAR_DIR: folder, DATABASE_URL: "", ...environment },
  }).catch((error: Outcome): Outcome => ({ stdout: error.stdout, stderr: error.stderr }));

const toText = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
};

/** Returns the number of rows and a digest of the sorted rows. */
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

async function queryRows<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

async function summarizePostgres(url: string): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%' ORDER BY 1",
  );
  const all: [string, string][] = [];
  for (const { name } of tables) all.push([name, summarize(await queryRows(url, `SELECT * FROM "${name}"`))]);
  return Object.fromEntries(all);
}

async function addPages(path: string): Promise<void> {
  using database = new DatabaseSync(path);
  const { id } = database.prepare("SELECT id FROM user LIMIT 1").get() ?? {};
  const insert =
    database.prepare(`INSERT INTO "statisticsPage" (id, "userId", "importId", number, body, "createdAt", "updatedAt")
    VALUES (?, ?, 'large', ?, ?, ?, ?)`);
  const now = new Date().toISOString();
  for (let number = 0; number < PAGES.count; number += 1) {
    insert.run(`page-${number}`, String(id), number, String(number % 10).repeat(PAGES.characters), now, now);
  }
}

test.runIf(PROGRAMS)("a filled site is copied to PostgreSQL row by row, and its users can sign in", async () => {
  await using cluster = await startPostgres(PROGRAMS ?? "");
  await using folder = await createTempFolder();
  const path = join(folder.path, "fieldlocker.sqlite");
  let person: { email: string; ids: Set<string> };
  {
    await using world = await makeWorld({
      environment: { DATABASE_URL: path },
      singleProcess: "the file is the test's",
    });
    const { email, visitor } = await createLargestUser(world, SIZE);
    person = { email, ids: await listSavedIds(visitor) };
  }
  await addPages(path);
  const url = await createDatabase(cluster.url, "moved");
  const MOVE_TO = url.replace("postgres@", "postgres:hunter2@");
  const { stdout, stderr } = await runMove(folder.path, { MOVE_TO });
  const host = new URL(url).host;
  expect(stdout).toMatch(
    new RegExp(`^\\d+ rows of \\d+ tables are at ${host}/moved, each compared with its source\\. Set DATABASE_URL`),
  );
  expect(stderr).toMatch(/^loadout: (\d+) of \1 rows$/m);
  expect(stderr).toMatch(/^loadout: \d+ rows compared$/m);
  const audit = await readFile(join(folder.path, "audit.log"), "utf8");
  expect(JSON.parse(audit)).toMatchObject({ command: "move", target: `${host}/moved` });
  expect(stdout + stderr + audit).not.toContain("hunter2");
  const moved = await summarizePostgres(url);
  expect(moved).toEqual(summarizeSqlite(path));
  {
    await using site = await startSite({ databaseUrl: url });
    const visitor = site.createVisitor();
    expect((await signIn(visitor, person.email, PASSWORD)).status).toBe(200);
    expect(await listSavedIds(visitor)).toEqual(person.ids);
  }
  // A second run is refused, because the database is not empty.
  expect(await runMove(folder.path, { MOVE_TO })).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^MOVE_TO: that database is not empty, it has "\w+"\./),
  });
  const rows = Object.values(moved).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  recordFigure(
    `move from SQLite to PostgreSQL: ${rows} rows of ${Object.keys(moved).length} tables the same, ${MAX_HEAP_MB} MB of memory`,
  );
});

test.runIf(PROGRAMS)(
  "a move that is not possible is refused with its reason, and leaves the database empty",
  async () => {
    await using cluster = await startPostgres(PROGRAMS ?? "");
    await using folder = await createTempFolder();
    const url = await createDatabase(cluster.url, "refused");
    const getRefusal = async (environment: Record<string, string>, args?: string[]) =>
      (await runMove(folder.path, environment, args)).stderr;
    const earlierPath = join(folder.path, "earlier.sqlite");
    {
      using database = new DatabaseSync(earlierPath);
      database.exec('CREATE TABLE "user" (id text)');
    }
    expect(await getRefusal({ DATABASE_URL: earlierPath, MOVE_TO: url })).toContain("not that of this release");
    await using site = await startSite({ folder: folder.path });
    expect(await getRefusal({})).toMatch(/^MOVE_TO: write postgres:/);
    expect(await getRefusal({ MOVE_TO: url }, [])).toContain("Answer with --yes");
    expect(await getRefusal({ MOVE_TO: url })).toBe(
      `DATABASE_URL: ${site.database} is in use by another program. End that program.\n`,
    );
    expect(await getRefusal({ MOVE_TO: url, DATABASE_URL: url })).not.toContain("rows of");
    await site.stop();
    const missing = url.replace("/refused", "/missing");
    expect(await getRefusal({ MOVE_TO: missing })).toMatch(/^MOVE_TO: there is no database "missing" at /);
    const foreignDatabase = await createDatabase(cluster.url, "alien");
    await queryRows(foreignDatabase, "CREATE TABLE other (id text)");
    expect(await getRefusal({ MOVE_TO: foreignDatabase })).toContain(
      'MOVE_TO: that database is not empty, it has "other".',
    );
    expect(await queryRows(foreignDatabase, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { tablename: "other" },
    ]);

    // PostgreSQL does not store a NUL character.
    const insertHeartbeat = (value: string) => {
      using database = new DatabaseSync(site.database);
      const timestamp = new Date().toISOString();
      database.prepare("DELETE FROM heartbeat").run();
      const insert = database.prepare(`INSERT INTO heartbeat VALUES (?, ?, ?, ?)`);
      insert.run("one", value, timestamp, timestamp);
    };
    insertHeartbeat("\u0000");
    const failed = await runMove(folder.path, { MOVE_TO: url });
    expect(failed.stdout).toBe("");
    const counts = Object.values(await summarizePostgres(url)).map((line) => Number.parseInt(line, 10));
    expect(counts.filter((count) => count > 0)).toEqual([]);
    insertHeartbeat("then");
    expect((await runMove(folder.path, { MOVE_TO: url })).stdout).toContain("Set DATABASE_URL");
    expect(await summarizePostgres(url)).toEqual(summarizeSqlite(site.database));
  },
);
