// @shared
// Soldiers read from a statistics service over HTTP: on demand, on opening, by schedule, once however often it is asked.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { beginDueReadings } from "#server/features/soldier/refresh.ts";
import { getUser } from "#test/harness/answers.ts";
import { getAppError, guest } from "#test/harness/data/lockers.ts";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;
const MINUTES_5 = 5 * 60_000;

/** A guest's soldier after its first reading. */
async function readOnce({ context }: World, visitor: Visitor, name: string, game: "bf4" | "bf2042" = "bf4") {
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier(name, game));
  await context.jobs.drained();
  return id;
}

const getReadings = ({ calls }: StatisticsService, name: string) =>
  calls.filter((call) => call.name === name && /\/(all|stats)\/$/.test(call.path) && call.path !== "/bf4/stats/");

async function getLines({ trpc }: Visitor, soldierId: string) {
  return (await trpc.soldier.snapshots.query({ soldierId })).items;
}

/**
 * Holds all responses until the returned function is called, so that requests made before then arrive during a reading.
 */
function holdAnswers(statistics: StatisticsService): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  statistics.held = promise;
  return resolve;
}

describe("a soldier of the service", () => {
  test.for(["bf4", "bf2042"] as const)("of %s is added, read, and returned with what is new since", async (game) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    const id = await readOnce(world, visitor, "Robin", game);
    const first = await visitor.trpc.soldier.get.query({ id });
    expect(first).toMatchObject({ last: { source: "service" }, previous: null, job: null });
    world.turnClock(MINUTES_5 + 1);
    const { job } = await visitor.trpc.soldier.refresh.mutate({ id });
    await world.context.jobs.drained();
    expect(await visitor.trpc.job.get.query({ id: job.id })).toMatchObject({
      outcome: { kind: "done", result: { isNew: true } },
      steps: [{ name: "reading" }, { name: "comparing" }, { name: "stored" }],
    });
    const second = await visitor.trpc.soldier.get.query({ id });
    expect(second.previous?.id).toBe(first.last?.id);
    expect(second.last?.figures["kills"]).toBeGreaterThan(first.last?.figures["kills"] ?? 0);
  });

  test("that did not play has one snapshot, seen once more", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    const id = await readOnce(world, visitor, "still");
    world.turnClock(HOUR_MS);
    await visitor.trpc.soldier.refresh.mutate({ id });
    await world.context.jobs.drained();
    const lines = await getLines(visitor, id);
    expect(lines).toHaveLength(1);
    expect(Date.parse(lines[0]?.seenAt ?? "") - Date.parse(lines[0]?.takenAt ?? "")).toBeGreaterThanOrEqual(HOUR_MS);
  });

  test("is read again when its page is opened after an hour, and the stored snapshot is returned at once", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    const id = await readOnce(world, visitor, "Robin");
    expect((await visitor.trpc.soldier.get.query({ id })).job).toBeNull();
    world.turnClock(HOUR_MS + 1000);
    const release = holdAnswers(statistics);
    const opened = await visitor.trpc.soldier.get.query({ id });
    release();
    expect(opened).toMatchObject({ last: { source: "service" }, job: { kind: "refresh-soldier", outcome: null } });
    await world.context.jobs.drained();
    expect(await getLines(visitor, id)).toHaveLength(2);
  });

  test("is not read anew while the last answer serves", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    const id = await readOnce(world, visitor, "Robin");
    const { nextSnapshotAt: getNextSnapshotTime } = await visitor.trpc.soldier.get.query({ id });
    expect(Date.parse(getNextSnapshotTime ?? "") - Date.now()).toBeGreaterThan(MINUTES_5 - 10_000);
    expect(await getAppError(visitor.trpc.soldier.refresh.mutate({ id }))).toMatchObject({
      status: 429,
      code: "snapshot_too_soon",
      details: { retryAfterS: expect.any(Number) },
    });
  });

  test("that vanishes keeps its history and is marked as vanished", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
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
  test("asked 50 times at once makes one call, and so do 50 people who follow one soldier", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    const id = await readOnce(world, visitor, "Robin");
    world.turnClock(MINUTES_5 + 1);
    let answer = holdAnswers(statistics);
    const before = getReadings(statistics, "Robin").length;
    // Each by itself: fifty in one call are refused.
    const ask = () => visitor.post("/api/trpc/soldier.refresh", { id }).then((answer) => answer.json());
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    answer();
    expect(new Set(answers.map(({ result }) => result.data.job.id)).size).toBe(1);
    await world.context.jobs.drained();
    expect(getReadings(statistics, "Robin")).toHaveLength(before + 1);
    const followers = await Promise.all(Array.from({ length: 50 }, () => guest(world)));
    answer = holdAnswers(statistics);
    await Promise.all(followers.map(({ trpc }) => trpc.soldier.add.mutate(newSoldier("Alex"))));
    answer();
    await world.context.jobs.drained();
    expect(getReadings(statistics, "Alex")).toHaveLength(1);
  });

  test("that a killed server began is ended by the next start", async () => {
    await using statistics = await createStatisticsService();
    await using folder = await folderOfItsOwn();
    const [port, databaseUrl] = [await freePort(), await lastingDatabaseUrl(folder.path)];
    const place = { port, folder: folder.path, databaseUrl, environment: { STATS_URL: statistics.url } };
    statistics.latencyMs = 3000;
    const visitor = createVisitor(`http://localhost:${port}`);
    await using first = startProgram(place);
    await first.listening();
    await visitor.post("/api/auth/sign-in/anonymous");
    const { id, job } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    while (statistics.calls.length === 0) await sleep(10);
    await first.kill();
    statistics.latencyMs = 0;
    // What the first had claimed it has for nine seconds.
    const later = { ...place.environment, FAULTS_TURNED_MS: "10000" };
    const nodeOptions = ["--import", "./test/resilience/inside.ts"];
    await using second = startProgram({ ...place, environment: later, nodeOptions });
    await second.listening();
    const deadline = performance.now() + 20_000;
    const ended = async () => (await visitor.trpc.job.get.query({ id: job.id })).outcome;
    while (!(await ended()) && performance.now() < deadline) await sleep(100);
    expect(await ended()).toMatchObject({ kind: "done" });
    expect(await getLines(visitor, id)).toHaveLength(1);
  });

  test("by schedule comes once a period, with two processes on one database", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { jobs, config } = world.context;
    const { everyMs } = config.statistics;
    const visitor = await guest(world);
    const names = ["Robin", "Alex", "Kim", "Sam"];
    for (const name of names) await readOnce(world, visitor, name);
    for (const period of [1, 2]) {
      world.turnClock(everyMs + 1);
      // What two processes do in the same minute, and again in the next.
      for (let look = 0; look < 2; look += 1) {
        await Promise.all([1, 2].map(() => beginDueReadings({ ...world.context, ...config.statistics })));
        await jobs.drained();
        world.turnClock(60_000);
      }
      for (const name of names) expect(getReadings(statistics, name), name).toHaveLength(1 + period);
    }
  });
});

