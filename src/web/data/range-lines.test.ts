import { describe, expect, test } from "vitest";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { createAxis, createDamageSeries, createTtkSeries } from "./range-lines.ts";

const STEPS = {
  kind: "steps",
  steps: [
    { fromM: 0, damage: 25 },
    { fromM: 50, damage: 20 },
    { fromM: 200, damage: 10 },
  ],
} as const;
const SLOPE = { kind: "linear", max: 25, min: 20, dropStartM: 10, dropEndM: 60 } as const;
const GUN = createWeapon({
  damage: {
    kind: "steps",
    steps: [
      { fromM: 0, damage: 25 },
      { fromM: 50, damage: 20 },
    ],
  },
  rateOfFireRpm: 600,
  headMultiplier: 2,
});

describe("chart series", () => {
  test("damage in steps ends at the end of the chart", () => {
    const [first, ...others] = STEPS.steps;
    expect(createDamageSeries("AK-24", { kind: "steps", steps: [first, ...others] }).points).toEqual([
      [0, 25],
      [50, 20],
    ]);
  });

  test("damage on a slope is constant before and after it", () => {
    expect(createDamageSeries("AK-12", SLOPE).points).toEqual([
      [0, 25],
      [10, 25],
      [60, 20],
      [150, 20],
    ]);
  });

  test("time to kill has a point at the range where one more hit is needed: 4 × 25, then 5 × 20", () => {
    expect(createTtkSeries("Body", GUN, { heads: 0, hitPoints: 100 })?.points).toEqual([
      [0, 300],
      [50, 400],
    ]);
  });

  test("with a hit rate of 50 % the mean is (4 ÷ 0.5 − 1) × 100 ms, with a band from 10 to 90 %", () => {
    const line = createTtkSeries("Body", GUN, { heads: 0, hitPoints: 100, hitRate: 0.5 });
    expect(line?.points[0]).toEqual([0, expect.closeTo(700, 9)]);
    expect(line?.band?.low[0]).toEqual([0, 400]);
    expect(line?.band?.high[0]).toEqual([0, 1100]);
  });

  test("time to kill has a gap where more than one hit is needed and the rate of fire is unknown", () => {
    const rifle = createWeapon({
      damage: {
        kind: "steps",
        steps: [
          { fromM: 0, damage: 100 },
          { fromM: 40, damage: 50 },
        ],
      },
    });
    expect(createTtkSeries("Body", { ...rifle, rateOfFireRpm: null }, { heads: 0, hitPoints: 100 })?.points).toEqual([
      [0, 0],
      [40, null],
    ]);
  });

  test("a weapon without a rate of fire has no time to kill", () => {
    expect(createTtkSeries("Body", { ...GUN, rateOfFireRpm: null }, { heads: 0, hitPoints: 100 })).toBeNull();
  });

  test("an axis ends above the highest point", () => {
    expect(createAxis([createDamageSeries("AK-12", SLOPE)], "Damage", "").range).toEqual([0, 30]);
  });
});
