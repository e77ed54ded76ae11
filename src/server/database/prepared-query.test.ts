import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { preparedQuery } from "./prepared-query.ts";

const db = openDatabase({ kind: "sqlite", path: ":memory:" }, pino({ enabled: false }));
await migrate(db, { kind: "sqlite", path: ":memory:" });

const readNames = preparedQuery((database) =>
  database.selectFrom("user").select("name").where("id", "=", "").compile(),
);
const getNames = async (id: string) => (await readNames(db, id)).map(({ name }) => name);

/** Inserts a user; outside of tests the account library does this. */
const addUser = (to: Database, name: string) =>
  sql`insert into user (id, name, email, emailVerified, createdAt, updatedAt)
    values ('one', ${name}, 'a@example.com', 0, '2026-01-01', '2026-01-01')`.execute(to);

afterEach(() => sql`delete from user`.execute(db));

it("reads current rows for the given values on each call", async () => {
  expect(await getNames("one")).toEqual([]);
  await addUser(db, "First");
  expect(await getNames("one")).toEqual(["First"]);
  await sql`update user set name = 'Second'`.execute(db);
  expect(await getNames("one")).toEqual(["Second"]);
});

it("does not read uncommitted rows of a transaction", async () => {
  const results: Promise<string[]>[] = [];
  const transaction = db.transaction().execute(async (trx) => {
    await addUser(trx, "Not committed yet");
    results.push(getNames("one"));
    expect(await readNames(trx, "one")).toHaveLength(1);
    throw new Error("rolled back");
  });
  await expect(transaction).rejects.toThrow("rolled back");
  expect(await Promise.all(results)).toEqual([[]]);
});
