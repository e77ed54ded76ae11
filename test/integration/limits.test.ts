// @postgres
// Rate limits per client, per user and per mailbox: their responses, and that they survive a restart; and leases.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createLeaseRows, createLocks } from "#platform/lock.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const MINUTE_MS = 60_000;
const SIGN_IN = { email: "unknown@example.com", password: "correct horse battery" };

const signIn = (visitor: Visitor, number: number, path = "/api/auth/sign-in/email") =>
  visitor.post(path, { ...SIGN_IN, email: `unknown-${number}@example.com` });
const countStatus = (responses: readonly Response[], status: number) =>
  responses.filter((it) => it.status === status).length;

describe("one client", () => {
  test("may sign in 20 times a minute, also in a burst of 60, and then gets Retry-After", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const responses = await Promise.all(Array.from({ length: 60 }, (_, number) => signIn(visitor, number)));
    expect(countStatus(responses, 401)).toBeLessThanOrEqual(20);
    expect(countStatus(responses, 401) + countStatus(responses, 429)).toBe(60);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.headers.get("content-type")).toContain("application/json");
    expect((await signIn(world.visitor(), 0)).status).toBe(401);
  });

  test("cannot bypass a limit by other spellings of a path or by headers with an address", async () => {
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
    const response = await visitor.fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers,
      body: JSON.stringify(SIGN_IN),
    });
    expect(response.status).toBe(429);
  });

  test("may request five mails a minute", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const ask = (number: number) =>
      visitor.post("/api/auth/request-password-reset", { email: `unknown-${number}@example.com` });
    const responses = await Promise.all(Array.from({ length: 12 }, (_, number) => ask(number)));
    expect(countStatus(responses, 200)).toBe(5);
  });

  test("may make 1200 calls a minute, counting each call of a batch", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const paths = Array(10).fill("arsenal.nothing").join(",");
    // Opens a connection to each server first: a server that waits too long for its quota counts on its own.
    for (let server = 0; server < 2; server += 1) await visitor.fetch("/api/health/ready");
    // Several processes count in windows that begin with each minute, so the test starts with a new minute.
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

test("one user may write 240 times a minute, and then gets Retry-After", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const { rateLimiter } = world.context;
  for (let count = 0; count < 240; count += 1)
    await rateLimiter.consume(`write:${user.id}`, { max: 240, windowMs: MINUTE_MS });
  const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
  const write = { id: crypto.randomUUID(), name: "One too many", loadout, seenVersion: 0 };
  const response = await visitor.post("/api/trpc/loadout.save", write);
  expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await response.json()).error.data.fault.code).toBe("too_many");
  world.turnClock(MINUTE_MS);
  expect((await visitor.post("/api/trpc/loadout.save", write)).status).toBe(200);
});

describe("a rate limiter", () => {
  const allowance = { max: 3, windowMs: MINUTE_MS };

  test("allows no more than the maximum of parallel calls, also of two processes", async () => {
    await using world = await makeWorld();
    const limiters = [1, 2].map(() => createRateLimiter(world.context.db, world.context.now));
    const waits = await Promise.all(
      limiters.flatMap((it) => Array.from({ length: 20 }, () => it.consume("key", allowance))),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS + 1000);
  });

  test("is reset after its window, and when the clock is set back", async () => {
    await using world = await makeWorld();
    let now = new Date("2026-11-21T12:00:00Z");
    const rateLimiter = createRateLimiter(world.context.db, () => now);
    const consume = () => rateLimiter.consume("key", allowance);
    for (let count = 0; count < 4; count += 1) await consume();
    expect(await consume()).toBeGreaterThan(0);
    now = new Date("2026-11-21T12:01:00Z");
    expect(await consume()).toBe(0);
    now = new Date("2026-11-21T09:00:00Z");
    expect(await consume()).toBe(0);
  });

  test("stores hashed keys only", async () => {
    await using world = await makeWorld();
    await createRateLimiter(world.context.db, world.context.now).consume("mail:robin@example.com", allowance);
    expect(JSON.stringify(await world.context.db.selectFrom("budget").selectAll().execute())).not.toContain("robin");
  });
});

