// @shared
// Soldiers are read from a statistics service over HTTP: on request, when their page is opened, and by schedule. Simultaneous
// requests for the same soldier make one call.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startDueReadings } from "#server/features/soldier/refresh.ts";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { getUser } from "#test/harness/responses.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;
const FIVE_MINUTES_MS = 5 * 60_000;

/** A guest's soldier after its first reading. */
async function readOnce({ context }: World, visitor: Visitor, name: string, game: "bf4" | "bf2042" = "bf4") {
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier(name, game));
  await context.jobs.drained();
  return id;
}

const getReadings = ({ calls }: StatisticsService, name: string) =>
  calls.filter((call) => call.name === name && /\/(all|stats)\/$/.test(call.path) && call.path !== "/bf4/stats/");

async function listSnapshots({ trpc }: Visitor, soldierId: string) {
  return (await trpc.soldier.snapshots.query({ soldierId })).items;
}

/**
 * Holds all responses until the returned function is called, so that requests made before then arrive during a reading.
 */
function holdResponses(statistics: StatisticsService): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  statistics.blockedUntil = promise;
  return resolve;
}

describe("a soldier of the service", () => {
  test.for(["bf4", "bf2042"] as const)(
    "of %s is added, read, and returned with its previous snapshot",
    async (game) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics });
      const visitor = await createGuest(world);
      const id = await readOnce(world, visitor, "Robin", game);
      const first = await visitor.trpc.soldier.get.query({ id });
      expect(first).toMatchObject({ last: { source: "service" }, previous: null, job: null });
      world.turnClock(FIVE_MINUTES_MS + 1);
      const { job } = await visitor.trpc.soldier.refresh.mutate({ id });
      await world.context.jobs.drained();
      expect(await visitor.trpc.job.get.query({ id: job.id })).toMatchObject({
        outcome: { kind: "done", result: { isNew: true } },
        steps: [{ name: "reading" }, { name: "comparing" }, { name: "stored" }],
      });
      const second = await visitor.trpc.soldier.get.query({ id });
      expect(second.previous?.id).toBe(first.last?.id);
      expect(second.last?.figures["kills"]).toBeGreaterThan(first.last?.figures["kills"] ?? 0);
    },
  );

  test("that did not play keeps one snapshot, whose seenAt becomes later", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    const id = await readOnce(world, visitor, "still");
    world.turnClock(HOUR_MS);
    await visitor.trpc.soldier.refresh.mutate({ id });
    await world.context.jobs.drained();
    const lines = await listSnapshots(visitor, id);
    expect(lines).toHaveLength(1);
    expect(Date.parse(lines[0]?.seenAt ?? "") - Date.parse(lines[0]?.takenAt ?? "")).toBeGreaterThanOrEqual(HOUR_MS);
  });

  test("is read again when its page is opened after an hour, and the stored snapshot is returned at once", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    const id = await readOnce(world, visitor, "Robin");
    expect((await visitor.trpc.soldier.get.query({ id })).job).toBeNull();
    world.turnClock(HOUR_MS + 1000);
    const release = holdResponses(statistics);
    const opened = await visitor.trpc.soldier.get.query({ id });
    release();
    expect(opened).toMatchObject({ last: { source: "service" }, job: { kind: "refresh-soldier", outcome: null } });
    await world.context.jobs.drained();
    expect(await listSnapshots(visitor, id)).toHaveLength(2);
  });

  test("is not read again while the last response is still valid", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    const id = await readOnce(world, visitor, "Robin");
    const { nextSnapshotAt } = await visitor.trpc.soldier.get.query({ id });
    expect(Date.parse(nextSnapshotAt ?? "") - Date.now()).toBeGreaterThan(FIVE_MINUTES_MS - 10_000);
    expect(await getAppError(visitor.trpc.soldier.refresh.mutate({ id }))).toMatchObject({
      status: 429,
      code: "snapshot_too_soon",
      details: { retryAfterS: expect.any(Number) },
    });
  });

  test("that vanishes keeps its history and is marked as vanished", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    const id = await readOnce(world, visitor, "Robin-then-unknown");
    world.turnClock(HOUR_MS);
    await visitor.trpc.soldier.refresh.mutate({ id });
    await world.context.jobs.drained();
    const { soldier, last } = await visitor.trpc.soldier.get.query({ id });
    expect(soldier).toMatchObject({ lastError: "soldier_unknown", vanishedAt: expect.any(String) });
    expect(last).toMatchObject({ source: "service" });
  });
});

