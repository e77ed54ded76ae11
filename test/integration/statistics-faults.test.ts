// A faulty statistics service does not delay requests or use up memory, and it is no longer called after a few failures.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "#messages/errors.ts";
import { createLogger } from "#platform/logger.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import {
  buildRequestedSoldier,
  createSource,
  getOutcome,
  listRequestedPaths,
} from "#test/harness/data/statistics-source.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MEGABYTE = 1024 * 1024;
/** A call may take five seconds. The rest allows for a busy machine. */
const TIME_LIMIT_MS = 9000;

let service: StatisticsService;
let world: World;

beforeAll(async () => {
  service = await createStatisticsService();
  world = await makeWorld({ statistics: service, environment: { LOG_LEVEL: "silent" } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const FAILURES = [
  ["is down", "source-down", "source_unavailable"],
  ["takes half a minute", "source-slow", "source_unavailable"],
  ["sends incomplete JSON", "source-wrong", "source_unavailable"],
  ["sends values of wrong types", "source-types", "source_unavailable"],
  ["sends 200 megabytes", "source-huge", "source_unavailable"],
  ["is busy", "source-limited", "source_busy"],
  ["sends errors with status 200", "source-errors", "source_unavailable"],
  ["closes the connection", "source-refused", "source_unavailable"],
  ["does not know the soldier", "unknown", "soldier_unknown"],
] as const;

describe("a service that", () => {
  test.for(FAILURES)(
    "%s makes a reading fail within five seconds",
    { concurrent: true },
    async ([, name, code], { expect }) => {
      const getElapsedMs = startStopwatch();
      const outcomes = (["bf2042", "bf4"] as const).map((game) => {
        return getOutcome(createSource(world, service).source.read(buildRequestedSoldier(name, game)));
      });
      expect(await Promise.all(outcomes)).toEqual([code, code]);
      expect(getElapsedMs()).toBeLessThan(TIME_LIMIT_MS);
    },
  );

  test.for(FAILURES)(
    "%s after a successful reading makes only the second reading fail",
    { concurrent: true },
    async ([, failure, code], { expect }) => {
      const { source } = createSource(world, service, { cacheMs: 0 });
      const soldier = buildRequestedSoldier(`robin-then-${failure}`);
      expect([await getOutcome(source.read(soldier)), await getOutcome(source.read(soldier))]).toEqual([
        "success",
        code,
      ]);
    },
  );

  test.for(FAILURES)(
    "%s makes a search fail as well, or return no soldier",
    { concurrent: true },
    async ([, name, code], { expect }) => {
      const outcomes = (["bf2042", "bf4"] as const).map((game) =>
        getOutcome(createSource(world, service).source.search(game, name)),
      );
      // A list of another type counts as an empty list.
      const response = name === "unknown" || name === "source-types" ? "success" : code;
      expect(await Promise.all(outcomes)).toEqual([response, response]);
    },
  );

  test("does not listen is unavailable", async () => {
    const { source } = createSource(world, service, { url: "http://127.0.0.1:9" });
    expect(await getOutcome(source.read(buildRequestedSoldier("no-listener")))).toBe("source_unavailable");
  });

  test("sends 200 megabytes makes this process use less than 50 more", async () => {
    const { source } = createSource(world, service, { cacheMs: 0 });
    const soldiers = ["1", "2", "3", "4"].map((number) => buildRequestedSoldier(`${number}-then-source-huge`, "bf4"));
    for (const soldier of soldiers) await source.read(soldier);
    const before = process.memoryUsage();
    for (const soldier of soldiers) expect(await getOutcome(source.read(soldier))).toBe("source_unavailable");
    const after = process.memoryUsage();
    const [rss, heap, external] = (["rss", "heapUsed", "external"] as const).map((part) => after[part] - before[part]);
    const megabytes = [rss, heap, external].map((bytes = 0) => Math.round(bytes / MEGABYTE));
    console.log(
      `200 MB, four times: ${megabytes[0]} MB more memory, ${megabytes[1]} MB more heap, ${megabytes[2]} MB more external`,
    );
    expect(megabytes[0]).toBeLessThan(50);
    expect((megabytes[1] ?? 0) + (megabytes[2] ?? 0)).toBeLessThan(50);
  });

  test("sends an incomplete long response is quoted with the response's first hundred characters only", async () => {
    const lines: string[] = [];
    const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
    const { source } = createSource(world, service, { logger, cacheMs: 0 });
    await source.read(buildRequestedSoldier("long-then-source-wrong"));
    const fault: unknown = await source
      .read(buildRequestedSoldier("long-then-source-wrong"))
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ message: ERRORS.source_unavailable.message(), details: {} });
    const quoted = /^\/bf2042\/stats\/ returned 200: .{100}$/;
    expect(fault).toHaveProperty("cause.message", expect.stringMatching(quoted));
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([expect.stringMatching(quoted)]);
  });
});

describe("the service", () => {
  test("is not called for 30 seconds after five failures in a row, and then called again", async () => {
    const { source, clock } = createSource(world, service, { cacheMs: 0 });
    for (let number = 0; number < 5; number += 1)
      await getOutcome(source.read(buildRequestedSoldier(`${number}-then-source-down`)));
    for (let number = 0; number < 5; number += 1)
      await getOutcome(source.read(buildRequestedSoldier(`${number}-then-source-down`)));
    await expect(source.read(buildRequestedSoldier("Waiting"))).rejects.toMatchObject({
      code: "source_unavailable",
      details: { retryAfterS: 30 },
    });
    expect(listRequestedPaths(service, "Waiting")).toEqual([]);
    clock.ms += 31_000;
    expect(await getOutcome(source.read(buildRequestedSoldier("Waiting")))).toBe("success");
  });

  test("is called at most sixty times a minute by all processes together", async () => {
    const { db } = world.context;
    // Two minutes later, so that the calls of the other tests are no longer counted.
    const clock = { ms: 120_000 };
    const now = () => new Date(Date.now() + clock.ms);
    const parts = { now, perMinute: 60, rateLimiter: createRateLimiter(db, now) };
    const sources = [createSource(world, service, parts), createSource(world, service, parts)];
    const searchAll = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          sources[index % 2]?.source.search("bf2042", `Soldier ${from + index}`).catch((error: unknown) => error),
        ),
      );
    const responses = await searchAll(0, 70);
    const refused = responses.filter((response) => response instanceof Error);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ code: "source_busy", details: { retryAfterS: expect.any(Number) } });
    clock.ms += 61_000;
    expect((await searchAll(70, 75)).filter((response) => response instanceof Error)).toEqual([]);
  });

  test("that is busy is not called until its Retry-After has passed", async () => {
    const { source, clock } = createSource(world, service);
    await expect(source.read(buildRequestedSoldier("source-limited"))).rejects.toMatchObject({
      code: "source_busy",
      details: { retryAfterS: 2 },
    });
    await expect(source.read(buildRequestedSoldier("Patient"))).rejects.toMatchObject({ code: "source_busy" });
    expect(listRequestedPaths(service, "Patient")).toEqual([]);
    clock.ms += 4000;
    expect(await getOutcome(source.read(buildRequestedSoldier("Patient")))).toBe("success");
  });
});
