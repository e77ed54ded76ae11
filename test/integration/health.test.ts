// @postgres
import { hostname } from "node:os";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { checkPostgres, openDatabase } from "#server/database/database.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getEmptyDatabaseUrl, getPersistentDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { readStatusAndBody } from "#test/harness/responses.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld } from "#test/harness/world.ts";

const RELEASE = { release: expect.stringMatching(/^\d+\.\d+\.\d+/) };

test("a server with all dependencies is live and ready, and neither response is cached", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  expect(await readStatusAndBody(await visitor.fetch("/api/health/live"))).toEqual([
    200,
    { status: "live", ...RELEASE },
  ]);
  const ready = await visitor.fetch("/api/health/ready");
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(await readStatusAndBody(ready)).toEqual([200, { status: "ready", parts: { database: "up" }, ...RELEASE }]);
});

test("a server whose database is unavailable is live, and reports within a second that it is not ready", async () => {
  await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  const visitor = world.visitor();
  await world.context.db.destroy();
  const getElapsedMs = startStopwatch();
  expect(await readStatusAndBody(await visitor.fetch("/api/health/ready"))).toEqual([
    503,
    { status: "away", parts: { database: "away" }, ...RELEASE },
  ]);
  expect(getElapsedMs()).toBeLessThan(1000);
  expect((await visitor.fetch("/api/health/live")).status).toBe(200);
});

test("a server that closes is not ready", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  world.context.health.close();
  expect(await readStatusAndBody(await world.visitor().fetch("/api/health/ready"))).toEqual([
    503,
    { status: "closing", parts: { database: "up" }, ...RELEASE },
  ]);
});

test("a client over its rate limit still gets the health status", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  const calls = Array.from({ length: 9 }, () => "arsenal.none").join(",");
  const sendBatch = () => visitor.fetch(`/api/trpc/${calls}?batch=1`).then(({ status }) => status);
  let status = 0;
  for (let count = 0; count < 200 && status !== 429; count += 1) status = await sendBatch();
  expect(status).toBe(429);
  expect((await visitor.fetch("/api/health/ready")).status).toBe(200);
});

test("health checks are not logged, and every log line names the release and the process", async () => {
  await using folder = await createTempFolder();
  const [port, databaseUrl] = [await findFreePort(), await getPersistentDatabaseUrl(folder.path)];
  await using program = startProgram({ port, folder: folder.path, databaseUrl, environment: { LOG_LEVEL: "info" } });
  let log = "";
  program.process.stdout?.on("data", (chunk: Buffer) => {
    log += String(chunk);
  });
  await program.listening();
  for (const path of ["health/live", "health/ready", "auth/get-session"]) {
    await fetch(`http://localhost:${port}/api/${path}`);
  }
  await vi.waitFor(() => expect(log).toContain("/api/auth/get-session"));
  expect(log).not.toContain("/api/health/");
  const lines = log.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const { pid } = program.process;
  expect(lines.filter((line) => line.release !== lines[0].release || line.pid !== pid)).toEqual([]);
  expect(lines[0]).toMatchObject({ ...RELEASE, instance: hostname(), pid });
});

if (process.env["TEST_DATABASE"]) {
  test("a start warns when all processes together may open more connections than PostgreSQL allows", async () => {
    const url = await getEmptyDatabaseUrl();
    const logger = Object.assign(createLogger({ logLevel: "silent" }), { warn: vi.fn() });
    const db = openDatabase({ kind: "postgres", url }, logger);
    const check = () => checkPostgres(db, { kind: "postgres", url, poolSize: 30 }, logger);
    await check();
    expect(logger.warn).not.toHaveBeenCalled();
    // Nine processes that have just started. Each has one open connection, and may open 18 and one more to listen.
    const others = Array.from(
      { length: 9 },
      (_, number) => new pg.Client({ connectionString: url, application_name: `fieldlocker 18 site-${number}:1` }),
    );
    await Promise.all(others.map((other) => other.connect()));
    await check();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^DATABASE_POOL_SIZE: this process may open 31 connections, .* \d+ other processes/),
    );
    await Promise.all([...others.map((other) => other.end()), db.destroy()]);
  });
}
