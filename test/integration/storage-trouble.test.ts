// An SQLite database that can be read but not written: a full disk, a read-only file, a damaged file.
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { ERRORS } from "#messages/errors.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

async function makeWorldOnFile() {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const file = join(folder, "site.sqlite");
  const world = await makeWorld({
    environment: { DATABASE_URL: file, LOG_LEVEL: "silent" },
    singleProcess: USES_INTERNALS,
  });
  const [error, info, warn] = [
    vi.spyOn(world.context.logger, "error"),
    vi.spyOn(world.context.logger, "info"),
    vi.spyOn(world.context.logger, "warn"),
  ];
  const person = world.visitor();
  await person.post("/api/auth/sign-in/anonymous");
  return {
    world,
    file,
    person,
    error,
    info,
    warn,
    fetchReadiness: async () => {
      const response = await world.visitor().fetch("/api/health/ready");
      return [response.status, await response.json()];
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Repeats a write until it is refused, because the existing pages of the file may have space for a few rows. */
async function writeUntilRefused(write: (count: number) => Promise<Response>): Promise<Response> {
  for (let count = 0; count < 60; count += 1) {
    const response = await write(count);
    if (response.status === 503) return response;
    expect(response.status).toBe(200);
  }
  throw new Error("Everything was stored.");
}

const signUp = (visitor: Visitor, count: number) =>
  visitor.post("/api/auth/sign-up/email", {
    name: "x".repeat(60),
    email: `someone-${count}@example.com`,
    password: "a password of some length",
  });

const saveFolder = (visitor: Visitor, name: string) =>
  visitor.post("/api/trpc/folder.save", { id: crypto.randomUUID(), name });

const SET_FULL = sql`PRAGMA max_page_count = 1`;
const SET_FREE = sql`PRAGMA max_page_count = 1000000`;
const SET_READ_ONLY = sql`PRAGMA query_only = ON`;
const SET_WRITABLE = sql`PRAGMA query_only = OFF`;

test.for([
  ["storage_full", "full", SET_FULL, SET_FREE],
  ["storage_read_only", "read-only", SET_READ_ONLY, SET_WRITABLE],
] as const)(
  "%s is returned, logged once and shown by the health check until something is stored again",
  async ([code, trouble, begin, end]) => {
    await using site = await makeWorldOnFile();
    const { db } = site.world.context;
    const message = ERRORS[code].message();
    expect(await site.fetchReadiness()).toMatchObject([200, { status: "ready" }]);
    await begin.execute(db);
    // The site notices this without a request.
    await vi.waitFor(() => expect(site.error).toHaveBeenCalled(), { timeout: 20_000 });
    const account = await writeUntilRefused((count) => signUp(site.world.visitor(), count));
    expect(account.headers.get("retry-after")).toBe("5");
    expect(await account.json()).toEqual({ code, message });
    const data = await writeUntilRefused((count) => saveFolder(site.person, `${count} ${"x".repeat(30)}`));
    expect(data.headers.get("retry-after")).toBe("5");
    expect(await data.json()).toMatchObject({ error: { message, data: { fault: { code } } } });
    expect((await site.person.fetch("/api/trpc/folder.list")).status).toBe(200);
    expect(await site.fetchReadiness()).toMatchObject([
      200,
      { status: "degraded", cause: code, parts: { database: "up" } },
    ]);
    expect(site.error.mock.calls).toEqual([
      [{ trouble, code: expect.stringMatching(/^SQLite \d+$/) }, expect.any(String)],
    ]);
    expect(site.warn).not.toHaveBeenCalled();
    await end.execute(db);
    await vi.waitFor(async () => expect(await site.fetchReadiness()).toMatchObject([200, { status: "ready" }]), {
      timeout: 10_000,
    });
    expect((await saveFolder(site.person, "after")).status).toBe(200);
    expect(site.info.mock.calls).toEqual([[{ trouble, ms: expect.any(Number) }, "the database works again"]]);
    expect(site.error).toHaveBeenCalledTimes(1);
  },
);

test("a damaged file has its own error code, is logged once, and makes the health check return degraded", async () => {
  await using site = await makeWorldOnFile();
  const { db } = site.world.context;
  const pages = await sql<{ rootpage: number; page: number }>`
    SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS page FROM sqlite_schema
    WHERE tbl_name IN ('loadout', 'session') AND rootpage > 0`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  await using handle = await open(site.file, "r+");
  for (const { rootpage, page } of pages.rows) {
    await handle.write(Buffer.alloc(page, 0xa5), 0, page, (rootpage - 1) * page);
  }
  await sql`PRAGMA shrink_memory`.execute(db);
  const message = ERRORS.storage_corrupt.message();
  for (const path of ["/api/auth/get-session", "/api/auth/list-accounts"]) {
    const response = await site.person.fetch(path);
    expect([response.status, await response.json()]).toEqual([503, { code: "storage_corrupt", message }]);
  }
  const data = await site.person.fetch("/api/trpc/folder.list");
  expect([data.status, await data.json()]).toMatchObject([
    503,
    { error: { data: { fault: { code: "storage_corrupt" } } } },
  ]);
  expect(await site.fetchReadiness()).toMatchObject([200, { status: "degraded", cause: "storage_corrupt" }]);
  expect(site.error.mock.calls).toEqual([[{ trouble: "corrupt", code: "SQLite 11" }, expect.any(String)]]);
});
