// An SQLite database file that is removed, replaced or damaged while the site runs.
import { copyFile, mkdtemp, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld } from "#test/harness/world.ts";

async function makeWorldOnFile() {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const file = join(folder, "site.sqlite");
  const environment = { DATABASE_URL: file, LOG_LEVEL: "silent" };
  const world = await makeWorld({ environment, singleProcess: USES_INTERNALS });
  return {
    world,
    file,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

test("a database file can be read by its owner only, also one that was readable by others", async () => {
  await using site = await makeWorldOnFile();
  const getModes = async (file: string) =>
    Promise.all(["", "-wal", "-shm"].map(async (end) => (await stat(`${file}${end}`)).mode & 0o777));
  expect(await getModes(site.file)).toEqual([0o600, 0o600, 0o600]);
  const older = join(dirname(site.file), "older.sqlite");
  await writeFile(older, "", { mode: 0o644 });
  await using _world = await makeWorld({ environment: { DATABASE_URL: older }, singleProcess: USES_INTERNALS });
  expect(await getModes(older)).toEqual([0o600, 0o600, 0o600]);
});

test.for([
  ["removed", (file: string) => rm(file)],
  [
    "replaced",
    async (file: string) => {
      await copyFile(file, `${file}.other`);
      await rename(`${file}.other`, file);
    },
  ],
] as const)("a server whose database file was %s is not ready", async ([, change]) => {
  await using site = await makeWorldOnFile();
  const fetchReadiness = () => site.world.visitor().fetch("/api/health/ready");
  expect((await fetchReadiness()).status).toBe(200);
  await change(site.file);
  const response = await fetchReadiness();
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { status: "away", parts: { database: "away" } },
  ]);
});

test("a damaged database file is answered 503, and does not sign users out", async () => {
  await using site = await makeWorldOnFile();
  const { db } = site.world.context;
  const visitor = site.world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const pages = await sql<{ rootpage: number; page: number }>`
    SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS page FROM sqlite_schema
    WHERE tbl_name IN ('session', 'loadout') AND rootpage > 0`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  await using handle = await open(site.file, "r+");
  for (const { rootpage, page } of pages.rows) {
    await handle.write(Buffer.alloc(page, 0xa5), 0, page, (rootpage - 1) * page);
  }
  await sql`PRAGMA shrink_memory`.execute(db);
  for (const path of ["/api/auth/get-session", "/api/trpc/folder.list", "/api/auth/list-accounts"]) {
    const response = await visitor.fetch(path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).not.toMatch(/malformed|SQLITE|disk image/i);
  }
});
