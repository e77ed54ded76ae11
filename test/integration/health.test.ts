import { expect, test } from "vitest";
import { statusAndBody } from "#test/harness/answers.ts";
import { INSIDES, OWN_COUNT } from "#test/harness/isolation.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld } from "#test/harness/world.ts";

test("a server with all dependencies is live and ready, and neither response is cached", async () => {
  await using world = await makeWorld({ alone: "Redis is covered by other tests" });
  const visitor = world.visitor();
  expect(await statusAndBody(await visitor.fetch("/api/health/live"))).toEqual([200, { status: "live" }]);
  const ready = await visitor.fetch("/api/health/ready");
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(await statusAndBody(ready)).toEqual([200, { status: "ready", parts: { database: "up" } }]);
});

test("a server whose database is unavailable is live, and reports within a second that it is not ready", async () => {
  await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, alone: INSIDES });
  const visitor = world.visitor();
  await world.context.db.destroy();
  const getElapsedMs = startStopwatch();
  expect(await statusAndBody(await visitor.fetch("/api/health/ready"))).toEqual([
    503,
    { status: "away", parts: { database: "away" } },
  ]);
  expect(getElapsedMs()).toBeLessThan(1000);
  expect((await visitor.fetch("/api/health/live")).status).toBe(200);
});

test("a server that closes is not ready", async () => {
  await using world = await makeWorld({ alone: INSIDES });
  world.context.health.close();
  expect(await statusAndBody(await world.visitor().fetch("/api/health/ready"))).toEqual([
    503,
    { status: "closing", parts: { database: "up" } },
  ]);
});

test("a client over its rate limit still gets the health status", async () => {
  await using world = await makeWorld({ alone: OWN_COUNT });
  const visitor = world.visitor();
  const calls = Array.from({ length: 9 }, () => "arsenal.none").join(",");
  const many = () => visitor.fetch(`/api/trpc/${calls}?batch=1`).then(({ status }) => status);
  let status = 0;
  for (let asked = 0; asked < 200 && status !== 429; asked += 1) status = await many();
  expect(status).toBe(429);
  expect((await visitor.fetch("/api/health/ready")).status).toBe(200);
});
