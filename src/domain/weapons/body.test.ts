import { describe, expect, test } from "vitest";
import { getBodyMultiplier } from "./hit-zones.ts";

const BUCKSHOT = { head: 1, chest: 1, legs: 0.93, chestDefensive: 0.85 };

describe("a hit to the body", () => {
  test.for([
    ["to the chest", { part: "chest", defensive: false }, 1],
    ["to the chest behind the Defensive upgrade", { part: "chest", defensive: true }, 0.85],
    ["to the legs, which the upgrade leaves bare", { part: "legs", defensive: true }, 0.93],
  ] as const)("%s", ([, hit, factor]) => {
    expect(getBodyMultiplier(BUCKSHOT, hit)).toBe(factor);
  });

  test("has no factor where no source gives one", () => {
    expect(getBodyMultiplier({ ...BUCKSHOT, chestDefensive: null }, { part: "chest", defensive: true })).toBeNull();
  });
});
