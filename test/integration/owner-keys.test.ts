// @postgres-only @postgres
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { OWNED_TABLES } from "#test/harness/data/people.ts";
import { makeWorld } from "#test/harness/world.ts";

/** Returns the columns of each primary key, and of each foreign key between large tables. */
async function readKeys(db: Database) {
  const tables = Object.keys(OWNED_TABLES);
  const { rows } = await sql<{ table: string; kind: string; columns: string }>`
    SELECT child.relname AS table, contype AS kind,
      array_to_string(ARRAY(SELECT attname FROM unnest(conkey) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place), ' ') AS columns
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid LEFT JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE child.relname IN (${sql.join(tables)})
      AND (contype = 'p' OR contype = 'f' AND parent.relname IN (${sql.join(tables)}))
    ORDER BY child.relname, contype`.execute(db);
  return rows;
}

test("the keys of large tables, and the foreign keys between them, begin with the owner", async () => {
  await using world = await makeWorld();
  const keys = await readKeys(world.context.db);
  expect(
    keys
      .filter(({ kind }) => kind === "p")
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual(Object.keys(OWNED_TABLES).toSorted());
  expect(keys.filter(({ kind }) => kind === "f").map(({ table, columns }) => `${table}: ${columns}`)).toEqual([
    "goal: userId soldierId",
    "importedLoadout: userId importId",
    "loadoutEvent: organizationId loadoutId",
    "snapshot: userId soldierId",
  ]);
  for (const { table, columns } of keys) expect(columns.split(" ")[0], table).toBe(OWNED_TABLES[table]);
});
