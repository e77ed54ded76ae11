// A database of every earlier schema version is upgraded to the current one without data loss.
import { createHmac } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { getUser } from "#test/harness/answers.ts";
import { createAuthenticator } from "#test/harness/identity/authenticator.ts";
import { type Authenticator, signInByPasskey } from "#test/harness/identity/passkeys.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { makeWorld } from "#test/harness/world.ts";

const DUMPS = globSync("test/fixtures/schema/*.sql").toSorted();
/** The person of every dump, who has an account; the other one is a guest. */
const ROBIN = { email: "robin@example.com", password: "correct horse battery" };
const SECRET = "a secret that was stored with the database";
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** The account library's tables that name a platoon, and outlive its row. */
const OF_PLATOONS = ["member", "team", "invitation"];
const USER_TABLES = ["user", "session", "account", "verification", "loadout"];

type Place = AsyncDisposable & { path: string };

/** A database file with what the dump holds. */
async function restored(dump: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const path = join(folder, "old.sqlite");
  using database = new DatabaseSync(path);
  database.exec(readFileSync(dump, "utf8"));
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function upgrade(path: string): Promise<void> {
  const place: DatabasePlace = { kind: "sqlite", path };
  const db = openDatabase(place, createLogger({ logLevel: "silent" }));
  try {
    await migrate(db, place);
  } finally {
    await db.destroy();
  }
}

function getRows(path: string, tables: readonly string[]): Record<string, unknown[]> {
  using database = new DatabaseSync(path, { readOnly: true });
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all()]),
  );
}

describe("the schema", () => {
  test.for(DUMPS.map((dump) => [basename(dump, ".sql"), dump] as const))(
    "of %s is brought up to date with every row unharmed, and a second time without change",
    async ([, dump]) => {
      await using place = await restored(dump);
      const before = getRows(place.path, USER_TABLES);
      await upgrade(place.path);
      expect(getRows(place.path, USER_TABLES)).toMatchObject(before);
      expect(before["user"]).toHaveLength(2);
      for (const table of OF_PLATOONS) expect(getReferences(place.path, table), table).not.toContain("organization");
      const everything = [...USER_TABLES, "sqlite_schema", "kysely_schema_migration"];
      const after = getRows(place.path, everything);
      await upgrade(place.path);
      expect(getRows(place.path, everything)).toEqual(after);
    },
  );

  test.for(DUMPS.map((dump) => [basename(dump, ".sql"), dump] as const))(
    "of %s counts verified users as proven, and no others",
    async ([, dump]) => {
      await using place = await restored(dump);
      await upgrade(place.path);
      const proven = getRows(place.path, ["user"])["user"] as {
        emailVerified: number;
        addressProvenAt: string | null;
      }[];
      expect(proven.map(({ emailVerified }) => emailVerified).toSorted()).toEqual([0, 1]);
      for (const user of proven) expect(user.addressProvenAt !== null).toBe(user.emailVerified === 1);
    },
  );

  test.for(DUMPS.map((dump) => [basename(dump, ".sql"), dump] as const))(
    "of %s serves its people today",
    async ([, dump]) => {
      await using place = await restored(dump);
      await using world = await makeWorld({ environment: { DATABASE_URL: place.path } });
      const robin = world.visitor();
      expect((await robin.post("/api/auth/sign-in/email", ROBIN)).status).toBe(200);
      expect(await robin.trpc.loadout.counts.query()).toEqual({ bf2042: 1, bf4: 1 });
      const { items } = await robin.trpc.loadout.list.query({});
      const ofGame = items.filter(({ loadout }) => loadout.game === "bf2042");
      expect(ofGame).toMatchObject([{ name: "Far off, 'quiet'", version: 2 }]);
    },
  );

  test.for(DUMPS.map((dump) => [basename(dump, ".sql"), dump] as const))(
    "of %s keeps its sessions and its passkeys",
    async ([, dump]) => {
      await using place = await restored(dump);
      const port = await freePort();
      const device = createAuthenticator(`http://localhost:${port}`);
      const { token, hasPasskeys } = atHand(place.path, device);
      const environment = { DATABASE_URL: place.path, SECRET, PORT: String(port) };
      await using world = await makeWorld({ environment });
      const signedIn = world.visitor();
      const signature = createHmac("sha256", SECRET).update(token).digest("base64");
      signedIn.cookies.set("fieldlocker.session_token", encodeURIComponent(`${token}.${signature}`));
      expect(await getUser(signedIn)).toMatchObject({ email: ROBIN.email });
      if (!hasPasskeys) return;
      const returning = world.visitor();
      expect((await signInByPasskey(returning, device)).status).toBe(200);
      expect(await getUser(returning)).toMatchObject({ email: ROBIN.email });
    },
  );
});

