import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { claimDatabase, NodeSqliteDialect } from "./node-sqlite.ts";

test("opening waits while another process creates the file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "sqlite-"));
  const path = join(folder.path, "site.sqlite");
  using other = new DatabaseSync(path);
  other.exec("CREATE TABLE made (name TEXT); BEGIN IMMEDIATE; INSERT INTO made VALUES ('first')");
  const db = new Kysely({ dialect: new NodeSqliteDialect(path) });
  const read = sql<{ name: string }>`SELECT name FROM made`.execute(db);
  await sleep(100);
  other.exec("COMMIT");
  expect((await read).rows).toEqual([{ name: "first" }]);
  await db.destroy();
});

test("synchronous reads share a transaction until the next statement or turn of the event loop", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "sqlite-"));
  const path = join(folder.path, "site.sqlite");
  const dialect = new NodeSqliteDialect(path);
  const db = new Kysely({ dialect });
  await sql`CREATE TABLE made (name TEXT)`.execute(db);
  using other = new DatabaseSync(path);
  const countRows = () => dialect.readSync("SELECT * FROM made", [])?.length;

  expect(countRows()).toBe(0);
  other.exec("INSERT INTO made VALUES ('by another process')");
  expect(countRows()).toBe(0);
  await sql`INSERT INTO made VALUES ('own')`.execute(db);
  expect(countRows()).toBe(2);
  other.exec("INSERT INTO made VALUES ('by another process')");
  await new Promise(setImmediate);
  expect(countRows()).toBe(3);

  expect(() => dialect.readSync("SELECT json(?)", ["no JSON"])).toThrow("malformed JSON");
  await db.transaction().execute(async (trx) => {
    expect(dialect.readSync("SELECT 1", [])).toBeNull();
    await sql`DELETE FROM made`.execute(trx);
  });
  expect(countRows()).toBe(0);
  await db.destroy();
});

test("a database is served by one process at a time", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "sqlite-"));
  const path = join(folder.path, "site.sqlite");
  {
    using first = claimDatabase(path);
    expect(first).not.toBeNull();
    expect(claimDatabase(path)).toBeNull();
  }
  using second = claimDatabase(path);
  expect(second).not.toBeNull();
});
