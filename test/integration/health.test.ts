import { expect, test } from "vitest";
import { INSIDES, OWN_COUNT } from "#test/world/alone.ts";
import { told } from "#test/world/answers.ts";
import { makeWorld } from "#test/world/world.ts";

test("a server with everything is live and ready, and neither answer is kept", async () => {
  await using world = await makeWorld({ alone: "what a Redis adds is told elsewhere" });
  const visitor = world.visitor();
  expect(await told(await visitor.fetch("/api/health/live"))).toEqual([200, { status: "live" }]);
  const ready = await visitor.fetch("/api/health/ready");
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(await told(ready)).toEqual([200, { status: "ready", parts: { database: "up" } }]);
});

test("a server whose database is away is live, and says within a second that it is not ready", async () => {
  await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" }, alone: INSIDES });
  const visitor = world.visitor();
  await world.context.db.destroy();
  const began = performance.now();
  expect(await told(await visitor.fetch("/api/health/ready"))).toEqual([
    503,
    { status: "away", parts: { database: "away" } },
  ]);
  expect(performance.now() - began).toBeLessThan(1000);
  expect((await visitor.fetch("/api/health/live")).status).toBe(200);
});

test("a server that closes is not ready", async () => {
  await using world = await makeWorld({ alone: INSIDES });
  world.context.health.close();
  expect(await told(await world.visitor().fetch("/api/health/ready"))).toEqual([
    503,
    { status: "closing", parts: { database: "up" } },
  ]);
});

test("a client that has asked too often is still told", async () => {
  await using world = await makeWorld({ alone: OWN_COUNT });
  const visitor = world.visitor();
  const calls = Array.from({ length: 9 }, () => "arsenal.none").join(",");
  const many = () => visitor.fetch(`/api/trpc/${calls}?batch=1`).then(({ status }) => status);
  let status = 0;
  for (let asked = 0; asked < 200 && status !== 429; asked += 1) status = await many();
  expect(status).toBe(429);
  expect((await visitor.fetch("/api/health/ready")).status).toBe(200);
});