test("a database with platoons has them and their people, and brings back what was deleted before", async () => {
  await using place = await restored("test/fixtures/schema/0023-platoon-links.sql");
  {
    using database = new DatabaseSync(place.path);
    const inAMonth = new Date(Date.now() + MONTH_MS).toISOString();
    database.prepare("UPDATE deletedPlatoon SET endsAt = ?").run(inAMonth);
    database.prepare("UPDATE invitation SET expiresAt = ?").run(inAMonth);
  }
  const tables = ["organization", ...OF_PLATOONS, "teamMember"];
  const [before, indexes] = [getRows(place.path, tables), getIndexes(place.path)];
  for (const table of tables) expect(before[table]?.length, table).toBeGreaterThan(0);
  {
    await using world = await makeWorld({ environment: { DATABASE_URL: place.path } });
    expect(getRows(place.path, tables)).toEqual(before);
    expect(getIndexes(place.path)).toEqual(expect.arrayContaining(indexes));
    const robin = world.visitor();
    await robin.post("/api/auth/sign-in/email", ROBIN);
    const { members } = robin.trpc.platoon;
    const [deleted] = await members.deletedPlatoons.query();
    expect(deleted).toMatchObject({ name: "Friday Flankers" });
    await members.restorePlatoon.mutate({ id: String(deleted?.id) });
    expect(await members.overview.query()).toMatchObject([{ role: "owner" }, { role: "owner" }]);
  }
  using database = new DatabaseSync(place.path, { enableForeignKeyConstraints: true });
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(["teamMember", "invitation"].map((table) => getReferences(place.path, table))).toEqual([
    ["team", "user"],
    ["user"],
  ]);
  // As an earlier release deletes a platoon.
  database.exec("DELETE FROM organization");
  for (const table of tables) expect(database.prepare(`SELECT * FROM "${table}"`).all(), table).toEqual([]);
});

function getIndexes(path: string): unknown[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const ofPlatoons = "tbl_name IN ('member', 'team', 'teamMember', 'invitation')";
  return database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND ${ofPlatoons}`).all();
}

/** The tables to which this one has foreign keys. */
function getReferences(path: string, table: string): unknown[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const keys = database.prepare(`PRAGMA foreign_key_list("${table}")`).all();
  return keys.map((key) => key["table"]).toSorted();
}

/** What version 0.1.0 stores of a person, but for secrets and what ends by itself. */
const STORED_IN_0_1_0 = [
  "passkey",
  "member",
  "teamMember",
  "avatar",
  "loadout",
  "folder",
  "share",
  "soldier",
  "snapshot",
  "tick",
  "planItem",
  "goal",
] as const;

test("a database of version 0.1.0 gives its owner everything that it stored", async () => {
  await using place = await restored("test/fixtures/schema/0011-soldiers.sql");
  const { user: users = [], ...stored } = getRows(place.path, ["user", ...STORED_IN_0_1_0]) as Record<
    string,
    { id: string; userId: string; email: string }[]
  >;
  const robin = users.find(({ email }) => email === ROBIN.email)?.id;
  const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id).toSorted();
  const before = Object.entries(stored).map(([table, rows]) => [
    table,
    idsOf(rows.filter(({ userId }) => userId === robin)),
  ]);
  expect(before.filter(([, ids]) => ids?.length === 0)).toEqual([]);
  await using world = await makeWorld({ environment: { DATABASE_URL: place.path } });
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/email", ROBIN);
  const { rows, nextCursor } = await visitor.trpc.account.export.query();
  expect(nextCursor).toBeNull();
  const exported = rows as Record<string, { id: string }[]>;
  expect(STORED_IN_0_1_0.map((table) => [table, idsOf(exported[table])])).toEqual(before);
  const [soldier] = await visitor.trpc.soldier.list.query();
  expect(soldier?.last?.figures).not.toEqual({});
  expect((await visitor.trpc.goal.list.query({ soldierId: soldier?.id ?? "" })).length).toBe(1);
  expect((await visitor.trpc.folder.list.query()).length).toBe(1);
  expect((await visitor.trpc.share.list.query({})).items).toHaveLength(1);
});

/** Gives Robin's oldest session another month, and Robin's passkey to this device. */
function atHand(path: string, device: Authenticator): { token: string; hasPasskeys: boolean } {
  using database = new DatabaseSync(path);
  const { id } = database.prepare("SELECT id FROM user WHERE email = ?").get(ROBIN.email) ?? {};
  const { token } = database.prepare("SELECT token FROM session WHERE userId = ? LIMIT 1").get(String(id)) ?? {};
  const inAMonth = new Date(Date.now() + MONTH_MS).toISOString();
  database.prepare("UPDATE session SET expiresAt = ? WHERE token = ?").run(inAMonth, String(token));
  const hasPasskeys = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'passkey'").get() !== undefined;
  if (hasPasskeys) {
    const give = database.prepare("UPDATE passkey SET credentialID = ?, publicKey = ?, counter = 0 WHERE userId = ?");
    give.run(device.credentialId, device.publicKey, String(id));
  }
  return { token: String(token), hasPasskeys };
}
