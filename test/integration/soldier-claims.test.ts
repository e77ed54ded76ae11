// Statistics from a service, a file or a person replace the stored ones only if they belong to the right soldier and are
// plausible.
import { describe, expect, test } from "vitest";
import { createRandom } from "#domain/seeded-random.ts";
import { isCumulative } from "#domain/soldier/figures/figures.ts";
import { getSessionReport } from "#domain/soldier/session.ts";
import { createBf4All, createBf4Stats } from "#test/fixtures/statistics/bf4-stats.ts";
import { createBf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { getId, inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { buildStatistics, newSoldier, sendImport } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const STRANGER = { userName: "A-Stranger", id: 222_222_222 };

type Page = Record<string, unknown>;

/** Creates a guest whose soldier was added from a search result and read once, so the service's id is stored. */
async function addKnownSoldier(world: World, game: "bf4" | "bf2042" = "bf2042", name = "Robin") {
  const visitor = await createGuest(world);
  const [match] = await visitor.trpc.soldier.search.query({ game, name });
  const playerId = match?.playerId ?? "";
  const { id } = await visitor.trpc.soldier.add.mutate({ ...newSoldier(name, game), playerId });
  await world.context.jobs.drained();
  return { visitor, id, playerId };
}

/** Moves the clock, reads the soldier again, and returns what is stored afterwards. */
async function readAgain(world: World, visitor: Visitor, id: string, afterMs = HOUR_MS) {
  world.turnClock(afterMs);
  await visitor.trpc.soldier.refresh.mutate({ id });
  await world.context.jobs.drained();
  return getStored(visitor, id);
}

async function getStored({ trpc }: Visitor, id: string) {
  const { soldier, last, previous, current } = await trpc.soldier.get.query({ id });
  const { items } = await trpc.soldier.snapshots.query({ soldierId: id });
  return { soldier, last, previous, current, count: items.length, items };
}

/** Changes every page that the service returns for a soldier. */
const falsifyAll = (statistics: StatisticsService, change: (truth: Page) => unknown): void => {
  statistics.falsify = change;
};

describe("a response about another soldier", () => {
  test.for(["bf2042", "bf4"] as const)(
    "of %s to a request by id counts as a failure of the source, and nothing is stored",
    async (game) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
      const { visitor, id, playerId } = await addKnownSoldier(world, game);
      const before = await getStored(visitor, id);
      falsifyAll(statistics, () => ({ ...STRANGER, kills: 50, deaths: 10, secondsPlayed: 600 }));
      const after = await readAgain(world, visitor, id);
      expect(after.soldier).toMatchObject({
        name: "Robin",
        playerId,
        lastError: "source_mismatched",
        pendingReading: null,
      });
      expect([after.count, after.last, after.current]).toEqual([1, before.last, before.current]);
    },
  );

  test("without an id is accepted for a soldier with a known id only if it has the soldier's name", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor, id } = await addKnownSoldier(world);
    falsifyAll(statistics, ({ id: _, ...truth }) => ({ ...truth, userName: "A-Stranger" }));
    expect((await readAgain(world, visitor, id)).soldier.lastError).toBe("source_mismatched");
    falsifyAll(statistics, ({ id: _, userName: __, ...truth }) => truth);
    expect((await readAgain(world, visitor, id)).soldier.lastError).toBe("source_mismatched");
    falsifyAll(statistics, ({ id: _, ...truth }) => ({ ...truth, userName: "rObIn" }));
    expect((await readAgain(world, visitor, id)).soldier).toMatchObject({ name: "rObIn", lastError: null });
  });

  test("on the second page of Battlefield 4 is ignored", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    statistics.falsify = (truth, path) =>
      path === "/bf4/stats/" ? { ...truth, ...STRANGER, dogtagsTaken: 7777 } : truth;
    const { visitor, id } = await addKnownSoldier(world, "bf4");
    const { current, soldier } = await getStored(visitor, id);
    expect([soldier.lastError, current?.figures["dogTagsTaken"]]).toEqual([null, undefined]);
    expect(current?.figures["kills"]).toBeGreaterThan(0);
  });

  test("to a request by name has to be confirmed by the person, and then its name and id are stored", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    falsifyAll(statistics, (truth) => ({ ...truth, userName: "Alex" }));
    const { id, job } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
    await world.context.jobs.drained();
    const identity = { name: "Alex", playerId: String(getId("bf2042", "pc", "Robin")), isRefused: false };
    expect(await getStored(visitor, id)).toMatchObject({
      soldier: { name: "Robin", playerId: null, lastError: "soldier_unconfirmed", pendingReading: { identity } },
      count: 0,
    });
    expect((await visitor.trpc.job.get.query({ id: job.id })).outcome).toMatchObject({ fault: "soldier_unconfirmed" });
    await visitor.trpc.soldier.decide.mutate({ id, question: "identity", isConfirmed: true });
    await world.context.jobs.drained();
    expect(await getStored(visitor, id)).toMatchObject({
      soldier: { name: "Alex", playerId: identity.playerId, lastError: null, pendingReading: null },
      count: 1,
    });
  });

  test("to a request by name needs no second answer once the person has refused it", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    falsifyAll(statistics, (truth) => ({ ...truth, ...STRANGER }));
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
    await world.context.jobs.drained();
    await visitor.trpc.soldier.decide.mutate({ id, question: "identity", isConfirmed: false });
    const { soldier, count } = await readAgain(world, visitor, id);
    expect(soldier).toMatchObject({ name: "Robin", playerId: null, pendingReading: { identity: { isRefused: true } } });
    expect(count).toBe(0);
  });

  test("to requests for six soldiers changes none of them, and two soldiers never become one", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor } = await signUpAndSignIn(world);
    falsifyAll(statistics, (truth) => ({ ...truth, ...STRANGER }));
    const names = ["a1", "b2", "c3", "d4", "e5", "f6"];
    for (const name of names) await visitor.trpc.soldier.add.mutate(newSoldier(name, "bf2042"));
    await world.context.jobs.drained();
    const list = await visitor.trpc.soldier.list.query();
    expect(list.map(({ name, playerId, last }) => [name, playerId, last])).toEqual(
      names.map((name) => [name, null, null]),
    );
    const decide = (at: number) =>
      visitor.trpc.soldier.decide.mutate({ id: list[at]?.id ?? "", question: "identity", isConfirmed: true });
    await decide(0);
    expect(await getAppError(decide(1))).toMatchObject({ status: 409, code: "soldier_listed" });
    expect((await visitor.trpc.soldier.list.query())[1]).toMatchObject({ name: "b2", playerId: null });
  });

  test("with another name and the right id is stored, and the person decides about the name", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id, playerId } = await addKnownSoldier(world);
    falsifyAll(statistics, (truth) => ({ ...truth, userName: "Robin-Renamed" }));
    const read = await readAgain(world, visitor, id);
    expect(read.soldier).toMatchObject({ name: "Robin", playerId, lastError: null });
    expect([read.count, read.soldier.pendingReading?.identity?.name]).toEqual([2, "Robin-Renamed"]);
    await visitor.trpc.soldier.decide.mutate({ id, question: "identity", isConfirmed: true });
    expect((await getStored(visitor, id)).soldier).toMatchObject({
      name: "Robin-Renamed",
      playerId,
      pendingReading: null,
    });
  });
});

