import { describe, expect, test } from "vitest";
import { getBodyMultiplier } from "./hit-zones.ts";

const BUCKSHOT = { head: 1, chest: 1, legs: 0.93, chestDefensive: 0.85 };

describe("the multiplier of a hit", () => {
  test.for([
    ["to the chest", { part: "chest", defensive: false }, 1],
    ["to a chest with the Defensive upgrade", { part: "chest", defensive: true }, 0.85],
    ["to the legs, which the Defensive upgrade does not cover", { part: "legs", defensive: true }, 0.93],
  ] as const)("%s is that of the source", ([, hit, factor]) => {
    expect(getBodyMultiplier(BUCKSHOT, hit)).toBe(factor);
  });

  test("is null if no source gives it", () => {
    expect(getBodyMultiplier({ ...BUCKSHOT, chestDefensive: null }, { part: "chest", defensive: true })).toBeNull();
  });
});
