import { describe, expect, test } from "vitest";
import { noStatistics, type Statistics, type StatisticsRow } from "#domain/soldier/statistics.ts";
import { describeAim } from "#messages/progress/goal-words.ts";
import { type Goal, getMeasure, goalStarters, isSum } from "./aim.ts";
import { goal, goalProgress } from "./goal.ts";

const row = (id: string, name: string, values: StatisticsRow["values"]): StatisticsRow => ({
  id,
  name,
  isKnown: true,
  values,
});

const STATISTICS: Statistics = {
  ...noStatistics("bf2042"),
  figures: { humanKills: 4200, humanKillDeath: 1.7 },
  tables: {
    weapons: [row("ak-24", "AK-24", { kills: 812 }), row("m5a3", "M5A3", { kills: 90 })],
    classes: [row("assault", "Assault", { revives: 6, secondsPlayed: 7200 })],
  },
};

const kills = (amount: number, from: number | null = null): Goal => ({
  aim: { kind: "row", table: "weapons", rowId: "ak-24", columnId: "kills" },
  amount,
  from,
});

describe("a goal", () => {
  test("in all is measured from the start", () => {
    expect(goalProgress(kills(1000), STATISTICS)).toEqual({
      state: "known",
      value: 812,
      done: 812,
      left: 188,
      reached: false,
    });
    expect(goalProgress(kills(800), STATISTICS)).toMatchObject({ left: 0, reached: true });
  });

  test("of so many more is measured from when it was set", () => {
    expect(goalProgress(kills(100, 800), STATISTICS)).toMatchObject({ done: 12, left: 88, reached: false });
    expect(goalProgress(kills(100, 900), STATISTICS)).toMatchObject({ done: 0, left: 100 });
  });

  test("is unknown, not 0, without a snapshot that has the figure", () => {
    const aim = { kind: "row", table: "weapons", rowId: "k30", columnId: "kills" } as const;
    expect(goalProgress({ aim, amount: 10, from: null }, STATISTICS)).toEqual({ state: "unknown" });
    expect(goalProgress({ aim: { kind: "figure", figureId: "kills" }, amount: 10, from: null }, STATISTICS)).toEqual({
      state: "unknown",
    });
  });

  test("of a ratio is reached at the ratio", () => {
    const aim = { kind: "figure", figureId: "humanKillDeath" } as const;
    const { left, reached } = Object.assign(
      { left: 0, reached: true },
      goalProgress({ aim, amount: 2, from: null }, STATISTICS),
    );
    expect(left).toBeCloseTo(0.3);
    expect(reached).toBe(false);
    expect(isSum(getMeasure("bf2042", aim) ?? { id: "", labelId: "kills", unit: "count" })).toBe(false);
  });

  test("measures what its game has", () => {
    expect(getMeasure("bf2042", kills(1).aim)).toMatchObject({ labelId: "kills" });
    expect(getMeasure("bf4", { kind: "figure", figureId: "humanKills" })).toBeNull();
    expect(getMeasure("bf4", { kind: "row", table: "gadgets", rowId: "x", columnId: "uses" })).toBeNull();
  });

  test("is read in the words of the screen", () => {
    expect(describeAim(STATISTICS, kills(1).aim)).toEqual({ name: "AK-24", label: "Kills", unit: "count" });
    expect(describeAim(STATISTICS, { kind: "figure", figureId: "humanKills" })).toEqual({
      name: null,
      label: "Player kills",
      unit: "count",
    });
    expect(describeAim(noStatistics("bf2042"), kills(1).aim)).toMatchObject({ name: "ak-24" });
  });

  test.for([0, -1, 1e13, Number.NaN])("of %s is none", (amount) => {
    expect(goal.safeParse(kills(amount)).success).toBe(false);
  });
});

describe("goals to pick from", () => {
  test("are the next round numbers of what the soldier does most", () => {
    expect(goalStarters(STATISTICS)).toEqual([
      { aim: { kind: "row", table: "weapons", rowId: "ak-24", columnId: "kills" }, amount: 1000, from: null },
      { aim: { kind: "figure", figureId: "humanKills" }, amount: 5000, from: null },
    ]);
  });

  test.for([
    [10, 100],
    [99, 100],
    [100, 250],
    [250, 500],
    [812, 1000],
    [1000, 2500],
    [9_999, 10_000],
  ])("after %i is %i", ([humanKills = 0, amount]) => {
    expect(goalStarters({ ...noStatistics("bf2042"), figures: { humanKills } })).toMatchObject([{ amount }]);
  });

  test("are empty for an unknown soldier", () => {
    expect(goalStarters(noStatistics("bf2042"))).toEqual([]);
  });
});