describe("a response of another game", () => {
  test("counts as a failure of the source", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor, id } = await addKnownSoldier(world, "bf4");
    const unknownGuns = Array.from({ length: 40 }, (_, at) => ({ weaponName: `Gun of another game ${at}`, kills: at }));
    const others: ((truth: Page) => Page)[] = [
      ({ id: own, userName }) => ({
        id: own,
        userName,
        dividedKills: { human: 9 },
        matchesPlayed: 9,
        XP: [],
        kills: 99_999,
      }),
      (truth) => ({ ...truth, kills: 99_999, weapons: unknownGuns }),
    ];
    for (const other of others) {
      falsifyAll(statistics, other);
      const { soldier, count } = await readAgain(world, visitor, id);
      expect([soldier.lastError, count]).toEqual(["source_mismatched", 1]);
    }
  });
});

describe("a reading with no values, zeros or lower values", () => {
  const createEmptyPage = ({ id, userName }: Page): Page => ({
    id,
    userName,
    kills: null,
    deaths: null,
    secondsPlayed: null,
  });
  const createZeroPage = ({ id, userName }: Page): Page => ({
    id,
    userName,
    kills: 0,
    deaths: 0,
    secondsPlayed: 0,
    wins: 0,
  });
  const lowerFigures = (truth: Page): Page => ({ ...truth, kills: 5, dividedKills: {} });

  test.for([
    ["no values", createEmptyPage, "reading_empty"],
    ["zeros", createZeroPage, "reading_empty"],
    ["lower values", lowerFigures, "reading_fallen"],
  ] as const)("with %s keeps the last good one, reports why, and creates no session", async ([, change, lastError]) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await addKnownSoldier(world);
    const before = await getStored(visitor, id);
    falsifyAll(statistics, change);
    const after = await readAgain(world, visitor, id);
    expect([after.soldier.lastError, after.count, after.current]).toEqual([lastError, 1, before.current]);
    statistics.falsify = null;
    const good = await readAgain(world, visitor, id);
    expect([good.soldier.lastError, good.count, good.previous?.id]).toEqual([null, 2, before.last?.id]);
    const gained = (good.last?.figures["kills"] ?? 0) - (good.previous?.figures["kills"] ?? 0);
    expect(gained).toBeLessThan(1000);
  });

  test("with zeros is not stored as the first snapshot", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    falsifyAll(statistics, createZeroPage);
    const { visitor, id } = await addKnownSoldier(world);
    expect(await getStored(visitor, id)).toMatchObject({ count: 0, soldier: { lastError: "reading_empty" } });
    statistics.falsify = null;
    expect(await readAgain(world, visitor, id)).toMatchObject({ count: 1, previous: null });
  });

  test("with some missing or lower figures keeps the last value of each, in tables and rows as well", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await addKnownSoldier(world);
    const before = await getStored(visitor, id);
    falsifyAll(statistics, ({ vehicles: _, revives: __, shotsHit: ___, ...truth }) => ({
      ...truth,
      heals: 0,
      deaths: -4,
      weapons: (truth["weapons"] as Page[]).slice(1).map((row) => ({ ...row, kills: 0 })),
    }));
    const { current, soldier, count } = await readAgain(world, visitor, id);
    expect([soldier.lastError, count]).toEqual([null, 2]);
    const figures = before.current?.figures ?? {};
    for (const figure of ["revives", "shotsHit", "heals", "deaths"]) {
      expect([figure, current?.figures[figure]]).toEqual([figure, figures[figure]]);
    }
    expect(current?.tables.vehicles).toEqual(before.current?.tables.vehicles);
    const listKills = (rows: typeof current) => rows?.tables.weapons?.map((row) => [row.id, row.values["kills"]]);
    expect(listKills(current)).toEqual(listKills(before.current));
  });

  test("with lower values twice in more than 20 hours asks the person, and a yes restarts the history", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await addKnownSoldier(world);
    const before = await getStored(visitor, id);
    falsifyAll(statistics, lowerFigures);
    await readAgain(world, visitor, id);
    const early = await readAgain(world, visitor, id, 19 * HOUR_MS);
    expect(early.soldier.pendingReading?.restart).toMatchObject({ isAsked: false });
    const late = await readAgain(world, visitor, id, 2 * HOUR_MS);
    expect(late.soldier.pendingReading?.restart).toMatchObject({ isAsked: true, isRefused: false });
    expect([late.count, late.current]).toEqual([1, before.current]);
    await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: true });
    const restarted = await getStored(visitor, id);
    expect(restarted).toMatchObject({ soldier: { lastError: null, pendingReading: null }, previous: null, count: 2 });
    expect(restarted.items.map(({ series, figures }) => [series, figures["kills"]])).toEqual([
      [1, 5],
      [0, before.last?.figures["kills"]],
    ]);
    falsifyAll(statistics, (truth) => ({ ...lowerFigures(truth), kills: 9 }));
    const next = await readAgain(world, visitor, id);
    expect([next.previous?.figures["kills"], next.last?.figures["kills"], next.last?.series]).toEqual([5, 9, 1]);
  });

  test("with lower values that the person refused asks no second time and is not listed", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await addKnownSoldier(world);
    falsifyAll(statistics, lowerFigures);
    await readAgain(world, visitor, id);
    await readAgain(world, visitor, id, DAY_MS);
    await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: false });
    expect(await world.context.db.selectFrom("snapshot").select("id").execute()).toHaveLength(1);
    const { soldier, count } = await readAgain(world, visitor, id, DAY_MS);
    expect([soldier.pendingReading?.restart?.isRefused, count]).toEqual([true, 1]);
    expect(await world.context.db.selectFrom("snapshot").select("id").execute()).toHaveLength(2);
  });
});

