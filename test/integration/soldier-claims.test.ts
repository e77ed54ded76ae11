// What a service, a file or a person reports of a soldier is a claim: matched with the question, and plausible, before it replaces
// what is stored.
import { describe, expect, test } from "vitest";
import { createRandom } from "#domain/seeded-random.ts";
import { isCumulative } from "#domain/soldier/figures/figures.ts";
import { getSessionReport } from "#domain/soldier/session.ts";
import { bf4All, bf4Stats } from "#test/fixtures/statistics/bf4-stats.ts";
import { bf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { getId, inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getAppError, guest } from "#test/harness/data/lockers.ts";
import { newSoldier, sendImport, someStatistics } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const STRANGER = { userName: "A-Stranger", id: 222_222_222 };

type Answer = Record<string, unknown>;

/** A guest whose soldier was found by a search and read once: the service's id is stored. */
async function getKnown(world: World, game: "bf4" | "bf2042" = "bf2042", name = "Robin") {
  const visitor = await guest(world);
  const [match] = await visitor.trpc.soldier.search.query({ game, name });
  const playerId = match?.playerId ?? "";
  const { id } = await visitor.trpc.soldier.add.mutate({ ...newSoldier(name, game), playerId });
  await world.context.jobs.drained();
  return { visitor, id, playerId };
}

/** Reads the soldier again, so much later, and answers what is stored then. */
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

/** Changes what the service answers, on every page of a soldier. */
const answer = (statistics: StatisticsService, change: (truth: Answer) => unknown): void => {
  statistics.falsify = change;
};

describe("an answer about another soldier", () => {
  test.for(["bf2042", "bf4"] as const)(
    "of %s, asked by id, is a failure of the source, and nothing is stored",
    async (game) => {
      await using statistics = await createStatisticsService();
      await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
      const { visitor, id, playerId } = await getKnown(world, game);
      const before = await getStored(visitor, id);
      answer(statistics, () => ({ ...STRANGER, kills: 50, deaths: 10, secondsPlayed: 600 }));
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

  test("without an id is not believed to be the soldier's of a known id, unless it has the name", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor, id } = await getKnown(world);
    answer(statistics, ({ id: _, ...truth }) => ({ ...truth, userName: "A-Stranger" }));
    expect((await readAgain(world, visitor, id)).soldier.lastError).toBe("source_mismatched");
    answer(statistics, ({ id: _, userName: __, ...truth }) => truth);
    expect((await readAgain(world, visitor, id)).soldier.lastError).toBe("source_mismatched");
    answer(statistics, ({ id: _, ...truth }) => ({ ...truth, userName: "rObIn" }));
    expect((await readAgain(world, visitor, id)).soldier).toMatchObject({ name: "rObIn", lastError: null });
  });

  test("on a further page of Battlefield 4 is left out", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    statistics.falsify = (truth, path) =>
      path === "/bf4/stats/" ? { ...truth, ...STRANGER, dogtagsTaken: 7777 } : truth;
    const { visitor, id } = await getKnown(world, "bf4");
    const { current, soldier } = await getStored(visitor, id);
    expect([soldier.lastError, current?.figures["dogTagsTaken"]]).toEqual([null, undefined]);
    expect(current?.figures["kills"]).toBeGreaterThan(0);
  });

  test("asked by name, is asked of the person once; yes adopts name and id", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    answer(statistics, (truth) => ({ ...truth, userName: "Alex" }));
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

  test("asked by name and refused, is not asked again", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    answer(statistics, (truth) => ({ ...truth, ...STRANGER }));
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
    await world.context.jobs.drained();
    await visitor.trpc.soldier.decide.mutate({ id, question: "identity", isConfirmed: false });
    const { soldier, count } = await readAgain(world, visitor, id);
    expect(soldier).toMatchObject({ name: "Robin", playerId: null, pendingReading: { identity: { isRefused: true } } });
    expect(count).toBe(0);
  });

  test("that is given to six soldiers makes none of them another, and two never become one", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor } = await signUpAndIn(world);
    answer(statistics, (truth) => ({ ...truth, ...STRANGER }));
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

  test("under another name and the right id is stored, and the name is left to the person", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id, playerId } = await getKnown(world);
    answer(statistics, (truth) => ({ ...truth, userName: "Robin-Renamed" }));
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

describe("an answer of another game", () => {
  test("is a failure of the source, whatever it is called", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor, id } = await getKnown(world, "bf4");
    const unknownGuns = Array.from({ length: 40 }, (_, at) => ({ weaponName: `Gun of another game ${at}`, kills: at }));
    const others: ((truth: Answer) => Answer)[] = [
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
      answer(statistics, other);
      const { soldier, count } = await readAgain(world, visitor, id);
      expect([soldier.lastError, count]).toEqual(["source_mismatched", 1]);
    }
  });
});

