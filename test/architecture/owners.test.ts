// Tests the check that SQL statements name the owner; test/harness/setup/require-owners.ts applies it in all database tests.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findUnowned } from "#test/harness/unowned.ts";

test.each([
  ['select "id" from "loadout" where "userId" = ? and "id" in (?, ?)'],
  ['select "id" from "loadout" where "userId" in ($1, $2)'],
  ['insert into "goal" ("id", "userId", "body") values (?, ?, ?) on conflict do nothing'],
  [
    'update "tick" set "userId" = $1 where "userId" = $2 and "targetId" not in (select "targetId" from "tick" where "userId" = $3)',
  ],
  [
    'select 1 from "boardConsent" inner join "soldier" on "soldier"."userId" = "boardConsent"."userId" and "soldier"."id" = "boardConsent"."soldierId"',
  ],
  [
    'select (select count(*) from "loadout" where "loadout"."userId" = "folder"."userId" and "folderId" = "folder"."id") from "folder" where "userId" = ?',
  ],
  [
    'select 1 from "importedLoadout" left join "loadout" on "loadout"."userId" = "importedLoadout"."userId" where "importedLoadout"."userId" = ?',
  ],
  ['select "id" from "snapshot" where "deletedAt" < ? limit ? /* of all owners */'],
  ['select "id" from "user" where "id" = ?'],
])("accepts %s", (sql) => {
  expect(findUnowned(sql)).toEqual([]);
});

test.each([
  ['select "id" from "loadout" where "id" = ?', ["loadout"]],
  ['delete from "snapshot" where "id" in (?, ?)', ["snapshot"]],
  ['update "soldier" set "userId" = ? where "id" = ?', ["soldier"]],
  ['insert into "goal" ("id", "body") values (?, ?)', ["goal"]],
  [
    'select 1 from "boardConsent" inner join "soldier" on "soldier"."id" = "boardConsent"."soldierId" where "boardConsent"."userId" = ?',
    ["soldier"],
  ],
  [
    'select (select count(*) from "loadout" where "folderId" = "folder"."id") from "folder" where "userId" = ?',
    ["loadout"],
  ],
  ['select "id" from "folder" where "userId" = ? union all select "id" from "loadout" where "id" = ?', ["loadout"]],
  ['select "id" from "platoonLoadout" where "authorId" = ?', ["platoonLoadout"]],
  ['select "id" from "user" where "id" in (select "userId" from "snapshot" where "id" = ?)', ["snapshot"]],
])("refuses %s", (sql, tables) => {
  expect(findUnowned(sql)).toEqual(tables);
});

/** The files that may use `OF_ALL_OWNERS`: its definition, purges and other jobs that work on all users' rows. */
const FOR_ALL_OWNERS = [
  "src/server/database/database.ts",
  "src/server/database/purge-run.ts",
  "src/server/features/account/export.ts",
  "src/server/features/loadout/repository.ts",
  "src/server/features/platoon/deleted-platoons.ts",
  "src/server/features/platoon/platoon-owners.ts",
  "src/server/features/soldier/refresh.ts",
  "src/server/features/soldier/snapshot-repository.ts",
];

test("only the listed files contain statements for all owners", () => {
  const files = globSync("src/server/**/*.ts").filter((path) => /\bOF_ALL_OWNERS\b/.test(readFileSync(path, "utf8")));
  expect(files.toSorted()).toEqual(FOR_ALL_OWNERS);
});
