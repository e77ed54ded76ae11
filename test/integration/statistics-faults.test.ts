// A faulty statistics service delays no request, uses no memory, and is soon no longer called.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "#messages/errors.ts";
import { createLogger } from "#platform/logger.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { aSoldier, aSource, getOutcome, pagesAsked } from "#test/harness/data/statistics-source.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MEGABYTE = 1024 * 1024;
/** A call may take five seconds; the rest is for a busy machine. */
const SOON_MS = 9000;

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

const FATES = [
  ["is down", "source-down", "source_unavailable"],
  ["takes half a minute", "source-slow", "source_unavailable"],
  ["breaks off its JSON", "source-wrong", "source_unavailable"],
  ["answers in other types", "source-types", "source_unavailable"],
  ["answers with 200 megabytes", "source-huge", "source_unavailable"],
  ["is busy", "source-limited", "source_busy"],
  ["answers 200 with errors", "source-errors", "source_unavailable"],
  ["ends the connection", "source-refused", "source_unavailable"],
  ["knows no such soldier", "unknown", "soldier_unknown"],
] as const;

describe("a service that", () => {
  test.for(FATES)(
    "%s is answered for within five seconds",
    { concurrent: true },
    async ([, name, code], { expect }) => {
      const getElapsedMs = startStopwatch();
      const outcomes = (["bf2042", "bf4"] as const).map((game) => {
        return getOutcome(aSource(world, service).source.read(aSoldier(name, game)));
      });
      expect(await Promise.all(outcomes)).toEqual([code, code]);
      expect(getElapsedMs()).toBeLessThan(SOON_MS);
    },
  );

  test.for(FATES)(
    "%s after a first reading has that one all the same",
    { concurrent: true },
    async ([, fate, code], { expect }) => {
      const { source } = aSource(world, service, { cacheMs: 0 });
      const soldier = aSoldier(`robin-then-${fate}`);
      expect([await getOutcome(source.read(soldier)), await getOutcome(source.read(soldier))]).toEqual([
        "success",
        code,
      ]);
    },
  );

  test.for(FATES)(
    "%s fails a search alike, or finds no soldier",
    { concurrent: true },
    async ([, name, code], { expect }) => {
      const outcomes = (["bf2042", "bf4"] as const).map((game) =>
        getOutcome(aSource(world, service).source.search(game, name)),
      );
      // A list of another type counts as an empty list.
      const answer = name === "unknown" || name === "source-types" ? "success" : code;
      expect(await Promise.all(outcomes)).toEqual([answer, answer]);
    },
  );

  test("is not there at all is unavailable", async () => {
    const { source } = aSource(world, service, { url: "http://127.0.0.1:9" });
    expect(await getOutcome(source.read(aSoldier("no-listener")))).toBe("source_unavailable");
  });

  test("sends 200 megabytes takes less than fifty of ours", async () => {
    const { source } = aSource(world, service, { cacheMs: 0 });
    const soldiers = ["1", "2", "3", "4"].map((number) => aSoldier(`${number}-then-source-huge`, "bf4"));
    for (const soldier of soldiers) await source.read(soldier);
    const before = process.memoryUsage();
    for (const soldier of soldiers) expect(await getOutcome(source.read(soldier))).toBe("source_unavailable");
    const after = process.memoryUsage();
    const [rss, heap, external] = (["rss", "heapUsed", "external"] as const).map((part) => after[part] - before[part]);
    const inMb = [rss, heap, external].map((bytes = 0) => Math.round(bytes / MEGABYTE));
    console.log(`200 MB, four times: ${inMb[0]} MB more of memory, ${inMb[1]} MB of heap, ${inMb[2]} MB beside it`);
    expect(inMb[0]).toBeLessThan(50);
    expect((inMb[1] ?? 0) + (inMb[2] ?? 0)).toBeLessThan(50);
  });

  test("breaks off a long answer is quoted by its first hundred characters, and nowhere by more", async () => {
    const lines: string[] = [];
    const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
    const { source } = aSource(world, service, { logger, cacheMs: 0 });
    await source.read(aSoldier("long-then-source-wrong"));
    const fault: unknown = await source.read(aSoldier("long-then-source-wrong")).catch((error: unknown) => error);
    expect(fault).toMatchObject({ message: ERRORS.source_unavailable.message(), details: {} });
    const quoted = /^\/bf2042\/stats\/ answered 200: .{100}$/;
    expect(fault).toHaveProperty("cause.message", expect.stringMatching(quoted));
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([expect.stringMatching(quoted)]);
  });
});

describe("the service", () => {
  test("is left alone after five failures in a row, and then tried by one", async () => {
    const { source, clock } = aSource(world, service, { cacheMs: 0 });
    for (let number = 0; number < 5; number += 1) await getOutcome(source.read(aSoldier(`${number}-then-source-down`)));
    for (let number = 0; number < 5; number += 1) await getOutcome(source.read(aSoldier(`${number}-then-source-down`)));
    await expect(source.read(aSoldier("Waiting"))).rejects.toMatchObject({
      code: "source_unavailable",
      details: { retryAfterS: 30 },
    });
    expect(pagesAsked(service, "Waiting")).toEqual([]);
    clock.ms += 31_000;
    expect(await getOutcome(source.read(aSoldier("Waiting")))).toBe("success");
  });

  test("is asked sixty times a minute at most, over all processes", async () => {
    const { db } = world.context;
    // By then, what the other stories asked is no longer counted.
    const clock = { ms: 120_000 };
    const now = () => new Date(Date.now() + clock.ms);
    const parts = { now, perMinute: 60, rateLimiter: createRateLimiter(db, now) };
    const sources = [aSource(world, service, parts), aSource(world, service, parts)];
    const ask = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          sources[index % 2]?.source.search("bf2042", `Soldier ${from + index}`).catch((error: unknown) => error),
        ),
      );
    const answers = await ask(0, 70);
    const refused = answers.filter((answer) => answer instanceof Error);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ code: "source_busy", details: { retryAfterS: expect.any(Number) } });
    clock.ms += 61_000;
    expect((await ask(70, 75)).filter((answer) => answer instanceof Error)).toEqual([]);
  });

  test("that is busy is not called until its Retry-After has passed", async () => {
    const { source, clock } = aSource(world, service);
    await expect(source.read(aSoldier("source-limited"))).rejects.toMatchObject({
      code: "source_busy",
      details: { retryAfterS: 2 },
    });
    await expect(source.read(aSoldier("Patient"))).rejects.toMatchObject({ code: "source_busy" });
    expect(pagesAsked(service, "Patient")).toEqual([]);
    clock.ms += 4000;
    expect(await getOutcome(source.read(aSoldier("Patient")))).toBe("success");
  });
});