describe("a refresh", () => {
  test("requested 50 times at once makes one call, and so do 50 people who add the same soldier", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    const id = await readOnce(world, visitor, "Robin");
    world.turnClock(FIVE_MINUTES_MS + 1);
    let release = holdResponses(statistics);
    const before = getReadings(statistics, "Robin").length;
    // As single requests, because a batch of fifty is refused.
    const refresh = () => visitor.post("/api/trpc/soldier.refresh", { id }).then((response) => response.json());
    const responses = await Promise.all(Array.from({ length: 50 }, refresh));
    release();
    expect(new Set(responses.map(({ result }) => result.data.job.id)).size).toBe(1);
    await world.context.jobs.drained();
    expect(getReadings(statistics, "Robin")).toHaveLength(before + 1);
    const followers = await Promise.all(Array.from({ length: 50 }, () => createGuest(world)));
    release = holdResponses(statistics);
    await Promise.all(followers.map(({ trpc }) => trpc.soldier.add.mutate(newSoldier("Alex"))));
    release();
    await world.context.jobs.drained();
    expect(getReadings(statistics, "Alex")).toHaveLength(1);
  });

  test("that a killed server began is completed by the next one", async () => {
    await using statistics = await createStatisticsService();
    await using folder = await createTempFolder();
    const [port, databaseUrl] = [await findFreePort(), await getPersistentDatabaseUrl(folder.path)];
    const options = { port, folder: folder.path, databaseUrl, environment: { STATS_URL: statistics.url } };
    statistics.latencyMs = 3000;
    const visitor = createVisitor(`http://localhost:${port}`);
    await using first = startProgram(options);
    await first.listening();
    await visitor.post("/api/auth/sign-in/anonymous");
    const { id, job } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    while (statistics.calls.length === 0) await sleep(10);
    await first.kill();
    statistics.latencyMs = 0;
    // The claim of the first server ends after nine seconds.
    const secondEnvironment = { ...options.environment, FAULTS_TURNED_MS: "10000" };
    const nodeOptions = ["--import", "./test/resilience/inside.ts"];
    await using second = startProgram({ ...options, environment: secondEnvironment, nodeOptions });
    await second.listening();
    const deadline = performance.now() + 20_000;
    const getOutcome = async () => (await visitor.trpc.job.get.query({ id: job.id })).outcome;
    while (!(await getOutcome()) && performance.now() < deadline) await sleep(100);
    expect(await getOutcome()).toMatchObject({ kind: "done" });
    expect(await listSnapshots(visitor, id)).toHaveLength(1);
  });

  test("by schedule happens once a period, with two processes on one database", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { jobs, config } = world.context;
    const { everyMs } = config.statistics;
    const visitor = await createGuest(world);
    const names = ["Robin", "Alex", "Kim", "Sam"];
    for (const name of names) await readOnce(world, visitor, name);
    for (const period of [1, 2]) {
      world.turnClock(everyMs + 1);
      // Both processes check in the same minute, and again in the next.
      for (let look = 0; look < 2; look += 1) {
        await Promise.all([1, 2].map(() => startDueReadings({ ...world.context, ...config.statistics })));
        await jobs.drained();
        world.turnClock(60_000);
      }
      for (const name of names) expect(getReadings(statistics, name), name).toHaveLength(1 + period);
    }
  });
});

