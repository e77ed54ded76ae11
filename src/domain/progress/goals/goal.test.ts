import { describe, expect, test } from "vitest";
import { createEmptyStatistics, type Statistics, type StatisticsRow } from "#domain/soldier/statistics.ts";
import { describeAim } from "#messages/progress/goal-words.ts";
import { type Goal, getMeasure, isSum, listGoalSuggestions } from "./aim.ts";
import { getGoalProgress, goal } from "./goal.ts";

const createRow = (id: string, name: string, values: StatisticsRow["values"]): StatisticsRow => ({
  id,
  name,
  isKnown: true,
  values,
});

const STATISTICS: Statistics = {
  ...createEmptyStatistics("bf2042"),
  figures: { humanKills: 4200, humanKillDeath: 1.7 },
  tables: {
    weapons: [createRow("ak-24", "AK-24", { kills: 812 }), createRow("m5a3", "M5A3", { kills: 90 })],
    classes: [createRow("assault", "Assault", { revives: 6, secondsPlayed: 7200 })],
  },
};

const createKillsGoal = (amount: number, from: number | null = null): Goal => ({
  aim: { kind: "row", table: "weapons", rowId: "ak-24", columnId: "kills" },
  amount,
  from,
});

describe("a goal", () => {
  test("of a total counts from 0", () => {
    expect(getGoalProgress(createKillsGoal(1000), STATISTICS)).toEqual({
      state: "known",
      value: 812,
      done: 812,
      left: 188,
      reached: false,
    });
    expect(getGoalProgress(createKillsGoal(800), STATISTICS)).toMatchObject({ left: 0, reached: true });
  });

  test("of an additional amount counts from the value when it was set", () => {
    expect(getGoalProgress(createKillsGoal(100, 800), STATISTICS)).toMatchObject({
      done: 12,
      left: 88,
      reached: false,
    });
    expect(getGoalProgress(createKillsGoal(100, 900), STATISTICS)).toMatchObject({ done: 0, left: 100 });
  });

  test("is unknown, not 0, if no snapshot has the figure", () => {
    const aim = { kind: "row", table: "weapons", rowId: "k30", columnId: "kills" } as const;
    expect(getGoalProgress({ aim, amount: 10, from: null }, STATISTICS)).toEqual({ state: "unknown" });
    expect(getGoalProgress({ aim: { kind: "figure", figureId: "kills" }, amount: 10, from: null }, STATISTICS)).toEqual(
      {
        state: "unknown",
      },
    );
  });

  test("of a ratio is reached at this ratio, and cannot count from now on", () => {
    const aim = { kind: "figure", figureId: "humanKillDeath" } as const;
    const { left, reached } = Object.assign(
      { left: 0, reached: true },
      getGoalProgress({ aim, amount: 2, from: null }, STATISTICS),
    );
    expect(left).toBeCloseTo(0.3);
    expect(reached).toBe(false);
    expect(isSum(getMeasure("bf2042", aim) ?? { id: "", labelId: "kills", unit: "count" })).toBe(false);
  });

  test("has a measure only if its game has the figure", () => {
    expect(getMeasure("bf2042", createKillsGoal(1).aim)).toMatchObject({ labelId: "kills" });
    expect(getMeasure("bf4", { kind: "figure", figureId: "humanKills" })).toBeNull();
    expect(getMeasure("bf4", { kind: "row", table: "gadgets", rowId: "x", columnId: "uses" })).toBeNull();
  });

  test("is described with the labels of the screen", () => {
    expect(describeAim(STATISTICS, createKillsGoal(1).aim)).toEqual({ name: "AK-24", label: "Kills", unit: "count" });
    expect(describeAim(STATISTICS, { kind: "figure", figureId: "humanKills" })).toEqual({
      name: null,
      label: "Player kills",
      unit: "count",
    });
    expect(describeAim(createEmptyStatistics("bf2042"), createKillsGoal(1).aim)).toMatchObject({ name: "ak-24" });
  });

  test.for([0, -1, 1e13, Number.NaN])("of the amount %s is invalid", (amount) => {
    expect(goal.safeParse(createKillsGoal(amount)).success).toBe(false);
  });
});

describe("suggested goals", () => {
  test("are the next round numbers above the soldier's highest values", () => {
    expect(listGoalSuggestions(STATISTICS)).toEqual([
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
  ])("of a value of %i are %i", ([humanKills = 0, amount]) => {
    expect(listGoalSuggestions({ ...createEmptyStatistics("bf2042"), figures: { humanKills } })).toMatchObject([
      { amount },
    ]);
  });

  test("are empty for an unknown soldier", () => {
    expect(listGoalSuggestions(createEmptyStatistics("bf2042"))).toEqual([]);
  });
});