describe("a reading with nothing, zeros or less", () => {
  const nothing = ({ id, userName }: Answer): Answer => ({
    id,
    userName,
    kills: null,
    deaths: null,
    secondsPlayed: null,
  });
  const zeros = ({ id, userName }: Answer): Answer => ({
    id,
    userName,
    kills: 0,
    deaths: 0,
    secondsPlayed: 0,
    wins: 0,
  });
  const less = (truth: Answer): Answer => ({ ...truth, kills: 5, dividedKills: {} });

  test.for([
    ["nothing", nothing, "reading_empty"],
    ["zeros", zeros, "reading_empty"],
    ["less", less, "reading_fallen"],
  ] as const)("%s leaves the last good one, with a notice, and makes no session", async ([, change, lastError]) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await getKnown(world);
    const before = await getStored(visitor, id);
    answer(statistics, change);
    const after = await readAgain(world, visitor, id);
    expect([after.soldier.lastError, after.count, after.current]).toEqual([lastError, 1, before.current]);
    statistics.falsify = null;
    const good = await readAgain(world, visitor, id);
    expect([good.soldier.lastError, good.count, good.previous?.id]).toEqual([null, 2, before.last?.id]);
    const gained = (good.last?.figures["kills"] ?? 0) - (good.previous?.figures["kills"] ?? 0);
    expect(gained).toBeLessThan(1000);
  });

  test("as the first reading is no snapshot that a career could be counted from", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    answer(statistics, zeros);
    const { visitor, id } = await getKnown(world);
    expect(await getStored(visitor, id)).toMatchObject({ count: 0, soldier: { lastError: "reading_empty" } });
    statistics.falsify = null;
    expect(await readAgain(world, visitor, id)).toMatchObject({ count: 1, previous: null });
  });

  test("of some figures leaves the last value of each, of tables and rows, too", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await getKnown(world);
    const before = await getStored(visitor, id);
    answer(statistics, ({ vehicles: _, revives: __, shotsHit: ___, ...truth }) => ({
      ...truth,
      heals: 0,
      deaths: -4,
      weapons: (truth["weapons"] as Answer[]).slice(1).map((row) => ({ ...row, kills: 0 })),
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

  test("less by twice, twenty hours apart, is asked; yes restarts the history, and nothing is counted across it", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await getKnown(world);
    const before = await getStored(visitor, id);
    answer(statistics, less);
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
    answer(statistics, (truth) => ({ ...less(truth), kills: 9 }));
    const next = await readAgain(world, visitor, id);
    expect([next.previous?.figures["kills"], next.last?.figures["kills"], next.last?.series]).toEqual([5, 9, 1]);
  });

  test("less, answered no, is not asked again and leaves no trace", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await getKnown(world);
    answer(statistics, less);
    await readAgain(world, visitor, id);
    await readAgain(world, visitor, id, DAY_MS);
    await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: false });
    expect(await world.context.db.selectFrom("snapshot").select("id").execute()).toHaveLength(1);
    const { soldier, count } = await readAgain(world, visitor, id, DAY_MS);
    expect([soldier.pendingReading?.restart?.isRefused, count]).toEqual([true, 1]);
    expect(await world.context.db.selectFrom("snapshot").select("id").execute()).toHaveLength(2);
  });
});

/** What a generated answer does to a field of the truth. */
const FAULTS = ["drop", "null", "zero", "negate", "swap"] as const;
type Fault = (typeof FAULTS)[number];

function breakField(value: unknown, fault: Fault, other: unknown): unknown {
  if (fault === "swap") return other;
  if (fault === "null") return null;
  if (typeof value === "number") return fault === "zero" ? 0 : -value;
  if (Array.isArray(value)) return fault === "zero" ? [] : value.toReversed();
  return value;
}

type TellPage = (...parameters: Parameters<typeof bf4All>) => Answer;

