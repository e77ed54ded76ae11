// The statistics service is called once for all simultaneous requests for the same soldier.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { createResponseTable } from "#server/sources/response-cache.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import {
  buildRequestedSoldier,
  createSource,
  getOutcome,
  listRequestedPaths,
} from "#test/harness/data/statistics-source.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Figures of Battlefield 4 that only Battlelog has, not the service. */
const BATTLELOG_ONLY = ["score", "shotsFired", "shotsHit"];
const PARALLEL_CALLS = Array.from({ length: 50 });

let service: StatisticsService;
let world: World;

beforeAll(async () => {
  service = await createStatisticsService();
  world = await makeWorld({ statistics: service });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe("a reading", () => {
  test.for(["bf2042", "bf4"] as const)("of %s has every figure and every column of every table", async (game) => {
    const { statistics, name, playerId } = await world.context.statistics.read(buildRequestedSoldier("Robin", game));
    expect([name, playerId]).toEqual(["Robin", expect.stringMatching(/^\d+$/)]);
    const figures = listFigures(game).map(({ id }) => id);
    const expectedFigures = figures.filter((id) => game === "bf2042" || !BATTLELOG_ONLY.includes(id));
    expect(Object.keys(statistics.figures).toSorted()).toEqual(expectedFigures.toSorted());
    for (const table of TABLES) {
      const columns = (COLUMNS[game][table] ?? []).map(({ id }) => id);
      // For weapons of Battlefield 4, the service returns headshots only as a percentage.
      const reported = columns.filter((id) => game === "bf2042" || id !== "headshots");
      // Rows that were never played have no rates, so use the row with the most values.
      const countValues = (row: { values: object }) => Object.keys(row.values).length;
      const [played] = statistics.tables[table]?.toSorted((a, b) => countValues(b) - countValues(a)) ?? [];
      expect(Object.keys(played?.values ?? {}).toSorted()).toEqual(reported.toSorted());
    }
  });

  test("of Battlefield 2042 has at least as many rows as the game, and fetches one page", async () => {
    const { statistics } = await world.context.statistics.read(buildRequestedSoldier("Robin"));
    const sizes = TABLES.map((table) => statistics.tables[table]?.length ?? 0);
    expect(sizes.map((size, index) => size >= ([88, 61, 26, 8, 17, 63][index] ?? 0))).toEqual(sizes.map(() => true));
    expect(listRequestedPaths(service, "Robin").filter((path) => path.startsWith("/bf2042/"))).toEqual([
      "/bf2042/stats/",
    ]);
  });

  test("of Battlefield 4 has the counters that progress needs, and fetches two pages", async () => {
    const { statistics } = await world.context.statistics.read(buildRequestedSoldier("Robin", "bf4"));
    const counters = Object.keys(statistics.counters);
    expect(counters.filter((key) => key.startsWith("kills:")).length).toBeGreaterThan(140);
    expect(counters.filter((key) => !key.startsWith("kills:")).toSorted()).toEqual([
      "rankPoints",
      "score:assault",
      "score:engineer",
      "score:recon",
      "score:support",
    ]);
    const pages = listRequestedPaths(service, "Robin").filter((path) => path.startsWith("/bf4/"));
    expect(pages.toSorted()).toEqual(["/bf4/all/", "/bf4/stats/"]);
  });

  test.for(["/bf2042/stats/", "/bf4/all/"])("uses a response of %s of less than 300 kB", async (path) => {
    for (const format of ["true", "false"]) {
      const response = await fetch(`${service.url}${path}?name=Robin&format_values=${format}`);
      expect((await response.text()).length).toBeLessThan(300_000);
    }
  });

  test("an evening later has higher counts, and its totals match the rows", async () => {
    const { source } = createSource(world, service, { cacheMs: 0 });
    const before = (await source.read(buildRequestedSoldier("Kim"))).statistics;
    const { figures, tables } = (await source.read(buildRequestedSoldier("Kim"))).statistics;
    const sum = (table: "modes" | "weapons", column: string) =>
      (tables[table] ?? []).reduce((all, { values }) => all + (values[column] ?? 0), 0);
    for (const id of ["kills", "matches", "secondsPlayed", "shotsFired"]) {
      expect(figures[id]).toBeGreaterThan(before.figures[id] ?? Number.POSITIVE_INFINITY);
    }
    expect([sum("modes", "matches"), sum("weapons", "shotsFired")]).toEqual([
      figures["matches"],
      figures["shotsFired"],
    ]);
    expect(figures["matches"]).toBe((figures["wins"] ?? 0) + (figures["losses"] ?? 0));
  });

  test("of a soldier who no longer plays stays as it is", async () => {
    const { source } = createSource(world, service, { cacheMs: 0 });
    const first = await source.read(buildRequestedSoldier("still"));
    expect((await source.read(buildRequestedSoldier("still"))).statistics).toEqual(first.statistics);
  });

  test("keeps rows that a newer patch added, with the service's own names", async () => {
    const { tables } = (await world.context.statistics.read(buildRequestedSoldier("newer-patch"))).statistics;
    for (const [table, name] of [
      ["weapons", "Railbow"],
      ["vehicles", "Walker"],
      ["maps", "Moonbase"],
      ["gadgets", "Lantern"],
    ] as const) {
      expect(tables[table]?.at(-1)).toMatchObject({ name, isKnown: false });
    }
  });

  test("by an id from a search returns the same soldier", async () => {
    const soldiers = await world.context.statistics.search("bf2042", "Sam");
    expect(soldiers.map(({ platform, name }) => [platform, name])).toEqual([
      ["pc", "Sam"],
      ["psn", "Sam"],
    ]);
    const [, onPlaystation] = soldiers;
    if (!onPlaystation) throw new Error("There is no second soldier.");
    expect(await world.context.statistics.read(onPlaystation)).toMatchObject({
      name: "Sam",
      playerId: onPlaystation.playerId,
    });
  });
});

describe("a search", () => {
  test("finds soldiers of both games, and none for an unknown name", async () => {
    const { statistics } = world.context;
    expect(await statistics.search("bf4", "Robin")).toMatchObject([{ platform: "pc" }, { platform: "ps4" }]);
    expect(await statistics.search("bf2042", "unknown")).toEqual([]);
    expect(await statistics.search("bf4", "unknown")).toEqual([]);
  });

  test("for Battlefield 4 sends no request for a name of three letters", async () => {
    expect(await world.context.statistics.search("bf4", "Rob")).toEqual([]);
    expect(listRequestedPaths(service, "Rob")).toEqual([]);
  });
});

describe("a response", () => {
  test("is requested once for fifty simultaneous calls in each of two processes", async () => {
    service.latencyMs = 150;
    const sources = [createSource(world, service), createSource(world, service)];
    const readings = PARALLEL_CALLS.flatMap(() =>
      sources.map(({ source }) => source.read(buildRequestedSoldier("Fifty"))),
    );
    const reported = await Promise.all(readings);
    service.latencyMs = 0;
    expect(listRequestedPaths(service, "Fifty")).toEqual(["/bf2042/stats/"]);
    expect(
      new Set(reported.map(({ answeredAt, statistics }) => `${answeredAt} ${statistics.figures["kills"]}`)).size,
    ).toBe(1);
  });

  test("that is not cached is still shared by all callers that waited for it", async () => {
    service.latencyMs = 150;
    const sources = [createSource(world, service, { cacheMs: 0 }), createSource(world, service, { cacheMs: 0 })];
    await Promise.all(
      PARALLEL_CALLS.flatMap(() => sources.map(({ source }) => source.read(buildRequestedSoldier("Brief")))),
    );
    service.latencyMs = 0;
    expect(listRequestedPaths(service, "Brief")).toEqual(["/bf2042/stats/"]);
  });

  test("that is a failure is also shared, and cached for three seconds", async () => {
    service.latencyMs = 150;
    const [firstSource, secondSource] = [createSource(world, service), createSource(world, service)];
    const readBoth = () =>
      [firstSource, secondSource].map(({ source }) => getOutcome(source.read(buildRequestedSoldier("source-down"))));
    expect(new Set(await Promise.all(PARALLEL_CALLS.flatMap(readBoth)))).toEqual(new Set(["source_unavailable"]));
    service.latencyMs = 0;
    await Promise.all(readBoth());
    expect(listRequestedPaths(service, "source-down")).toHaveLength(1);
    firstSource.clock.ms += 3001;
    await getOutcome(firstSource.source.read(buildRequestedSoldier("source-down")));
    expect(listRequestedPaths(service, "source-down")).toHaveLength(2);
  });

  test("is cached for five minutes for all callers, regardless of the case of the name", async () => {
    const { source, clock } = createSource(world, service);
    const first = await source.read(buildRequestedSoldier("Alex"));
    clock.ms += 299_000;
    expect(await source.read(buildRequestedSoldier("ALEX"))).toEqual(first);
    clock.ms += 2000;
    const second = await source.read(buildRequestedSoldier("Alex"));
    expect(Date.parse(second.answeredAt) - Date.parse(first.answeredAt)).toBeGreaterThanOrEqual(301_000);
    expect(service.calls.filter(({ name }) => /^alex$/i.test(name))).toHaveLength(2);
  });

  test("for an unknown soldier is cached like any other", async () => {
    const { source } = createSource(world, service);
    for (let time = 0; time < 3; time += 1)
      expect(await getOutcome(source.read(buildRequestedSoldier("unknown")))).toBe("soldier_unknown");
    expect(listRequestedPaths(service, "unknown").filter((path) => path === "/bf2042/stats/")).toHaveLength(1);
  });

  test("is abandoned when all its callers have stopped waiting, and can be requested again", async () => {
    const { source } = createSource(world, service);
    const [firstController, secondController] = [new AbortController(), new AbortController()];
    service.latencyMs = 300;
    const abandonedReadings = [
      source.read(buildRequestedSoldier("Leaving"), firstController.signal),
      source.read(buildRequestedSoldier("Leaving"), secondController.signal),
    ];
    firstController.abort(new Error("The first left."));
    await expect(abandonedReadings[0]).rejects.toThrow("The first left.");
    secondController.abort(new Error("The second left."));
    await expect(abandonedReadings[1]).rejects.toThrow("The second left.");
    service.latencyMs = 0;
    expect((await source.read(buildRequestedSoldier("Leaving"))).name).toBe("Leaving");
  });

  test("that a crashed process was waiting for is requested again", async () => {
    const { source, clock, now } = createSource(world, service);
    await createResponseTable(world.context.db, now, 300_000).claim("read bf2042 pc orphan", 6000);
    const reading = source.read(buildRequestedSoldier("Orphan"));
    await setTimeout(300);
    expect(listRequestedPaths(service, "Orphan")).toEqual([]);
    clock.ms += 6000;
    expect((await reading).name).toBe("Orphan");
  });

  test("is requested again when the clock went back", async () => {
    const { source, clock } = createSource(world, service);
    await source.read(buildRequestedSoldier("Backward"));
    clock.ms -= 600_000;
    await source.read(buildRequestedSoldier("Backward"));
    expect(listRequestedPaths(service, "Backward")).toHaveLength(2);
  });

  test("arrives for one of two callers when the other stops waiting", async () => {
    const { source } = createSource(world, service);
    const leaving = new AbortController();
    service.latencyMs = 200;
    const abandonedReading = source.read(buildRequestedSoldier("Staying"), leaving.signal);
    const waitingReading = source.read(buildRequestedSoldier("Staying"));
    leaving.abort(new Error("One left."));
    await expect(abandonedReading).rejects.toThrow("One left.");
    expect((await waitingReading).name).toBe("Staying");
    service.latencyMs = 0;
    expect(listRequestedPaths(service, "Staying")).toHaveLength(1);
  });
});

test("without a configured service, every request fails at once", async () => {
  const { source } = createSource(world, service, { url: null });
  expect(await getOutcome(source.read(buildRequestedSoldier("Robin")))).toBe("source_unavailable");
  expect(await getOutcome(source.search("bf4", "Robin"))).toBe("source_unavailable");
});
