// @postgres
// How often one client, one person and one mailbox may do what; what a limit answers, and that it outlives a start.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { createLeaseRows, createLocks } from "#platform/lock.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const MINUTE_MS = 60_000;
const SIGN_IN = { email: "unknown@example.com", password: "correct horse battery" };

const signIn = (visitor: Visitor, number: number, path = "/api/auth/sign-in/email") =>
  visitor.post(path, { ...SIGN_IN, email: `unknown-${number}@example.com` });
const getCount = (answers: readonly Response[], status: number) => answers.filter((it) => it.status === status).length;

describe("one client", () => {
  test("signs in twenty times a minute, even in a burst of sixty, and learns when to retry", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => signIn(visitor, number)));
    expect(getCount(answers, 401)).toBeLessThanOrEqual(20);
    expect(getCount(answers, 401) + getCount(answers, 429)).toBe(60);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.headers.get("content-type")).toContain("application/json");
    expect((await signIn(world.visitor(), 0)).status).toBe(401);
  });

  test("gets around no limit by the way it spells a path or an address of its own", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    await Promise.all(Array.from({ length: 30 }, (_, number) => signIn(visitor, number)));
    for (const path of [
      "/api/auth/sign-in/email/",
      "/api/auth//sign-in/email",
      "/api/auth/sign-in/%65mail",
      "/api/auth/SIGN-IN/email",
    ]) {
      expect([path, [404, 429].includes((await signIn(visitor, 0, path)).status)]).toEqual([path, true]);
    }
    const headers = { "content-type": "application/json", "x-client-address": "192.0.2.1", "x-real-ip": "192.0.2.1" };
    const answer = await visitor.fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers,
      body: JSON.stringify(SIGN_IN),
    });
    expect(answer.status).toBe(429);
  });

  test("asks for five mails a minute", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const ask = (number: number) =>
      visitor.post("/api/auth/request-password-reset", { email: `unknown-${number}@example.com` });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => ask(number)));
    expect(getCount(answers, 200)).toBe(5);
  });

  test("calls twelve hundred times a minute, each call of a batch counted", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const paths = Array(10).fill("arsenal.nothing").join(",");
    // Each server has its connection: one that waits for a share for too long counts for itself.
    for (let server = 0; server < 2; server += 1) await visitor.fetch("/api/health/ready");
    // Several processes count in windows that begin with each minute: none ends in the middle.
    world.turnClock(MINUTE_MS - (Date.now() % MINUTE_MS));
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => visitor.fetch(`/api/trpc/${paths}?batch=1&input=%7B%7D`)));
    }
    const refused = await visitor.fetch("/api/auth/get-session");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await world.visitor().fetch("/api/auth/get-session")).status).toBe(200);
    world.turnClock(MINUTE_MS);
    expect((await visitor.fetch("/api/auth/get-session")).status).toBe(200);
  });
});

test("one person writes 240 times a minute, and learns when to retry", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const { rateLimiter } = world.context;
  for (let count = 0; count < 240; count += 1)
    await rateLimiter.consume(`write:${user.id}`, { max: 240, windowMs: MINUTE_MS });
  const loadout = starterLoadout(world.context.arsenals.bf4, "assault");
  const write = { id: crypto.randomUUID(), name: "One too many", loadout, seenVersion: 0 };
  const answer = await visitor.post("/api/trpc/loadout.save", write);
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await answer.json()).error.data.fault.code).toBe("too_many");
  world.turnClock(MINUTE_MS);
  expect((await visitor.post("/api/trpc/loadout.save", write)).status).toBe(200);
});

describe("a rateLimiter", () => {
  const allowance = { max: 3, windowMs: MINUTE_MS };

  test("lets as many through as it allows of those who come at once, through two processes, too", async () => {
    await using world = await makeWorld();
    const limiters = [1, 2].map(() => createRateLimiter(world.context.db, world.context.now));
    const waits = await Promise.all(
      limiters.flatMap((it) => Array.from({ length: 20 }, () => it.consume("key", allowance))),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS + 1000);
  });

  test("is whole again after its window, and after a clock that was set back", async () => {
    await using world = await makeWorld();
    let now = new Date("2026-11-21T12:00:00Z");
    const rateLimiter = createRateLimiter(world.context.db, () => now);
    const spend = () => rateLimiter.consume("key", allowance);
    for (let count = 0; count < 4; count += 1) await spend();
    expect(await spend()).toBeGreaterThan(0);
    now = new Date("2026-11-21T12:01:00Z");
    expect(await spend()).toBe(0);
    now = new Date("2026-11-21T09:00:00Z");
    expect(await spend()).toBe(0);
  });

  test("keeps no key as it is", async () => {
    await using world = await makeWorld();
    await createRateLimiter(world.context.db, world.context.now).consume("mail:robin@example.com", allowance);
    expect(JSON.stringify(await world.context.db.selectFrom("budget").selectAll().execute())).not.toContain("robin");
  });
});