/** How a generated response changes a field of the correct one. */
const FAULTS = ["drop", "null", "zero", "negate", "swap"] as const;
type Fault = (typeof FAULTS)[number];

function breakField(value: unknown, fault: Fault, other: unknown): unknown {
  if (fault === "swap") return other;
  if (fault === "null") return null;
  if (typeof value === "number") return fault === "zero" ? 0 : -value;
  if (Array.isArray(value)) return fault === "zero" ? [] : value.toReversed();
  return value;
}

type CreatePage = (...parameters: Parameters<typeof createBf4All>) => Page;

describe("a response with random fields missing, null, zero, negative or of another soldier", () => {
  const PAGES = {
    bf2042: { "/bf2042/stats/": createBf2042Stats },
    bf4: { "/bf4/all/": createBf4All, "/bf4/stats/": createBf4Stats },
  };
  const OTHER_GAME = { bf2042: createBf4All, bf4: createBf2042Stats };

  test.for(["bf2042", "bf4"] as const)(
    "of %s lowers no figure, renames no soldier and adds no play time",
    async (game) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
      const { visitor, id, playerId } = await addKnownSoldier(world, game);
      const random = createRandom(35);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const other = inventSoldier(game, "pc", "A-Stranger");
      const createPages: Record<string, CreatePage> = PAGES[game];
      const outcomes = new Set<string>();
      let before = await getStored(visitor, id);
      for (let reading = 0; reading < 120; reading += 1) {
        const [share, isOfOtherGame, eveningCount] = [random() ** 2, random() < 0.05, Math.floor(random() * 300)];
        statistics.falsify = (truth, path) => {
          const otherPage: Page = createPages[path]?.(other, eveningCount, { formatted: false }) ?? {};
          if (isOfOtherGame)
            return { ...OTHER_GAME[game](other, 0, { formatted: false }), ...(random() < 0.5 && { id: truth["id"] }) };
          return Object.fromEntries(
            Object.entries(truth).flatMap(([field, value]) => {
              if (random() > share) return [[field, value]];
              const fault = pick(FAULTS);
              return fault === "drop" ? [] : [[field, breakField(value, fault, otherPage[field])]];
            }),
          );
        };
        const after = await readAgain(world, visitor, id);
        outcomes.add(after.soldier.lastError ?? "stored");
        expect(after.soldier).toMatchObject({ name: "Robin", playerId });
        expectNothingLower(before.current, after.current);
        if (after.last && after.previous) {
          const report = getSessionReport(game, after.previous.figures, after.last.figures);
          // The time between the two and half a day more, at a rate that no player reaches.
          const hours = 12 + (Date.parse(after.last.takenAt) - Date.parse(after.previous.takenAt)) / HOUR_MS;
          const getGain = (count: string) => report?.counts.find(({ id }) => id === count)?.value ?? 0;
          expect(getGain("secondsPlayed")).toBeLessThanOrEqual(hours * 3600);
          expect(getGain("kills")).toBeLessThanOrEqual(hours * 600);
        }
        before = after;
      }
      expect([...outcomes].toSorted()).toEqual(
        expect.arrayContaining(["reading_fallen", "reading_risen", "source_mismatched", "stored"]),
      );
      // After correct responses for some days, no stored value is below the correct one.
      statistics.falsify = null;
      for (let day = 0; day < 4; day += 1) before = await readAgain(world, visitor, id, DAY_MS);
      // The person is asked about a wrong, but possible total, in the same way as about lower values.
      if (before.soldier.pendingReading?.restart?.isAsked)
        await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: true });
      const fresh = await addKnownSoldier(world, game);
      const truth = (await getStored(fresh.visitor, fresh.id)).current;
      expectNothingLower(truth, (await readAgain(world, visitor, id, DAY_MS)).current);
    },
  );
});