test("four processes begin the due readings within the shared rate limit, and none fails", async () => {
  const [perMinute, count] = [12, 40];
  await using statistics = await createStatisticsService();
  const environment = { STATS_PER_MINUTE: String(perMinute), STATS_EVERY_H: "72" };
  await using world = await makeWorld({ statistics, environment, singleProcess: USES_INTERNALS });
  const { db, jobs, config } = world.context;
  const { id: userId = "" } = (await getUser(await createGuest(world))) ?? {};
  const at = new Date().toISOString();
  const soldier = { userId, game: "bf2042", platform: "pc", playerId: null, relation: "mine", nextReadAt: at };
  const empty = { readAt: null, triedAt: null, vanishedAt: null, lastError: null, deletedAt: null };
  const soldiers = Array.from({ length: count }, (_, number) => {
    const name = `due${number}`;
    return { ...soldier, ...empty, id: name, name, nameKey: name, createdAt: at, updatedAt: at };
  });
  await db.insertInto("soldier").values(soldiers).execute();
  const parts = { ...world.context, ...config.statistics };
  for (let minute = 0; minute < 10; minute += 1) {
    const before = statistics.calls.length;
    await Promise.all([1, 2, 3, 4].map(() => startDueReadings(parts)));
    await jobs.drained();
    expect(statistics.calls.length - before).toBeLessThanOrEqual(perMinute / 2);
    world.turnClock(61_000);
  }
  const ended = await db.selectFrom("job").select(["outcome", "attempts"]).execute();
  expect(ended.filter(({ outcome, attempts }) => attempts > 1 || !outcome?.includes('"done"'))).toEqual([]);
  expect(statistics.calls).toHaveLength(count);
});

test("a busy source does not use up the attempts of a reading", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeWorld({
    statistics,
    environment: { STATS_PER_MINUTE: "1" },
    singleProcess: USES_INTERNALS,
  });
  const { rateLimiter, jobs } = world.context;
  const visitor = await createGuest(world);
  const consumeLimit = () => rateLimiter.consume("statistics-service", { max: 1, windowMs: 60_000 });
  await consumeLimit();
  const { id, job } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
  for (let minute = 0; minute < 6; minute += 1) {
    await jobs.drained();
    expect(await visitor.trpc.job.get.query({ id: job.id })).toMatchObject({
      outcome: null,
      triesAgainAt: expect.any(String),
    });
    world.turnClock(61_000);
    if (minute < 5) await consumeLimit();
  }
  await jobs.drained();
  expect(await listSnapshots(visitor, id)).toHaveLength(1);
});

describe("a service in trouble", () => {
  test.for([
    ["source-down", "source_unavailable"],
    ["source-wrong", "source_unavailable"],
    ["source-types", "source_unavailable"],
    ["source-errors", "source_unavailable"],
    ["source-refused", "source_unavailable"],
    ["source-limited", "source_busy"],
    ["source-slow", "source_unavailable"],
    ["source-huge", "source_unavailable"],
  ] as const)(
    "%s keeps the stored snapshot, returns the reason, and the reading is retried",
    async ([failure, lastError]) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
      const visitor = await createGuest(world);
      const id = await readOnce(world, visitor, `Robin-then-${failure}`);
      world.turnClock(HOUR_MS);
      const { job } = await visitor.trpc.soldier.refresh.mutate({ id });
      await world.context.jobs.drained();
      const getElapsedMs = startStopwatch();
      const { soldier, last } = await visitor.trpc.soldier.get.query({ id });
      expect(getElapsedMs()).toBeLessThan(1000);
      expect([last?.source, soldier.lastError]).toEqual(["service", lastError]);
      const { outcome, triesAgainAt } = await visitor.trpc.job.get.query({ id: job.id });
      expect([outcome, triesAgainAt]).toEqual([null, expect.any(String)]);
    },
  );
});
