import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { NodeSqliteDialect } from "./node-sqlite.ts";

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
