import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createLogger } from "#server/logger.ts";
import { isWordOf } from "./words.ts";

test("words of some loadouts are looked up by the loadouts, not among all words of the person", async () => {
  const db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
  await migrate(db, "sqlite");
  const { sql: text } = db
    .selectFrom("loadoutWord")
    .select(["loadoutId", "word"])
    .where("loadoutId", "in", ["one", "other"])
    .where(isWordOf("someone"))
    .compile();
  const { rows } = await sql<{
    detail: string;
  }>`${sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll("?", "''")}`)}`.execute(db);
  await db.destroy();
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining("loadoutWordLoadoutId (loadoutId=?)")]);
});