describe("a lease", () => {
  const LEASE_MS = 5000;
  const POLL_OPTIONS = { timeout: 15_000 };
  afterEach(() => void vi.useRealTimers());

  test("allows one task at a time, also of two processes", async () => {
    await using world = await makeWorld();
    const processes = [1, 2].map(() => createLocks(world.context.db, world.context.now));
    let running = 0;
    let maxRunning = 0;
    const task = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
    };
    await Promise.all(processes.flatMap((withLock) => Array.from({ length: 10 }, () => withLock("name", task))));
    expect(maxRunning).toBe(1);
    expect(await world.context.db.selectFrom("lease").select("id").execute()).toEqual([]);
  });

  test("of a task that fails is released", async () => {
    await using world = await makeWorld();
    const withLock = createLocks(world.context.db, world.context.now);
    await expect(withLock("name", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await withLock("name", async () => "next")).toBe("next");
  });

  test("is renewed by a task that takes longer than a lease", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    // The clock advances only after each renewal.
    let nowMs = Date.now();
    const now = () => new Date(nowMs);
    const rows = createLeaseRows(db, now);
    const finished = Promise.withResolvers<void>();
    const slow = createLocks(db, now)("name", () => finished.promise);
    for (let renewals = 0; renewals < 2; renewals += 1) {
      const endsAt = new Date(nowMs + LEASE_MS).toISOString();
      await expect.poll(() => db.selectFrom("lease").select("endsAt").execute(), POLL_OPTIONS).toEqual([{ endsAt }]);
      nowMs += LEASE_MS - 1000;
      expect(await rows.claim("name", "another", LEASE_MS)).toBe(false);
    }
    finished.resolve();
    await slow;
    expect(await rows.claim("name", "another", LEASE_MS)).toBe(true);
  });

  test("goes to a waiting process before another process has finished all its tasks", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const at = new Date();
    const now = () => at;
    const leases = () => db.selectFrom("lease").select("name").orderBy("name").execute();
    // The waiting time of a process is measured with `performance`.
    vi.useFakeTimers({ toFake: ["performance"] });
    const [firstLock, secondLock] = [createLocks(db, now), createLocks(db, now)];
    const first = Promise.withResolvers<void>();
    let done = 0;
    const task = async () => {
      await first.promise;
      done += 1;
    };
    const many = Array.from({ length: 40 }, () => firstLock("name", task));
    await expect.poll(leases, POLL_OPTIONS).toEqual([{ name: "name" }]);
    const otherTurn = secondLock("name", async () => done);
    await setImmediate();
    vi.advanceTimersByTime(1000);
    await expect.poll(leases, POLL_OPTIONS).toEqual([{ name: "name" }, { name: "name next" }]);
    first.resolve();
    expect(await otherTurn).toBe(1);
    await Promise.all(many);
  });

  test("of a killed process ends after five seconds", async () => {
    await using world = await makeWorld();
    const { db, now } = world.context;
    // Without an interval, the process does not renew the lease.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    void createLocks(db, now)("name", () => new Promise(() => {}));
    await expect.poll(() => db.selectFrom("lease").select("id").execute(), POLL_OPTIONS).toHaveLength(1);
    vi.useRealTimers();
    world.turnClock(LEASE_MS);
    expect(await createLocks(db, now)("name", async () => "next")).toBe("next");
  });
});

describe("a limit on signing in", () => {
  const signInFrom = (origin: string, address: string, number: number): Promise<Response> =>
    fetch(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, origin },
      body: JSON.stringify({ ...SIGN_IN, email: `unknown-${number}@example.com` }),
    });

  test("applies to all servers on one database together", async () => {
    await using world = await makeWorld({ isFleet: true });
    const burst = Array.from({ length: 60 }, (_, number) => signInFrom(world.origin, "192.0.2.1", number));
    expect(countStatus(await Promise.all(burst), 401)).toBe(20);
  });

  test("survives a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
    const url = process.env["TEST_DATABASE"] ? await getEmptyDatabaseUrl() : join(folder, "fieldlocker.sqlite");
    const environment = { DATABASE_URL: url };
    {
      await using world = await makeWorld({ environment });
      for (let number = 0; number < 20; number += 1) await signInFrom(world.origin, "192.0.2.1", number);
    }
    await using world = await makeWorld({ environment });
    expect((await signInFrom(world.origin, "192.0.2.1", 21)).status).toBe(429);
    expect((await signInFrom(world.origin, "192.0.2.2", 22)).status).toBe(401);
    await rm(folder, { recursive: true });
  });
});