describe("a lease", () => {
  const LEASE_MS = 5000;
  const soon = { timeout: 15_000 };
  afterEach(() => void vi.useRealTimers());

  test("lets one at a time have their turn, through two processes, too", async () => {
    await using world = await makeWorld();
    const processes = [1, 2].map(() => createLocks(world.context.db, world.context.now));
    let inside = 0;
    let most = 0;
    const task = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside -= 1;
    };
    await Promise.all(processes.flatMap((withLock) => Array.from({ length: 10 }, () => withLock("name", task))));
    expect(most).toBe(1);
    expect(await world.context.db.selectFrom("lease").select("id").execute()).toEqual([]);
  });

  test("of a task that fails is given back", async () => {
    await using world = await makeWorld();
    const withLock = createLocks(world.context.db, world.context.now);
    await expect(withLock("name", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await withLock("name", async () => "next")).toBe("next");
  });

  test("is held by a task that takes longer than a lease", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    // A clock that waits for each renewal.
    let nowMs = Date.now();
    const now = () => new Date(nowMs);
    const rows = createLeaseRows(db, now);
    const finished = Promise.withResolvers<void>();
    const slow = createLocks(db, now)("name", () => finished.promise);
    for (let renewals = 0; renewals < 2; renewals += 1) {
      const endsAt = new Date(nowMs + LEASE_MS).toISOString();
      await expect.poll(() => db.selectFrom("lease").select("endsAt").execute(), soon).toEqual([{ endsAt }]);
      nowMs += LEASE_MS - 1000;
      expect(await rows.claim("name", "another", LEASE_MS)).toBe(false);
    }
    finished.resolve();
    await slow;
    expect(await rows.claim("name", "another", LEASE_MS)).toBe(true);
  });

  test("goes to a process that waits for it before another process with many tasks is through", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const at = new Date();
    const now = () => at;
    const leases = () => db.selectFrom("lease").select("name").orderBy("name").execute();
    // How long a process waits is measured by it.
    vi.useFakeTimers({ toFake: ["performance"] });
    const [one, other] = [createLocks(db, now), createLocks(db, now)];
    const first = Promise.withResolvers<void>();
    let done = 0;
    const task = async () => {
      await first.promise;
      done += 1;
    };
    const many = Array.from({ length: 40 }, () => one("name", task));
    await expect.poll(leases, soon).toEqual([{ name: "name" }]);
    const turn = other("name", async () => done);
    await setImmediate();
    vi.advanceTimersByTime(1000);
    await expect.poll(leases, soon).toEqual([{ name: "name" }, { name: "name next" }]);
    first.resolve();
    expect(await turn).toBe(1);
    await Promise.all(many);
  });

  test("of a process that died ends after five seconds", async () => {
    await using world = await makeWorld();
    const { db, now } = world.context;
    // It renews nothing.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    void createLocks(db, now)("name", () => new Promise(() => {}));
    await expect.poll(() => db.selectFrom("lease").select("id").execute(), soon).toHaveLength(1);
    vi.useRealTimers();
    world.turnClock(LEASE_MS);
    expect(await createLocks(db, now)("name", async () => "next")).toBe("next");
  });
});

describe("a limit on signing in", () => {
  const from = (origin: string, address: string, number: number): Promise<Response> =>
    fetch(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, origin },
      body: JSON.stringify({ ...SIGN_IN, email: `unknown-${number}@example.com` }),
    });

  test("holds over all servers on one database", async () => {
    await using world = await makeWorld({ isFleet: true });
    const burst = Array.from({ length: 60 }, (_, number) => from(world.origin, "192.0.2.1", number));
    expect(getCount(await Promise.all(burst), 401)).toBe(20);
  });

  test("outlives a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
    const url = process.env["TEST_DATABASE"] ? await freshDatabaseUrl() : join(folder, "fieldlocker.sqlite");
    const environment = { DATABASE_URL: url };
    {
      await using world = await makeWorld({ environment });
      for (let number = 0; number < 20; number += 1) await from(world.origin, "192.0.2.1", number);
    }
    await using world = await makeWorld({ environment });
    expect((await from(world.origin, "192.0.2.1", 21)).status).toBe(429);
    expect((await from(world.origin, "192.0.2.2", 22)).status).toBe(401);
    await rm(folder, { recursive: true });
  });
});
