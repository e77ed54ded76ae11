import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const IDS = Array.from({ length: 10 }, (_, number) => String(number));

let db: Database;
beforeAll(async () => {
  db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
  await migrate(db, { kind: "sqlite", path: ":memory:" });
});
afterAll(() => db.destroy());

async function getPlan({ sql: text }: CompiledQuery): Promise<string[]> {
  const explain = sql<{ detail: string }>`${sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll("?", "''")}`)}`;
  return (await explain.execute(db)).rows.map(({ detail }) => detail);
}

test("rows are found by owner and id in the primary key", async () => {
  for (const table of ["loadout", "snapshot", "importedLoadout"] as const) {
    const rows = db.selectFrom(table).select("createdAt").where("userId", "=", "someone");
    const plan = await getPlan(rows.where("id", "in", IDS).compile());
    expect(plan).toEqual([expect.stringContaining("(userId=? AND id=?)")]);
  }
});

test("the loadouts of a folder are counted with the index of folders", async () => {
  const inside = db.selectFrom("loadout").select("game").where("userId", "=", "someone").where("folderId", "=", "one");
  const plan = await getPlan(inside.where("deletedAt", "is", null).where("game", "=", "bf4").compile());
  expect(plan).toEqual([expect.stringContaining("loadoutUserIdFolder (userId=? AND folderId=?)")]);
});

test("snapshots of a soldier are read in index order, without sorting", async () => {
  const snapshots = db.selectFrom("snapshot").select("figures").where("userId", "=", "someone");
  const newest = snapshots.where("soldierId", "=", "one").where("deletedAt", "is", null).orderBy("takenAt", "desc");
  const plan = await getPlan(newest.orderBy("id", "desc").limit(12).compile());
  expect(plan).toEqual([expect.stringContaining("snapshotSoldierIdTakenAt (soldierId=?)")]);
});