type Current = Awaited<ReturnType<typeof getStored>>["current"];

/** Lists every count of a soldier, from the figures and the rows of the tables, as [key, id, value]. */
function listCounts(current: Current) {
  const rows = Object.entries(current?.tables ?? {}).flatMap(([table, all]) =>
    all.flatMap((row) =>
      Object.entries(row.values).map(([id, value]) => [`${table} ${row.id} ${id}`, id, value] as const),
    ),
  );
  const figures = Object.entries(current?.figures ?? {}).map(([id, value]) => [id, id, value] as const);
  return [...figures, ...rows].filter(([, id]) => isCumulative(id));
}

function expectNothingLower(before: Current, after: Current): void {
  const now = new Map(listCounts(after).map(([key, , value]) => [key, value]));
  expect(listCounts(before).filter(([key, , value]) => !((now.get(key) ?? -1) >= value))).toEqual([]);
}

describe("a known id", () => {
  test("is not given to a second soldier, even if the service returns it for one", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    falsifyAll(statistics, (truth) => ({ ...truth, id: STRANGER.id }));
    for (const name of ["a1", "b2", "c3"]) {
      await visitor.trpc.soldier.add.mutate(newSoldier(name, "bf2042"));
      await world.context.jobs.drained();
    }
    const list = await visitor.trpc.soldier.list.query();
    expect(list.map(({ playerId, lastError }) => [playerId, lastError])).toEqual([
      [String(STRANGER.id), null],
      [null, "soldier_listed"],
      [null, "soldier_listed"],
    ]);
    const added = await visitor.trpc.soldier.add.mutate({
      ...newSoldier("d4", "bf2042"),
      playerId: String(STRANGER.id),
    });
    expect([added.id, (await visitor.trpc.soldier.list.query()).length]).toEqual([list[0]?.id, 3]);
  });

  test("is not replaced by a decision about a response that is older than the id", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await createGuest(world);
    falsifyAll(statistics, (truth) => ({ ...truth, ...STRANGER }));
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await world.context.jobs.drained();
    const { pendingReading } = (await getStored(visitor, id)).soldier;
    expect(pendingReading?.identity?.name).toBe(STRANGER.userName);
    await sendImport(visitor, id, [buildStatistics(100)], undefined, { playerId: "111" });
    await world.context.jobs.drained();
    expect((await getStored(visitor, id)).soldier).toMatchObject({
      playerId: "111",
      pendingReading: null,
      lastError: null,
    });
    const db = world.context.db.updateTable("soldier").set({ pendingReading: JSON.stringify(pendingReading) });
    await db.where("id", "=", id).execute();
    await visitor.trpc.soldier.decide.mutate({ id, question: "identity", isConfirmed: true });
    expect((await getStored(visitor, id)).soldier).toMatchObject({
      name: "Robin",
      playerId: "111",
      pendingReading: null,
    });
  });
});

