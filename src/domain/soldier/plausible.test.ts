import { describe, expect, test } from "vitest";
import type { TableId } from "./figures/table-id.ts";
import { isBlank, listImplausibleInput, toPlausible } from "./plausible.ts";
import { createEmptyStatistics, type Statistics } from "./statistics.ts";

const getPlausibleFigures = (values: Record<string, number>, game: Statistics["game"] = "bf4") =>
  toPlausible({ ...createEmptyStatistics(game), figures: values }).figures;

describe("implausible values are removed", () => {
  test.for([
    ["a negative count", { kills: -1 }],
    ["a count above the maximum", { kills: 1e13 }],
    ["a rank the game does not have", { rank: 999 }],
    ["a share above 1", { headshotShare: 1.01 }],
    ["more hits than shots", { shotsHit: 11 }, { shotsFired: 10 }],
    ["more headshots than kills", { headshots: 11 }, { kills: 10 }],
    ["a longer streak than kills", { highestKillStreak: 11 }, { kills: 10 }],
    ["more wins than rounds", { wins: 11 }, { rounds: 10 }],
    ["a time longer than the age of the game", { secondsPlayed: 1e10 }],
  ] as const)("%s", ([, wrong, right = {}]) => {
    expect(getPlausibleFigures({ ...wrong, ...right })).toEqual(right);
  });

  test("from rows as well, except for a shotgun's accuracy above 1, as every pellet may hit", () => {
    const values = { kills: 10, headshots: 11, accuracy: 1.3, secondsPlayed: 60 };
    const weapons = [{ id: "870", name: "870", isKnown: true, values }];
    expect(toPlausible({ ...createEmptyStatistics("bf4"), tables: { weapons } }).tables.weapons?.[0]?.values).toEqual({
      kills: 10,
      accuracy: 1.3,
      secondsPlayed: 60,
      killsPerMinute: 10,
    });
  });

  test("from counters and targets", () => {
    const all = { counters: { a: -1, b: 2 }, targets: { t: [-5, 10], u: [5, 10] } } satisfies Partial<Statistics>;
    expect(toPlausible({ ...createEmptyStatistics("bf4"), ...all })).toMatchObject({
      counters: { b: 2 },
      targets: { u: [5, 10] },
    });
    expect(Object.keys(toPlausible({ ...createEmptyStatistics("bf4"), ...all }).counters)).toEqual(["b"]);
  });
});

describe("quotients are computed from counts", () => {
  test("even if the source gives other values", () => {
    const sourceValues = { killDeath: 9, killsPerMinute: 9, winShare: 0.9, accuracy: 0.9 };
    const counts = { kills: 30, deaths: 20, secondsPlayed: 600, wins: 3, losses: 1, shotsHit: 1, shotsFired: 8 };
    expect(getPlausibleFigures({ ...sourceValues, ...counts })).toEqual({
      ...counts,
      killDeath: 1.5,
      killsPerMinute: 3,
      winShare: 0.75,
      accuracy: 0.125,
    });
    expect(getPlausibleFigures(sourceValues)).toEqual(sourceValues);
  });

  test("and are unknown if the divisor is 0, except for the K/D", () => {
    const sourceValues = { killDeath: 9, killsPerMinute: 9, winShare: 0.9 };
    const counts = { kills: 3, deaths: 0, secondsPlayed: 0, wins: 0, losses: 0 };
    expect(getPlausibleFigures({ ...sourceValues, ...counts })).toEqual({ ...counts, killDeath: 3 });
  });
});

describe("values of rows that exceed the soldier's are removed", () => {
  const TOTALS = { kills: 10, deaths: 5, secondsPlayed: 600, wins: 2, losses: 1 };
  const createInput = (
    table: TableId,
    values: Record<string, number>,
    figures: Record<string, number> = TOTALS,
  ): Statistics => ({
    ...createEmptyStatistics("bf2042"),
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
  ] as const)("%s: %s", ([table, id, value]) => {
    const statistics = createInput(table, { [id]: value });
    expect(toPlausible(statistics).tables[table]?.[0]?.values).toEqual({});
    expect(listImplausibleInput(statistics)).toEqual([table]);
    const exact = createInput(table, { [id]: TOTALS[id] });
    expect(toPlausible(exact).tables[table]?.[0]?.values).toMatchObject({ [id]: TOTALS[id] });
    expect(listImplausibleInput(exact)).toEqual([]);
    expect(toPlausible(createInput(table, { [id]: value }, {})).tables[table]?.[0]?.values).toMatchObject({
      [id]: value,
    });
  });

  test("counters of kills", () => {
    const counters = { "kills:ak-12": 1e11, "kills:m416": 10, "score:assault": 9000 };
    const statistics = { ...createEmptyStatistics("bf4"), figures: { kills: 10 }, counters };
    expect(Object.keys(toPlausible(statistics).counters)).toEqual(["kills:m416", "score:assault"]);
    expect(listImplausibleInput(statistics)).toEqual(["counters"]);
  });
});

test("statistics without anything above zero are blank", () => {
  const weapons = [{ id: "x", name: "X", isKnown: true, values: { kills: 0 } }];
  expect(isBlank(createEmptyStatistics("bf4"))).toBe(true);
  expect(isBlank({ ...createEmptyStatistics("bf4"), figures: { kills: 0 }, tables: { weapons } })).toBe(true);
  expect(isBlank({ ...createEmptyStatistics("bf4"), figures: { rank: 1 } })).toBe(false);
  expect(isBlank({ ...createEmptyStatistics("bf4"), counters: { a: 1 } })).toBe(false);
});
