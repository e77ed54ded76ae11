// A site goes into partitions while people write: nothing of that is lost, and no write fails or waits for long.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { partitionTables } from "#server/database/partitions/partitions.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { figure, isLong } from "./figure.ts";

const WRITERS = 4;
const MIN_WRITTEN = 100;
/** A write that waits for a lock for longer fails. */
const MAX_WAIT = "2s";
const LOCKED_MS = 300;
const PEOPLE = 10;
const ROWS_EACH = isLong ? 20_000 : 1000;
/** Each has a twin that is no large table, to which everything is written as well. */
const WRITTEN_TWICE = ["folder", "soldier", "goal"];

const programs = postgresFolder();

async function fill(db: Database): Promise<void> {
  const all = sql`generate_series(1, ${sql.lit(PEOPLE)}) AS person, generate_series(1, ${sql.lit(ROWS_EACH)}) AS number`;
  await sql`INSERT INTO "user" (id, name, email, "emailVerified")
    SELECT 'person ' || n, 'person', 'person ' || n, false FROM generate_series(1, ${sql.lit(PEOPLE)}) AS n`.execute(
    db,
  );
  await sql`INSERT INTO folder (id, "userId", name, "createdAt", "updatedAt")
    SELECT 'folder ' || person || '-' || number, 'person ' || person, '', '', '' FROM ${all}`.execute(db);
  await sql`INSERT INTO soldier (id, "userId", game, platform, name, "nameKey", relation, "createdAt", "updatedAt")
    SELECT 'soldier ' || person || '-' || number, 'person ' || person, 'bf4', 'pc', '', person || '-' || number, 'mine', '', ''
    FROM ${all}`.execute(db);
  await sql`INSERT INTO goal (id, "userId", "soldierId", body, place, "createdAt", "updatedAt")
    SELECT 'goal of ' || id, "userId", id, '{}', '', '', '' FROM soldier`.execute(db);
  for (const table of WRITTEN_TWICE)
    await sql
      .raw(
        `CREATE TABLE "twin_${table}" (LIKE ${table} INCLUDING DEFAULTS); INSERT INTO "twin_${table}" TABLE "${table}"`,
      )
      .execute(db);
  await sql`CREATE INDEX ON twin_goal ("soldierId")`.execute(db);
  for (const table of WRITTEN_TWICE) await sql.raw(`CREATE INDEX ON "twin_${table}" (id)`).execute(db);
}

const random = (size: number): number => 1 + Math.floor(Math.random() * size);

type Written = { count: number; longestMs: number };
/** Statements, and those that have the same effect on the twins. */
type Change = { own: string[]; twin: string[] };

const inTwins = (statements: readonly string[]): string[] =>
  statements.map((statement) => statement.replace(/(INTO|UPDATE|FROM) (\w+)/, "$1 twin_$2"));
const alike = (...own: string[]): Change => ({ own, twin: inTwins(own) });

const insertSoldier = (id: string, person: string) =>
  `INSERT INTO soldier (id, "userId", game, platform, name, "nameKey", relation, "createdAt", "updatedAt")
    VALUES ('${id}', '${person}', 'bf4', 'pc', '', '${id}', 'mine', '', '')`;
const insertGoal = (id: string, person: string) =>
  `INSERT INTO goal (id, "userId", "soldierId", body, place, "createdAt", "updatedAt")
    VALUES ('goal of ${id}', '${person}', '${id}', '{}', '', '', '')`;
const insertFolder = (person: string) =>
  `INSERT INTO folder (id, "userId", name, "createdAt", "updatedAt") VALUES ('${crypto.randomUUID()}', '${person}', '', '', '')`;

/** A random change; `guests` are people who may be deleted. */
function getChange(guests: string[]): Change {
  const [row, person, id] = [`${random(PEOPLE)}-${random(ROWS_EACH)}`, `person ${random(PEOPLE)}`, crypto.randomUUID()];
  const goalsOf = `WHERE "soldierId" = 'soldier ${row}'`;
  const moved = `UPDATE soldier SET "userId" = '${person}' WHERE id = 'soldier ${row}'`;
  const removed = `DELETE FROM soldier WHERE id = 'soldier ${row}'`;
  const withoutTwin = (own: string[], after: string[]) => ({ own: [...own, ...after], twin: inTwins(after) });
  const changes: (() => Change)[] = [
    () => alike(insertFolder(person)),
    () => alike(insertSoldier(id, person), insertGoal(id, person)),
    () => alike(`UPDATE folder SET name = name || 'x' WHERE id = 'folder ${row}'`),
    () => alike(`UPDATE folder SET "userId" = '${person}' WHERE id = 'folder ${row}'`),
    () => alike(`DELETE FROM folder WHERE id = 'folder ${row}'`),
    () => alike(`UPDATE goal SET body = '{"again":true}' ${goalsOf}`),
    // The foreign key takes the goals along.
    () => ({ own: [moved], twin: inTwins([moved, `UPDATE goal SET "userId" = '${person}' ${goalsOf}`]) }),
    () => ({ own: [removed], twin: inTwins([removed, `DELETE FROM goal ${goalsOf}`]) }),
    () => {
      guests.push(id);
      const guest = `INSERT INTO "user" (id, name, email, "emailVerified") VALUES ('${id}', 'guest', '${id}', false)`;
      return withoutTwin([guest], [insertFolder(id), insertSoldier(id, id), insertGoal(id, id)]);
    },
    () => {
      const guest = guests.shift() ?? "";
      const twin = WRITTEN_TWICE.map((table) => `DELETE FROM ${table} WHERE "userId" = '${guest}'`);
      return { own: [`DELETE FROM "user" WHERE id = '${guest}'`], twin: inTwins(twin) };
    },
  ];
  return changes[random(changes.length) - 1]?.() ?? alike();
}

