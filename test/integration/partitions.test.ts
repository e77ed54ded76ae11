// The large tables are keyed by their owner: as an upgrade makes them while version 0.1.0 writes, and in partitions.
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createIndexes, prepareIndexes } from "#server/database/migrations/large-tables.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { OWNED_TABLES } from "#server/database/user-data-tables.ts";
import { mergeGuest } from "#server/operations/departure.ts";
import { runAdmin, signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { getExport } from "#test/harness/data/exports.ts";
import { aLoadout, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { call } from "#test/harness/data/platoons.ts";
import { INSIDES } from "#test/harness/isolation.ts";
import { bareDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";

const open = (url: string) => openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "silent" }));

async function readRows<Row>(db: Database, statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(db)).rows;
}

/** How many rows each large table has, and a digest of them. */
async function readContents(db: Database): Promise<Map<string, { rows: number; digest: string }>> {
  const contents = new Map<string, { rows: number; digest: string }>();
  for (const table of Object.keys(OWNED_TABLES)) {
    const [found] = await readRows<{ rows: number; digest: string }>(
      db,
      `SELECT count(*)::int AS rows, md5(string_agg(content::text, '' ORDER BY content::text)) AS digest FROM "${table}" AS content`,
    );
    if (found) contents.set(table, found);
  }
  return contents;
}

/** The columns of each primary key, and of each foreign key between large tables. */
async function readKeys(db: Database): Promise<{ table: string; kind: string; columns: string; isValid: boolean }[]> {
  const tables = Object.keys(OWNED_TABLES).map((name) => `'${name}'`);
  return readRows(
    db,
    `SELECT child.relname AS table, contype AS kind, convalidated AS "isValid",
      array_to_string(ARRAY(SELECT attname FROM unnest(conkey) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place), ' ') AS columns
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid LEFT JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE NOT child.relispartition AND child.relname IN (${tables})
      AND (contype = 'p' OR contype = 'f' AND parent.relname IN (${tables})) ORDER BY child.relname, contype`,
  );
}

