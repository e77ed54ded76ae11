import { describe, expect, test } from "vitest";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { damageAt } from "./fire.ts";

/** The AK-12 of Battlefield 4. */
const LINEAR: DamageProfile = { kind: "linear", max: 24.5, min: 18, dropStartM: 12.5, dropEndM: 60 };
/** The AK-24 of Battlefield 2042, Factory and Standard. */
const STEPS: DamageProfile = {
  kind: "steps",
  steps: [
    { fromM: 0, damage: 28 },
    { fromM: 10, damage: 22 },
    { fromM: 75, damage: 18 },
  ],
};

describe("damage on a slope", () => {
  test.for([
    [0, 24.5, "the maximum at the muzzle"],
    [12.5, 24.5, "the maximum where the drop starts"],
    [36.25, 21.25, "halfway down the slope, 24.5 − 6.5 × 23.75 ÷ 47.5"],
    [60, 18, "the minimum where the drop ends"],
    [500, 18, "the minimum beyond"],
  ] as const)("at %s m the damage is %s: %s", ([distanceM, damage]) => {
    expect(damageAt(LINEAR, distanceM)).toBeCloseTo(damage, 10);
  });
});

describe("damage in steps", () => {
  test.for([
    [0, 28],
    [9.99, 28],
    [10, 22],
    [74, 22],
    [75, 18],
    [1000, 18],
  ] as const)("at %s m the damage is %s", ([distanceM, damage]) => {
    expect(damageAt(STEPS, distanceM)).toBe(damage);
  });
});