/** Changes rows of all people at random, and their twins alike. */
async function write(db: Database, signal: AbortSignal): Promise<Written> {
  const written = { count: 0, longestMs: 0 };
  const guests: string[] = [];
  while (!signal.aborted) {
    const { own, twin } = getChange(guests);
    const began = performance.now();
    await db.transaction().execute(async (trx) => {
      for (const statement of [...own, ...twin]) await sql.raw(statement).execute(trx);
    });
    written.count += 1;
    written.longestMs = Math.max(written.longestMs, performance.now() - began);
  }
  return written;
}

/** Locks a row for longer than a lock is waited for, again and again. */
async function lockRows(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM folder WHERE id = ${`folder ${random(PEOPLE)}-${random(ROWS_EACH)}`} FOR UPDATE`.execute(
        trx,
      );
      await sleep(LOCKED_MS);
    });
    await sleep(LOCKED_MS);
  }
}

async function count(db: Database, what: string): Promise<number> {
  const { rows } = await sql.raw<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`).execute(db);
  return rows[0]?.count ?? Number.NaN;
}

test.runIf(programs)("a site goes into partitions while people write", async () => {
  await using cluster = await startPostgres(programs ?? "");
  const open = (url: string) => openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "silent" }));
  const [operator, people] = [open(cluster.url), open(`${cluster.url}?options=-c%20lock_timeout%3D${MAX_WAIT}`)];
  await migrate(operator, { kind: "postgres" });
  await fill(operator);
  // What a run leaves that was killed.
  await sql`CREATE SCHEMA public_partitions_new CREATE TABLE loadout (id text)`.execute(operator);
  const ending = new AbortController();
  const { signal } = ending;
  const writing = Promise.all(Array.from({ length: WRITERS }, () => write(people, signal)));
  const locking = lockRows(people, signal);
  const work = async () => {
    await sql`CREATE VIEW mine AS SELECT id FROM folder`.execute(operator);
    await expect(partitionTables(operator, 8)).rejects.toThrow(
      "Drop these first, and create them again afterwards: mine.",
    );
    await sql`DROP VIEW mine`.execute(operator);
    await sql`CREATE ROLE reader; GRANT SELECT ON folder TO reader`.execute(operator);
    const interrupted = new AbortController();
    const report = (line: string) => {
      if (line.startsWith("soldier:")) interrupted.abort(new Error("interrupted"));
    };
    await expect(partitionTables(operator, 8, { report, signal: interrupted.signal })).rejects.toThrow("interrupted");
    expect(await count(operator, "pg_namespace WHERE nspname LIKE 'public_%'")).toBe(0);
    expect(await count(operator, "pg_trigger WHERE tgname LIKE '%Mirror'")).toBe(0);
    const lines: string[] = [];
    const began = performance.now();
    await partitionTables(operator, 8, { report: (line) => void lines.push(line) });
    expect(lines).toContain("tick: 0 rows copied");
    return performance.now() - began;
  };
  const [tookMs, written] = await Promise.all([work().finally(() => ending.abort()), writing, locking]);
  for (const table of WRITTEN_TWICE)
    for (const [one, other] of [
      [table, `twin_${table}`],
      [`twin_${table}`, table],
    ])
      expect(await count(operator, `(TABLE ${one} EXCEPT ALL TABLE ${other}) AS lost`), one).toBe(0);
  expect(
    await count(operator, "pg_roles WHERE rolname = 'reader' AND has_table_privilege(oid, 'folder', 'SELECT')"),
  ).toBe(1);
  expect(await count(operator, `pg_inherits WHERE inhparent = 'goal'::regclass`)).toBe(8);
  for (const db of [operator, people]) await db.destroy();
  const [writes, longestMs] = [
    written.reduce((sum, { count }) => sum + count, 0),
    Math.max(...written.map((one) => one.longestMs)),
  ];
  expect(writes).toBeGreaterThan(MIN_WRITTEN);
  figure(
    `${3 * PEOPLE * ROWS_EACH} rows into partitions in ${Math.round(tookMs)} ms: ${writes} transactions in the meantime, none lost, the longest of ${Math.round(longestMs)} ms`,
  );
});