function expectOwnerKeys(keys: Awaited<ReturnType<typeof readKeys>>): void {
  const owners: Record<string, string> = OWNED_TABLES;
  expect(
    keys
      .filter(({ kind }) => kind === "p")
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual(Object.keys(owners).toSorted());
  expect(keys.filter(({ kind }) => kind === "f").map(({ table, columns }) => `${table}: ${columns}`)).toEqual([
    "goal: userId soldierId",
    "importedLoadout: userId importId",
    "loadoutEvent: organizationId loadoutId",
    "snapshot: userId soldierId",
  ]);
  for (const { table, columns, isValid } of keys) {
    expect(columns.split(" ")[0], table).toBe(owners[table]);
    expect(isValid, table).toBe(true);
  }
}

/** The tables as migration 0025 left them, with people of that release. */
async function createEarlier(db: Database): Promise<void> {
  const earlier = Object.entries(listMigrations("postgres")).slice(0, 25);
  const provider = { getMigrations: async () => Object.fromEntries(earlier) };
  expect(
    (await new Migrator({ db: db as unknown as Kysely<unknown>, provider }).migrateToLatest()).error,
  ).toBeUndefined();
  for (const id of ["guest", "account"])
    await sql`INSERT INTO "user" (id, name, email, "emailVerified") VALUES (${id}, ${id}, ${id}, false)`.execute(db);
  await sql`INSERT INTO "lockerImport" (id, "userId", state, "createdAt", "updatedAt")
    VALUES ('import', 'account', 'open', '', '')`.execute(db);
  await stageByEarlier(db, 1);
  await sql`INSERT INTO "platoonLoadout" (id, "organizationId", game, name, body, words, state, "changedAt", version, stays,
    "createdAt", "updatedAt") VALUES ('original', 'platoon', 'bf4', '', '{}', '', '', '', 1, 1, '', '')`.execute(db);
  await sql`INSERT INTO "loadoutCopy" (id, "userId", "loadoutId", "platoonLoadoutId", version, "ownVersion", "createdAt", "updatedAt")
    SELECT original, 'account', original, original, 1, 1, '', '' FROM (VALUES ('original'), ('gone')) AS copied (original)`.execute(
    db,
  );
}

/** As version 0.1.0 does: it knows no owner of a staged loadout, and counts on ids and numbers that are unique. */
const stageByEarlier = (db: Database, number: number) =>
  sql`INSERT INTO "importedLoadout" (id, "importId", number, "loadoutId", "seenVersion", body, "createdAt", "updatedAt")
    VALUES (${`staged ${number}`}, 'import', ${number}, 'one', 0, '{}', '', '')
    ON CONFLICT ("importId", number) DO UPDATE SET body = '{"again":1}'`.execute(db);

const insertSoldier = (db: Database, id: string, userId: string, name: string) =>
  sql`INSERT INTO soldier (id, "userId", game, platform, name, "nameKey", relation, "createdAt", "updatedAt")
    VALUES (${id}, ${userId}, 'bf4', 'pc', ${name}, ${name}, 'mine', '', '')`.execute(db);

const insertGuestsGoal = (db: Database, id: string) =>
  sql`INSERT INTO goal (id, "userId", "soldierId", body, place, "createdAt", "updatedAt")
    VALUES (${id}, 'guest', ${id}, '{}', '', '', '')`.execute(db);

if (process.env["TEST_DATABASE"]) {
  test("two starts at once give the tables of an earlier release keys by owner, and that release goes on", async () => {
    const url = await bareDatabaseUrl();
    const [one, other] = [open(url), open(url)];
    await createEarlier(one);
    // What a start leaves that ended while it made an index.
    await sql`CREATE UNIQUE INDEX "soldierKey" ON soldier ("userId", id)`.execute(one);
    await sql`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"soldierKey"'::regclass`.execute(one);
    // And what a merge leaves whose process ended between its transactions: the soldier is the account's, the goal the guest's.
    await insertSoldier(one, "cut off", "account", "cut off");
    await insertGuestsGoal(one, "cut off");
    await Promise.all([one, other].map((db) => migrate(db, { kind: "postgres" })));
    expectOwnerKeys(await readKeys(one));
    expect(await readRows(one, 'SELECT id, "organizationId" FROM "loadoutCopy" ORDER BY id')).toEqual([
      { id: "gone", organizationId: null },
      { id: "original", organizationId: "platoon" },
    ]);
    await stageByEarlier(one, 1);
    await stageByEarlier(one, 2);
    expect(await readRows(one, 'SELECT number, "userId", body FROM "importedLoadout" ORDER BY number')).toEqual([
      { number: 1, userId: "account", body: '{"again":1}' },
      { number: 2, userId: "account", body: "{}" },
    ]);
    for (const [id, userId, name] of [
      ["twin", "account", "both"],
      ["both", "guest", "both"],
      ["moved", "guest", "guest's"],
    ] as const)
      await insertSoldier(one, id, userId, name);
    for (const id of ["both", "moved"]) await insertGuestsGoal(one, id);
    // Version 0.1.0 merges in one transaction, what belongs to a soldier after the soldier.
    await one.transaction().execute(async (trx) => {
      await sql`UPDATE soldier SET "userId" = 'account' WHERE id = 'moved'`.execute(trx);
      await sql`UPDATE goal SET "soldierId" = 'twin' WHERE "soldierId" = 'both'`.execute(trx);
      await sql`DELETE FROM soldier WHERE id = 'both'`.execute(trx);
      await sql`UPDATE goal SET "userId" = 'account' WHERE "userId" = 'guest'`.execute(trx);
    });
    expect(await readRows(one, 'SELECT id, "userId", "soldierId" FROM goal ORDER BY id')).toEqual([
      { id: "both", userId: "account", soldierId: "twin" },
      { id: "cut off", userId: "account", soldierId: "cut off" },
      { id: "moved", userId: "account", soldierId: "moved" },
    ]);
    const saved = sql`INSERT INTO folder (id, "userId", name, "createdAt", "updatedAt") VALUES ('f', 'guest', 'F', '', '')
      ON CONFLICT (id) DO NOTHING`;
    for (const numAffectedRows of [1n, 0n]) expect(await saved.execute(one)).toMatchObject({ numAffectedRows });
    for (const db of [one, other]) await db.destroy();
  });

  test("a site goes into partitions with all it has, and on in them", async () => {
    await using world = await makeWorld({ environment: { DATABASE_URL: await bareDatabaseUrl() }, alone: INSIDES });
    const { db } = world.context;
    const { visitor: owner } = await signUpAndIn(world);
    const visitor = await guest(world);
    const [guestId = "", ownerId = ""] = (await Promise.all([visitor, owner].map(getUser))).map(({ id }) => id);
    for (const one of [visitor, owner]) {
      const folder = { id: crypto.randomUUID(), name: `Folder of ${one === owner ? "owner" : "guest"}` };
      await one.trpc.folder.save.mutate(folder);
      await one.trpc.loadout.save.mutate({ ...newLoadout(aLoadout(world), folder.name), folderId: folder.id });
      await one.trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
    }
    const before = await readContents(db);
    expect(before.get("snapshot")?.rows).toBeGreaterThan(1);
    expect(await runAdmin(world.context, ["partition", "8"])).toMatch(/in 8 partitions each/);
    expect(await readContents(db)).toEqual(before);
    expectOwnerKeys(await readKeys(db));
    const parts = await readRows<{ table: string; parts: number }>(
      db,
      `SELECT parent.relname AS table, count(*)::int AS parts FROM pg_inherits JOIN pg_class AS parent ON parent.oid = inhparent
       WHERE parent.relkind = 'p' GROUP BY parent.relname`,
    );
    expect(new Map(parts.map(({ table, parts }) => [table, parts]))).toEqual(
      new Map(Object.keys(OWNED_TABLES).map((table) => [table, 8])),
    );
    const plan = await readRows<object>(
      db,
      `EXPLAIN SELECT id FROM loadout WHERE "userId" = '${ownerId}' AND id IN ('a', 'b')`,
    );
    expect(new Set(JSON.stringify(plan).match(/loadoutPart\d/g)).size).toBe(1);
    // The account has a loadout and a folder by the ids of the guest's: only where ids are unique for each owner.
    const [theirs] = (await visitor.trpc.loadout.list.query({})).items;
    const [folder] = await visitor.trpc.folder.list.query();
    const mine = newLoadout(aLoadout(world, "bf4", "engineer"), "Mine");
    await owner.trpc.loadout.save.mutate({ ...mine, id: theirs?.id ?? "" });
    await owner.trpc.folder.save.mutate({ id: folder?.id ?? "", name: "Also mine" });
    await mergeGuest(db, guestId, ownerId);
    const { items } = await owner.trpc.loadout.list.query({});
    expect(items.map(({ name }) => name).toSorted()).toEqual(["Folder of guest", "Folder of owner", "Mine"]);
    expect((await owner.trpc.loadout.list.query({ q: "guest" })).items.map(({ name }) => name)).toEqual([
      "Folder of guest",
    ]);
    const folders = await owner.trpc.folder.list.query();
    expect(folders.map(({ name, loadouts }) => [name, loadouts])).toEqual([
      ["Also mine", 0],
      ["Folder of guest", 1],
      ["Folder of owner", 1],
    ]);
    // Two platoons have a loadout by the same id, and the person a copy of each.
    const { locker } = owner.trpc.platoon;
    const shared = {
      id: crypto.randomUUID(),
      content: { name: "Shared", note: "", tags: [], loadout: aLoadout(world) },
    };
    const proposal = { ...shared, note: "", stays: true, isPublished: true, teamId: null, mapId: null, modeId: null };
    const copies: (string | undefined)[] = [];
    const platoons: { organizationId: string; id: string }[] = [];
    for (const slug of ["night", "day"]) {
      const { id } = await (await call(owner, "create", { name: slug, slug })).json();
      const platoon = { organizationId: String(id), id: shared.id };
      platoons.push(platoon);
      await locker.propose.mutate({ ...platoon, proposals: [proposal] });
      copies.push((await locker.copy.mutate({ ...platoon, copyId: crypto.randomUUID() })).id);
    }
    const listed = await Promise.all(platoons.map((platoon) => locker.list.query(platoon)));
    expect(listed.map(({ items }) => items[0]?.copy?.loadoutId)).toEqual(copies);
    expect(new Set(copies).size).toBe(2);
    // Each is a page of an export.
    await db
      .updateTable("platoonLoadout")
      .set({ words: "w".repeat(600_000) })
      .where("id", "=", shared.id)
      .execute();
    const { rows, rowCount, pages } = await getExport(owner);
    expect(rows["platoonLoadout"]?.map(({ organizationId }) => organizationId).toSorted()).toEqual(
      platoons.map(({ organizationId }) => organizationId).toSorted(),
    );
    expect(Object.values(rows).flat()).toHaveLength(rowCount);
    expect(pages).toBeGreaterThan(1);
    await expect(runAdmin(world.context, ["partition", "8"])).rejects.toThrow("in partitions already");
    // As a later migration does.
    const later = [{ name: "folderLater", table: "folder", on: '("userId", "name")' }];
    await prepareIndexes(db as Kysely<unknown>, later);
    const listIndexes = () =>
      readRows(db, "SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%(\"userId\", name)'");
    const prepared = await listIndexes();
    expect(prepared).toHaveLength(8);
    await createIndexes(db as Kysely<unknown>, later);
    expect(await listIndexes()).toEqual(expect.arrayContaining([{ indexname: "folderLater" }, ...prepared]));
    expect(await listIndexes()).toHaveLength(9);
  });
} else {
  test("SQLite has no partitions", async () => {
    await using world = await makeWorld({ alone: INSIDES });
    await expect(runAdmin(world.context, ["partition", "8"])).rejects.toThrow("PostgreSQL 15 or newer");
  });
}
