import { describe, expect, test } from "vitest";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { hitLevels, ttkLines } from "./chart-lines.ts";

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

describe("the lines of a chart", () => {
  test("shares of headshots that make no difference are merged into a line", () => {
    expect(ttkLines({ ...GUN, headMultiplier: 1 }, { hitPoints: 100 })).toHaveLength(1);
    expect(ttkLines(GUN, { hitPoints: 100 })).toHaveLength(3);
  });

  test("the levels are those that the damage crosses", () => {
    expect(hitLevels(GUN, 100)).toEqual([
      { y: 25, label: "4 shots" },
      { y: 20, label: "5 shots" },
    ]);
    expect(hitLevels({ ...GUN, pellets: null }, 100)).toEqual([]);
  });
});
