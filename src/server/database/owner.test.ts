import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { isWordOf } from "#server/features/loadout/words.ts";
import { type Database, isOwnedBy, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const IDS = Array.from({ length: 10 }, (_, number) => String(number));

let db: Database;
beforeAll(async () => {
  db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
  await migrate(db, "sqlite");
});
afterAll(() => db.destroy());

async function getPlan({ sql: text }: CompiledQuery): Promise<string[]> {
  const explain = sql<{ detail: string }>`${sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll("?", "''")}`)}`;
  return (await explain.execute(db)).rows.map(({ detail }) => detail);
}

test("words of some loadouts are looked up by the loadouts, not among all words of the person", async () => {
  const words = db.selectFrom("loadoutWord").select("word").where("loadoutId", "in", IDS);
  const plan = await getPlan(words.where(isOwnedBy("someone")).compile());
  expect(plan).toEqual([expect.stringContaining("loadoutWordLoadoutId (loadoutId=?)")]);
});

test("words of a loadout are looked up by it, a merged guest's among them", async () => {
  const words = db.selectFrom("loadoutWord").select("word").where("loadoutId", "=", "one");
  const plan = await getPlan(words.where(isWordOf("someone")).compile());
  for (const index of ["loadoutWordLoadoutId (loadoutId=?)", "departureMergedInto (mergedInto=?)"])
    expect(plan).toContainEqual(expect.stringContaining(index));
});

test("some loadouts are looked up by their ids, not among all loadouts of the person", async () => {
  const loadouts = db.selectFrom("loadout").select("version").where("id", "in", IDS);
  const plan = await getPlan(loadouts.where(isOwnedBy("someone")).where("deletedAt", "is", null).compile());
  expect(plan).toEqual([expect.stringContaining("(id=?)")]);
});
