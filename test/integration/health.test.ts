// @postgres
import { hostname } from "node:os";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { checkPostgres, openDatabase } from "#server/database/database.ts";
import { statusAndBody } from "#test/harness/answers.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { freshDatabaseUrl, lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld } from "#test/harness/world.ts";

const RELEASE = { release: expect.stringMatching(/^\d+\.\d+\.\d+/) };

test("a server with all dependencies is live and ready, and neither response is cached", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  expect(await statusAndBody(await visitor.fetch("/api/health/live"))).toEqual([200, { status: "live", ...RELEASE }]);
  const ready = await visitor.fetch("/api/health/ready");
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(await statusAndBody(ready)).toEqual([200, { status: "ready", parts: { database: "up" }, ...RELEASE }]);
});

test("a server whose database is unavailable is live, and reports within a second that it is not ready", async () => {
  await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  const visitor = world.visitor();
  await world.context.db.destroy();
  const getElapsedMs = startStopwatch();
  expect(await statusAndBody(await visitor.fetch("/api/health/ready"))).toEqual([
    503,
    { status: "away", parts: { database: "away" }, ...RELEASE },
  ]);
  expect(getElapsedMs()).toBeLessThan(1000);
  expect((await visitor.fetch("/api/health/live")).status).toBe(200);
});

test("a server that closes is not ready", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  world.context.health.close();
  expect(await statusAndBody(await world.visitor().fetch("/api/health/ready"))).toEqual([
    503,
    { status: "closing", parts: { database: "up" }, ...RELEASE },
  ]);
});

test("a client over its rate limit still gets the health status", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  const calls = Array.from({ length: 9 }, () => "arsenal.none").join(",");
  const many = () => visitor.fetch(`/api/trpc/${calls}?batch=1`).then(({ status }) => status);
  let status = 0;
  for (let count = 0; count < 200 && status !== 429; count += 1) status = await many();
  expect(status).toBe(429);
  expect((await visitor.fetch("/api/health/ready")).status).toBe(200);
});

test("probes leave no line in the log, and every other line names the release and the process", async () => {
  await using folder = await folderOfItsOwn();
  const [port, databaseUrl] = [await freePort(), await lastingDatabaseUrl(folder.path)];
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
  test("a start warns where all processes together may open more connections than PostgreSQL takes", async () => {
    const url = await freshDatabaseUrl();
    const logger = Object.assign(createLogger({ logLevel: "silent" }), { warn: vi.fn() });
    const db = openDatabase({ kind: "postgres", url }, logger);
    const check = () => checkPostgres(db, { kind: "postgres", url, poolSize: 30 }, logger);
    await check();
    expect(logger.warn).not.toHaveBeenCalled();
    // Nine that have just started: each has one connection open, and may open eighteen and one to listen.
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