describe("a refusal to restart the history", () => {
  const lowerKills = (truth: Page): Page => ({ ...truth, kills: 5, dividedKills: {} });

  async function refuseRestart(world: World, statistics: StatisticsService) {
    const stored = await addKnownSoldier(world);
    falsifyAll(statistics, lowerKills);
    await readAgain(world, stored.visitor, stored.id);
    await readAgain(world, stored.visitor, stored.id, DAY_MS);
    const decide = (isConfirmed: boolean) =>
      stored.visitor.trpc.soldier.decide.mutate({ id: stored.id, question: "restart", isConfirmed });
    await decide(false);
    return { ...stored, decide };
  }

  test("can be changed at once or after the next reading", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id, decide } = await refuseRestart(world, statistics);
    await decide(true);
    await world.context.jobs.drained();
    const { restart } = (await getStored(visitor, id)).soldier.pendingReading ?? {};
    expect(restart).toMatchObject({ isAsked: true, isRefused: false });
    await decide(true);
    const { soldier, last } = await getStored(visitor, id);
    expect([soldier.pendingReading, last?.series, last?.figures["kills"]]).toEqual([null, 1, 5]);
  });

  test("applies for a week, and only to lower statistics", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await refuseRestart(world, statistics);
    const day = await readAgain(world, visitor, id, DAY_MS);
    expect(day.soldier.pendingReading?.restart).toMatchObject({ isRise: false, isRefused: true });
    falsifyAll(statistics, (truth) => ({ ...truth, kills: 9_999_999, dividedKills: {} }));
    const rise = await readAgain(world, visitor, id);
    expect(rise.soldier.pendingReading?.restart).toMatchObject({ isRise: true, isRefused: false, isAsked: false });
    falsifyAll(statistics, lowerKills);
    await readAgain(world, visitor, id);
    await readAgain(world, visitor, id, DAY_MS);
    await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: false });
    const week = await readAgain(world, visitor, id, 7 * DAY_MS);
    expect(week.soldier.pendingReading?.restart).toMatchObject({ isAsked: true, isRefused: false });
  });
});

