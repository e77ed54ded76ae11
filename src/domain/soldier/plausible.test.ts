import { describe, expect, test } from "vitest";
import type { TableId } from "./figures/table-id.ts";
import { isBlank, listImplausibleInput, toPlausible } from "./plausible.ts";
import { noStatistics, type Statistics } from "./statistics.ts";

const figures = (values: Record<string, number>, game: Statistics["game"] = "bf4") =>
  toPlausible({ ...noStatistics(game), figures: values }).figures;

describe("what cannot be is left out", () => {
  test.for([
    ["below zero", { kills: -1 }],
    ["beyond any count", { kills: 1e13 }],
    ["a rank the game does not have", { rank: 999 }],
    ["a share above all", { headshotShare: 1.01 }],
    ["more hits than shots", { shotsHit: 11 }, { shotsFired: 10 }],
    ["more headshots than kills", { headshots: 11 }, { kills: 10 }],
    ["a longer streak than kills", { highestKillStreak: 11 }, { kills: 10 }],
    ["more wins than rounds", { wins: 11 }, { rounds: 10 }],
    ["a longer time than the game is old", { secondsPlayed: 1e10 }],
  ] as const)("%s", ([, wrong, right = {}]) => {
    expect(figures({ ...wrong, ...right })).toEqual(right);
  });

  test("in a row, too; but every pellet of a shotgun may hit", () => {
    const values = { kills: 10, headshots: 11, accuracy: 1.3, secondsPlayed: 60 };
    const weapons = [{ id: "870", name: "870", isKnown: true, values }];
    expect(toPlausible({ ...noStatistics("bf4"), tables: { weapons } }).tables.weapons?.[0]?.values).toEqual({
      kills: 10,
      accuracy: 1.3,
      secondsPlayed: 60,
      killsPerMinute: 10,
    });
  });

  test("among counters and targets", () => {
    const all = { counters: { a: -1, b: 2 }, targets: { t: [-5, 10], u: [5, 10] } } satisfies Partial<Statistics>;
    expect(toPlausible({ ...noStatistics("bf4"), ...all })).toMatchObject({
      counters: { b: 2 },
      targets: { u: [5, 10] },
    });
    expect(Object.keys(toPlausible({ ...noStatistics("bf4"), ...all }).counters)).toEqual(["b"]);
  });
});

describe("what follows from counts is worked out", () => {
  test("whatever the source gives", () => {
    const given = { killDeath: 9, killsPerMinute: 9, winShare: 0.9, accuracy: 0.9 };
    const counts = { kills: 30, deaths: 20, secondsPlayed: 600, wins: 3, losses: 1, shotsHit: 1, shotsFired: 8 };
    expect(figures({ ...given, ...counts })).toEqual({
      ...counts,
      killDeath: 1.5,
      killsPerMinute: 3,
      winShare: 0.75,
      accuracy: 0.125,
    });
    expect(figures(given)).toEqual(given);
  });

  test("and is unknown where there is nothing to divide by, but for a K/D without deaths", () => {
    const given = { killDeath: 9, killsPerMinute: 9, winShare: 0.9 };
    const counts = { kills: 3, deaths: 0, secondsPlayed: 0, wins: 0, losses: 0 };
    expect(figures({ ...given, ...counts })).toEqual({ ...counts, killDeath: 3 });
  });
});

describe("no row has more than its soldier", () => {
  const TOTALS = { kills: 10, deaths: 5, secondsPlayed: 600, wins: 2, losses: 1 };
  const input = (
    table: TableId,
    values: Record<string, number>,
    figures: Record<string, number> = TOTALS,
  ): Statistics => ({
    ...noStatistics("bf2042"),
    figures,
    tables: { [table]: [{ id: "x", name: "X", isKnown: true, values }] },
  });

  test.for([
    ["weapons", "kills", 11],
    ["vehicles", "kills", 99_999],
    ["classes", "deaths", 6],
    ["modes", "wins", 3],
    ["maps", "losses", 2],
    ["gadgets", "secondsPlayed", 601],
  ] as const)("of %s more %s", ([table, id, value]) => {
    const statistics = input(table, { [id]: value });
    expect(toPlausible(statistics).tables[table]?.[0]?.values).toEqual({});
    expect(listImplausibleInput(statistics)).toEqual([table]);
    const exact = input(table, { [id]: TOTALS[id] });
    expect(toPlausible(exact).tables[table]?.[0]?.values).toMatchObject({ [id]: TOTALS[id] });
    expect(listImplausibleInput(exact)).toEqual([]);
    expect(toPlausible(input(table, { [id]: value }, {})).tables[table]?.[0]?.values).toMatchObject({ [id]: value });
  });

  test("and no counter of kills", () => {
    const counters = { "kills:ak-12": 1e11, "kills:m416": 10, "score:assault": 9000 };
    const statistics = { ...noStatistics("bf4"), figures: { kills: 10 }, counters };
    expect(Object.keys(toPlausible(statistics).counters)).toEqual(["kills:m416", "score:assault"]);
    expect(listImplausibleInput(statistics)).toEqual(["counters"]);
  });
});

test("statistics without anything above zero are blank", () => {
  const weapons = [{ id: "x", name: "X", isKnown: true, values: { kills: 0 } }];
  expect(isBlank(noStatistics("bf4"))).toBe(true);
  expect(isBlank({ ...noStatistics("bf4"), figures: { kills: 0 }, tables: { weapons } })).toBe(true);
  expect(isBlank({ ...noStatistics("bf4"), figures: { rank: 1 } })).toBe(false);
  expect(isBlank({ ...noStatistics("bf4"), counters: { a: 1 } })).toBe(false);
});