describe("any answer with any of its fields dropped, nulled, negated or of another soldier", () => {
  const PAGES = { bf2042: { "/bf2042/stats/": bf2042Stats }, bf4: { "/bf4/all/": bf4All, "/bf4/stats/": bf4Stats } };
  const OTHER_GAME = { bf2042: bf4All, bf4: bf2042Stats };

  test.for(["bf2042", "bf4"] as const)("of %s lowers, renames and invents nothing", async (game) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor, id, playerId } = await getKnown(world, game);
    const random = createRandom(35);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const other = inventSoldier(game, "pc", "A-Stranger");
    const tell: Record<string, TellPage> = PAGES[game];
    const outcomes = new Set<string>();
    let before = await getStored(visitor, id);
    for (let reading = 0; reading < 120; reading += 1) {
      const [share, isOfOtherGame, evenings] = [random() ** 2, random() < 0.05, Math.floor(random() * 300)];
      statistics.falsify = (truth, path) => {
        const foreign: Answer = tell[path]?.(other, evenings, { formatted: false }) ?? {};
        if (isOfOtherGame)
          return { ...OTHER_GAME[game](other, 0, { formatted: false }), ...(random() < 0.5 && { id: truth["id"] }) };
        return Object.fromEntries(
          Object.entries(truth).flatMap(([field, value]) => {
            if (random() > share) return [[field, value]];
            const fault = pick(FAULTS);
            return fault === "drop" ? [] : [[field, breakField(value, fault, foreign[field])]];
          }),
        );
      };
      const after = await readAgain(world, visitor, id);
      outcomes.add(after.soldier.lastError ?? "stored");
      expect(after.soldier).toMatchObject({ name: "Robin", playerId });
      expectNothingLower(before.current, after.current);
      if (after.last && after.previous) {
        const report = getSessionReport(game, after.previous.figures, after.last.figures);
        // Half a day beyond the time between the two, at a rate that no player reaches.
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
    // Right answers of some days leave nothing below the truth.
    statistics.falsify = null;
    for (let day = 0; day < 4; day += 1) before = await readAgain(world, visitor, id, DAY_MS);
    // A wrong lifetime count that could have been played is a question to the person, as lower ones are.
    if (before.soldier.pendingReading?.restart?.isAsked)
      await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: true });
    const fresh = await getKnown(world, game);
    const truth = (await getStored(fresh.visitor, fresh.id)).current;
    expectNothingLower(truth, (await readAgain(world, visitor, id, DAY_MS)).current);
  });
});

type Current = Awaited<ReturnType<typeof getStored>>["current"];

/** Every count of a soldier, in figures and rows, by its place. */
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

