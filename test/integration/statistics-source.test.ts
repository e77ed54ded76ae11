// The statistics service is called once for all simultaneous requests for the same soldier.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { createResponseTable } from "#server/sources/response-cache.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { aSoldier, aSource, getOutcome, pagesAsked } from "#test/harness/data/statistics-source.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** What the service does not count of Battlefield 4. */
const BATTLELOG_ALONE = ["score", "shotsFired", "shotsHit"];
const AT_ONCE = Array.from({ length: 50 });

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
  test.for(["bf2042", "bf4"] as const)("of %s is full: every figure, and every column of every table", async (game) => {
    const { statistics, name, playerId } = await world.context.statistics.read(aSoldier("Robin", game));
    expect([name, playerId]).toEqual(["Robin", expect.stringMatching(/^\d+$/)]);
    const figures = listFigures(game).map(({ id }) => id);
    const counted = figures.filter((id) => game === "bf2042" || !BATTLELOG_ALONE.includes(id));
    expect(Object.keys(statistics.figures).toSorted()).toEqual(counted.toSorted());
    for (const table of TABLES) {
      const columns = (COLUMNS[game][table] ?? []).map(({ id }) => id);
      // The service counts headshots of a weapon of Battlefield 4 as a share alone.
      const reported = columns.filter((id) => game === "bf2042" || id !== "headshots");
      // What was never played has no rate.
      const countValues = (row: { values: object }) => Object.keys(row.values).length;
      const [played] = statistics.tables[table]?.toSorted((a, b) => countValues(b) - countValues(a)) ?? [];
      expect(Object.keys(played?.values ?? {}).toSorted()).toEqual(reported.toSorted());
    }
  });

  test("of Battlefield 2042 lists what its makers say there is, and asks for one page", async () => {
    const { statistics } = await world.context.statistics.read(aSoldier("Robin"));
    const sizes = TABLES.map((table) => statistics.tables[table]?.length ?? 0);
    expect(sizes.map((size, index) => size >= ([88, 61, 26, 8, 17, 63][index] ?? 0))).toEqual(sizes.map(() => true));
    expect(pagesAsked(service, "Robin").filter((path) => path.startsWith("/bf2042/"))).toEqual(["/bf2042/stats/"]);
  });

  test("of Battlefield 4 counts what progress is made of, and asks for two pages", async () => {
    const { statistics } = await world.context.statistics.read(aSoldier("Robin", "bf4"));
    const counters = Object.keys(statistics.counters);
    expect(counters.filter((key) => key.startsWith("kills:")).length).toBeGreaterThan(140);
    expect(counters.filter((key) => !key.startsWith("kills:")).toSorted()).toEqual([
      "rankPoints",
      "score:assault",
      "score:engineer",
      "score:recon",
      "score:support",
    ]);
    const pages = pagesAsked(service, "Robin").filter((path) => path.startsWith("/bf4/"));
    expect(pages.toSorted()).toEqual(["/bf4/all/", "/bf4/stats/"]);
  });

  test.for(["/bf2042/stats/", "/bf4/all/"])("is made of an answer of %s well within a megabyte", async (path) => {
    for (const format of ["true", "false"]) {
      const answer = await fetch(`${service.url}${path}?name=Robin&format_values=${format}`);
      expect((await answer.text()).length).toBeLessThan(300_000);
    }
  });

  test("an evening later has more of everything, and its sums still fit", async () => {
    const { source } = aSource(world, service, { cacheMs: 0 });
    const before = (await source.read(aSoldier("Kim"))).statistics;
    const { figures, tables } = (await source.read(aSoldier("Kim"))).statistics;
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
    const { source } = aSource(world, service, { cacheMs: 0 });
    const first = await source.read(aSoldier("still"));
    expect((await source.read(aSoldier("still"))).statistics).toEqual(first.statistics);
  });

  test("keeps what a newer patch has, under the service's own ids", async () => {
    const { tables } = (await world.context.statistics.read(aSoldier("newer-patch"))).statistics;
    for (const [table, name] of [
      ["weapons", "Railbow"],
      ["vehicles", "Walker"],
      ["maps", "Moonbase"],
      ["gadgets", "Lantern"],
    ] as const) {
      expect(tables[table]?.at(-1)).toMatchObject({ name, isKnown: false });
    }
  });

  test("by the id that a search found is of the same soldier", async () => {
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
    expect(pagesAsked(service, "Rob")).toEqual([]);
  });
});