describe("figures that a person entered", () => {
  const save = ({ trpc }: Visitor, soldierId: string, figures: Record<string, number>, kills?: number) => {
    const weapons = [{ id: "ak-12", name: "AK-12", isKnown: true, values: { kills: kills ?? 0 } }];
    const tables = kills === undefined ? {} : { weapons };
    const statistics = buildStatistics(0, { figures, tables });
    return trpc.soldier.saveTyped.mutate({
      soldierId,
      id: crypto.randomUUID(),
      takenAt: new Date().toISOString(),
      statistics,
    });
  };

  test.for([
    [{ kills: -1 }, undefined],
    [{ kills: 1.5 }, undefined],
    [{ kills: 1e13 }, undefined],
    [{ rank: 141 }, undefined],
    [{ accuracy: 1.2 }, undefined],
    [{ kills: 10, headshots: 11 }, undefined],
    [{ wins: 3, rounds: 2 }, undefined],
    [{ kills: 10 }, 11],
    [{ kills: 10 }, -1],
    [{}, undefined],
    [{ kills: 0 }, 0],
  ] as const)("such as %j are refused", async ([figures, kills]) => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    expect(await getAppError(save(visitor, id, figures, kills))).toMatchObject({ status: 400, code: "input_invalid" });
    await save(visitor, id, { kills: 10, deaths: 4 }, 10);
    expect((await getStored(visitor, id)).last?.figures).toEqual({ kills: 10, deaths: 4, killDeath: 2.5 });
  });

  test("are compared with the previous ones, unless the person states that the statistics were reset", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    for (const nothing of [{}, { kills: 0 }]) {
      expect(await getAppError(save(visitor, id, nothing))).toMatchObject({ code: "input_invalid" });
    }
    await save(visitor, id, { kills: 9100, deaths: 50 });
    expect(await getAppError(save(visitor, id, { kills: 911 }))).toMatchObject({ status: 409, code: "reading_fallen" });
    await save(visitor, id, { deaths: 51 });
    expect(await getAppError(save(visitor, id, { kills: 912 }))).toMatchObject({ status: 409, code: "reading_fallen" });
    await save(visitor, id, { kills: 9111 });
    const { last, previous } = await getStored(visitor, id);
    expect([last?.figures, previous?.figures]).toEqual([{ kills: 9111 }, { deaths: 51 }]);
    const restarted = { soldierId: id, id: crypto.randomUUID(), takenAt: new Date().toISOString(), isRestarted: true };
    await visitor.trpc.soldier.saveTyped.mutate({ ...restarted, statistics: buildStatistics(3) });
    expect(await getStored(visitor, id)).toMatchObject({ last: { series: 1, figures: { kills: 3 } }, previous: null });
  });

  test("in a file are completed from the previous file, and lower ones are refused until they are confirmed", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    const getTimeAgo = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const importFile = async (
      kills: number,
      takenAt: string,
      more: { isRestarted?: boolean; playerId?: string } = {},
    ) => {
      const statistics = buildStatistics(kills, { figures: { kills, rank: 999, accuracy: 0.2 } });
      const { job } = await sendImport(visitor, id, [statistics], takenAt, more);
      await world.context.jobs.drained();
      return (await visitor.trpc.job.get.query({ id: job.id })).outcome;
    };
    await sendImport(visitor, id, [buildStatistics(100, { figures: { kills: 100, deaths: 50 } })], getTimeAgo(9));
    await world.context.jobs.drained();
    expect(await importFile(120, getTimeAgo(7))).toMatchObject({ kind: "done" });
    const completed = { kills: 120, deaths: 50, accuracy: 0.2, killDeath: 2.4 };
    expect((await getStored(visitor, id)).last?.figures).toEqual(completed);
    expect(await importFile(90, getTimeAgo(5))).toMatchObject({ kind: "failed", fault: "reading_fallen" });
    // An older file that is imported later is compared with the files before it.
    expect(await importFile(90, getTimeAgo(11))).toMatchObject({ kind: "done" });
    expect((await getStored(visitor, id)).last?.figures).toEqual(completed);
    expect(await importFile(3, getTimeAgo(4), { isRestarted: true })).toMatchObject({ kind: "done" });
    expect(await getStored(visitor, id)).toMatchObject({ last: { series: 1, figures: { kills: 3 } }, previous: null });
  });

  test("in files of two soldiers are not combined into one history", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await sendImport(visitor, id, [buildStatistics(100)], undefined, { playerId: "1743191638" });
    const other = sendImport(visitor, id, [buildStatistics(200)], undefined, { playerId: "222222222" });
    expect(await getAppError(other)).toMatchObject({ status: 409, code: "soldier_mismatched" });
    await world.context.jobs.drained();
    expect(await getStored(visitor, id)).toMatchObject({ count: 1, soldier: { playerId: "1743191638" } });
  });
});

test("a soldier that the service never returned is not marked as vanished", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeWorld({ statistics });
  const visitor = await createGuest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("unknown"));
  await world.context.jobs.drained();
  const { soldier } = await visitor.trpc.soldier.get.query({ id });
  expect([soldier.lastError, soldier.vanishedAt]).toEqual(["soldier_unknown", null]);
});