describe("an id that is known", () => {
  test("is not given to a second soldier, whatever the service echoes", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    answer(statistics, (truth) => ({ ...truth, id: STRANGER.id }));
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

  test("is not replaced by the answer to a question from before it", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const visitor = await guest(world);
    answer(statistics, (truth) => ({ ...truth, ...STRANGER }));
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await world.context.jobs.drained();
    const { pendingReading } = (await getStored(visitor, id)).soldier;
    expect(pendingReading?.identity?.name).toBe(STRANGER.userName);
    await sendImport(visitor, id, [someStatistics(100)], undefined, { playerId: "111" });
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

describe("a no to the question whether the statistics were reset", () => {
  const fallen = (truth: Answer): Answer => ({ ...truth, kills: 5, dividedKills: {} });

  async function refuse(world: World, statistics: StatisticsService) {
    const stored = await getKnown(world);
    answer(statistics, fallen);
    await readAgain(world, stored.visitor, stored.id);
    await readAgain(world, stored.visitor, stored.id, DAY_MS);
    const decide = (isConfirmed: boolean) =>
      stored.visitor.trpc.soldier.decide.mutate({ id: stored.id, question: "restart", isConfirmed });
    await decide(false);
    return { ...stored, decide };
  }

  test("can be taken back, at once or after the next reading", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id, decide } = await refuse(world, statistics);
    await decide(true);
    await world.context.jobs.drained();
    const { restart } = (await getStored(visitor, id)).soldier.pendingReading ?? {};
    expect(restart).toMatchObject({ isAsked: true, isRefused: false });
    await decide(true);
    const { soldier, last } = await getStored(visitor, id);
    expect([soldier.pendingReading, last?.series, last?.figures["kills"]]).toEqual([null, 1, 5]);
  });

  test("holds for a week, and for lower statistics alone", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { visitor, id } = await refuse(world, statistics);
    const day = await readAgain(world, visitor, id, DAY_MS);
    expect(day.soldier.pendingReading?.restart).toMatchObject({ isRise: false, isRefused: true });
    answer(statistics, (truth) => ({ ...truth, kills: 9_999_999, dividedKills: {} }));
    const rise = await readAgain(world, visitor, id);
    expect(rise.soldier.pendingReading?.restart).toMatchObject({ isRise: true, isRefused: false, isAsked: false });
    answer(statistics, fallen);
    await readAgain(world, visitor, id);
    await readAgain(world, visitor, id, DAY_MS);
    await visitor.trpc.soldier.decide.mutate({ id, question: "restart", isConfirmed: false });
    const week = await readAgain(world, visitor, id, 7 * DAY_MS);
    expect(week.soldier.pendingReading?.restart).toMatchObject({ isAsked: true, isRefused: false });
  });
});

describe("figures of a person", () => {
  const save = ({ trpc }: Visitor, soldierId: string, figures: Record<string, number>, kills?: number) => {
    const weapons = [{ id: "ak-12", name: "AK-12", isKnown: true, values: { kills: kills ?? 0 } }];
    const tables = kills === undefined ? {} : { weapons };
    const statistics = someStatistics(0, { figures, tables });
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
    const visitor = await guest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    expect(await getAppError(save(visitor, id, figures, kills))).toMatchObject({ status: 400, code: "input_invalid" });
    await save(visitor, id, { kills: 10, deaths: 4 }, 10);
    expect((await getStored(visitor, id)).last?.figures).toEqual({ kills: 10, deaths: 4, killDeath: 2.5 });
  });

  test("are compared with those before, unless the statistics were reset", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
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
    await visitor.trpc.soldier.saveTyped.mutate({ ...restarted, statistics: someStatistics(3) });
    expect(await getStored(visitor, id)).toMatchObject({ last: { series: 1, figures: { kills: 3 } }, previous: null });
  });

  test("from a file are completed by the file before it, and lower ones are left out until they are confirmed", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const outcome = async (kills: number, takenAt: string, more: { isRestarted?: boolean; playerId?: string } = {}) => {
      const statistics = someStatistics(kills, { figures: { kills, rank: 999, accuracy: 0.2 } });
      const { job } = await sendImport(visitor, id, [statistics], takenAt, more);
      await world.context.jobs.drained();
      return (await visitor.trpc.job.get.query({ id: job.id })).outcome;
    };
    await sendImport(visitor, id, [someStatistics(100, { figures: { kills: 100, deaths: 50 } })], at(9));
    await world.context.jobs.drained();
    expect(await outcome(120, at(7))).toMatchObject({ kind: "done" });
    const completed = { kills: 120, deaths: 50, accuracy: 0.2, killDeath: 2.4 };
    expect((await getStored(visitor, id)).last?.figures).toEqual(completed);
    expect(await outcome(90, at(5))).toMatchObject({ kind: "failed", fault: "reading_fallen" });
    // An older file that was found later is compared with what was before it.
    expect(await outcome(90, at(11))).toMatchObject({ kind: "done" });
    expect((await getStored(visitor, id)).last?.figures).toEqual(completed);
    expect(await outcome(3, at(4), { isRestarted: true })).toMatchObject({ kind: "done" });
    expect(await getStored(visitor, id)).toMatchObject({ last: { series: 1, figures: { kills: 3 } }, previous: null });
  });

  test("from files of two soldiers do not become one history", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await sendImport(visitor, id, [someStatistics(100)], undefined, { playerId: "1743191638" });
    const other = sendImport(visitor, id, [someStatistics(200)], undefined, { playerId: "222222222" });
    expect(await getAppError(other)).toMatchObject({ status: 409, code: "soldier_mismatched" });
    await world.context.jobs.drained();
    expect(await getStored(visitor, id)).toMatchObject({ count: 1, soldier: { playerId: "1743191638" } });
  });
});

test("a soldier that the service never knew is not said to have vanished", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeWorld({ statistics });
  const visitor = await guest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("unknown"));
  await world.context.jobs.drained();
  const { soldier } = await visitor.trpc.soldier.get.query({ id });
  expect([soldier.lastError, soldier.vanishedAt]).toEqual(["soldier_unknown", null]);
});