test("readings that are due are begun by four processes within the shared rate, and none fails", async () => {
  const [perMinute, count] = [12, 40];
  await using statistics = await createStatisticsService();
  const environment = { STATS_PER_MINUTE: String(perMinute), STATS_EVERY_H: "72" };
  await using world = await makeWorld({ statistics, environment, singleProcess: USES_INTERNALS });
  const { db, jobs, config } = world.context;
  const { id: userId = "" } = (await getUser(await guest(world))) ?? {};
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
    await Promise.all([1, 2, 3, 4].map(() => beginDueReadings(parts)));
    await jobs.drained();
    expect(statistics.calls.length - before).toBeLessThanOrEqual(perMinute / 2);
    world.turnClock(61_000);
  }
  const ended = await db.selectFrom("job").select(["outcome", "attempts"]).execute();
  expect(ended.filter(({ outcome, attempts }) => attempts > 1 || !outcome?.includes('"done"'))).toEqual([]);
  expect(statistics.calls).toHaveLength(count);
});

test("a busy source costs a reading no attempt, however often it is busy", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeWorld({
    statistics,
    environment: { STATS_PER_MINUTE: "1" },
    singleProcess: USES_INTERNALS,
  });
  const { rateLimiter, jobs } = world.context;
  const visitor = await guest(world);
  const spend = () => rateLimiter.consume("statistics-service", { max: 1, windowMs: 60_000 });
  await spend();
  const { id, job } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
  for (let minute = 0; minute < 6; minute += 1) {
    await jobs.drained();
    expect(await visitor.trpc.job.get.query({ id: job.id })).toMatchObject({
      outcome: null,
      triesAgainAt: expect.any(String),
    });
    world.turnClock(61_000);
    if (minute < 5) await spend();
  }
  await jobs.drained();
  expect(await getLines(visitor, id)).toHaveLength(1);
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
    "%s leaves what is stored, with its age and the reason, and is tried again",
    async ([fate, lastError]) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
      const visitor = await guest(world);
      const id = await readOnce(world, visitor, `Robin-then-${fate}`);
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