describe("an answer", () => {
  test("is asked for once by fifty who ask at once, of two processes, too", async () => {
    service.latencyMs = 150;
    const sources = [aSource(world, service), aSource(world, service)];
    const readings = AT_ONCE.flatMap(() => sources.map(({ source }) => source.read(aSoldier("Fifty"))));
    const reported = await Promise.all(readings);
    service.latencyMs = 0;
    expect(pagesAsked(service, "Fifty")).toEqual(["/bf2042/stats/"]);
    expect(
      new Set(reported.map(({ answeredAt, statistics }) => `${answeredAt} ${statistics.figures["kills"]}`)).size,
    ).toBe(1);
  });

  test("that is not cached is still shared by all callers who waited for it", async () => {
    service.latencyMs = 150;
    const sources = [aSource(world, service, { cacheMs: 0 }), aSource(world, service, { cacheMs: 0 })];
    await Promise.all(AT_ONCE.flatMap(() => sources.map(({ source }) => source.read(aSoldier("Brief")))));
    service.latencyMs = 0;
    expect(pagesAsked(service, "Brief")).toEqual(["/bf2042/stats/"]);
  });

  test("that is a failure is shared, too, and cached for a moment", async () => {
    service.latencyMs = 150;
    const [here, there] = [aSource(world, service), aSource(world, service)];
    const readBoth = () => [here, there].map(({ source }) => getOutcome(source.read(aSoldier("source-down"))));
    expect(new Set(await Promise.all(AT_ONCE.flatMap(readBoth)))).toEqual(new Set(["source_unavailable"]));
    service.latencyMs = 0;
    await Promise.all(readBoth());
    expect(pagesAsked(service, "source-down")).toHaveLength(1);
    here.clock.ms += 3001;
    await getOutcome(here.source.read(aSoldier("source-down")));
    expect(pagesAsked(service, "source-down")).toHaveLength(2);
  });

  test("serves everybody for its time, however the name is written, and no longer", async () => {
    const { source, clock } = aSource(world, service);
    const first = await source.read(aSoldier("Alex"));
    clock.ms += 299_000;
    expect(await source.read(aSoldier("ALEX"))).toEqual(first);
    clock.ms += 2000;
    const second = await source.read(aSoldier("Alex"));
    expect(Date.parse(second.answeredAt) - Date.parse(first.answeredAt)).toBeGreaterThanOrEqual(301_000);
    expect(service.calls.filter(({ name }) => /^alex$/i.test(name))).toHaveLength(2);
  });

  test("that there is no such soldier is cached like any other", async () => {
    const { source } = aSource(world, service);
    for (let time = 0; time < 3; time += 1)
      expect(await getOutcome(source.read(aSoldier("unknown")))).toBe("soldier_unknown");
    expect(pagesAsked(service, "unknown").filter((path) => path === "/bf2042/stats/")).toHaveLength(1);
  });

  test("is abandoned when all its callers have left, and can be requested again", async () => {
    const { source } = aSource(world, service);
    const [one, other] = [new AbortController(), new AbortController()];
    service.latencyMs = 300;
    const left = [source.read(aSoldier("Leaving"), one.signal), source.read(aSoldier("Leaving"), other.signal)];
    one.abort(new Error("The first left."));
    await expect(left[0]).rejects.toThrow("The first left.");
    other.abort(new Error("The second left."));
    await expect(left[1]).rejects.toThrow("The second left.");
    service.latencyMs = 0;
    expect((await source.read(aSoldier("Leaving"))).name).toBe("Leaving");
  });

  test("that a process died over is asked for again", async () => {
    const { source, clock, now } = aSource(world, service);
    await createResponseTable(world.context.db, now, 300_000).claim("read bf2042 pc orphan", 6000);
    const reading = source.read(aSoldier("Orphan"));
    await setTimeout(300);
    expect(pagesAsked(service, "Orphan")).toEqual([]);
    clock.ms += 6000;
    expect((await reading).name).toBe("Orphan");
  });

  test("is asked for again when the clock went back", async () => {
    const { source, clock } = aSource(world, service);
    await source.read(aSoldier("Backward"));
    clock.ms -= 600_000;
    await source.read(aSoldier("Backward"));
    expect(pagesAsked(service, "Backward")).toHaveLength(2);
  });

  test("one of two waits for comes, though the other leaves", async () => {
    const { source } = aSource(world, service);
    const leaving = new AbortController();
    service.latencyMs = 200;
    const left = source.read(aSoldier("Staying"), leaving.signal);
    const stays = source.read(aSoldier("Staying"));
    leaving.abort(new Error("One left."));
    await expect(left).rejects.toThrow("One left.");
    expect((await stays).name).toBe("Staying");
    service.latencyMs = 0;
    expect(pagesAsked(service, "Staying")).toHaveLength(1);
  });
});

test("where no service is named, every question is answered at once", async () => {
  const { source } = aSource(world, service, { url: null });
  expect(await getOutcome(source.read(aSoldier("Robin")))).toBe("source_unavailable");
  expect(await getOutcome(source.search("bf4", "Robin"))).toBe("source_unavailable");
});
