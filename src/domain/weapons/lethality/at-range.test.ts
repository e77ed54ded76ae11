import { describe, expect, test } from "vitest";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { getDamageRange, getLethality, getNearMiss } from "./at-range.ts";

const RIFLE = createWeapon({
  damage: { kind: "linear", max: 25, min: 20, dropStartM: 10, dropEndM: 60 },
  rateOfFireRpm: 600,
  headMultiplier: 2,
  pellets: 1,
});
const EXACT = { isMinimum: false };
const near = { rangeM: 0, heads: 0, hitPoints: 100 } as const;

describe("a rifle of 25 to 20 damage and 600 rounds a minute", () => {
  test.for([
    ["up close, 4 × 25 = 100", near, { damage: 25, shots: 4, ttkMs: 300 }],
    ["at 60 m, 5 × 20 = 100", { ...near, rangeM: 60 }, { damage: 20, shots: 5, ttkMs: 400 }],
    ["with the first hit to the head, 50 + 2 × 25", { ...near, heads: "first" }, { damage: 25, shots: 3, ttkMs: 200 }],
    ["with every hit to the head, 2 × 50", { ...near, heads: 1 }, { damage: 25, shots: 2, ttkMs: 100 }],
    ["in hardcore, 3 × 25 ≥ 60", { ...near, hitPoints: 60 }, { damage: 25, shots: 3, ttkMs: 200 }],
  ] as const)("kills %s", ([, target, expected]) => {
    expect(getLethality(RIFLE, target)).toEqual({ ...expected, ...EXACT });
  });
});

describe("a weapon that fires only bursts of three", () => {
  const gun = { ...RIFLE, hasBurstsOnly: true };

  test("has an exact time for one burst", () => {
    expect(getLethality(gun, { ...near, heads: "first" })).toMatchObject({ shots: 3, ttkMs: 200, isMinimum: false });
  });

  test("has a minimum time for more than one burst, because no source gives the pause between bursts", () => {
    expect(getLethality(gun, near)).toMatchObject({ shots: 4, ttkMs: 300, isMinimum: true });
  });

  test("has a minimum mean if some fights take more than one burst", () => {
    const lethality = getLethality(gun, { ...near, heads: "first", hitRate: 0.5 });
    expect(lethality).toMatchObject({ shots: 3, isMinimum: true });
  });
});

describe("a near miss", () => {
  const createDamageWeapon = (damage: number) =>
    createWeapon({ damage: { kind: "steps", steps: [{ fromM: 0, damage }] } });

  test("is a total of at least 99.5 of 100: 5 × 19.95 = 99.75", () => {
    expect(getNearMiss(createDamageWeapon(19.95), near)).toEqual({ shots: 5, damage: 99.75 });
    expect(getNearMiss(createDamageWeapon(19.9), near)?.damage).toBeCloseTo(99.5, 9);
  });

  test("is null for a total below 99.5, and when the hits kill: 5 × 19.89 = 99.45, 5 × 20 = 100", () => {
    expect(getNearMiss(createDamageWeapon(19.89), near)).toBeNull();
    expect(getNearMiss(createDamageWeapon(20), near)).toBeNull();
    expect(getNearMiss(createDamageWeapon(100), near)).toBeNull();
  });
});

describe("a lethality with unknown figures", () => {
  test.for([
    ["damage", { damage: null }, { damage: null, shots: null, ttkMs: null }],
    ["pellets", { pellets: null }, { damage: 25, shots: null, ttkMs: null }],
    ["the rate of fire", { rateOfFireRpm: null }, { damage: 25, shots: 4, ttkMs: null }],
  ] as const)("is null as far as it depends on %s", ([, missing, expected]) => {
    expect(getLethality({ ...RIFLE, ...missing }, near)).toEqual({ ...expected, ...EXACT });
  });

  test("depends on the head multiplier only for headshots", () => {
    const gun = { ...RIFLE, headMultiplier: null };
    expect(getLethality(gun, near).shots).toBe(4);
    expect(getLethality(gun, { ...near, heads: "first" }).shots).toBeNull();
  });

  test("has only the damage if the health is unknown", () => {
    expect(getLethality(RIFLE, { ...near, hitPoints: null })).toEqual({
      damage: 25,
      shots: null,
      ttkMs: null,
      ...EXACT,
    });
  });

  test("has 0 ms for a one-hit kill, even without a rate of fire", () => {
    const cannon = createWeapon({ damage: { kind: "steps", steps: [{ fromM: 0, damage: 100 }] } });
    expect(getLethality(cannon, near)).toEqual({ damage: 100, shots: 1, ttkMs: 0, ...EXACT });
    expect(getLethality(cannon, { ...near, hitRate: 0.5 }).ttkMs).toBeNull();
  });

  test("has no damage range if the damage is unknown", () => {
    expect(getDamageRange({ damage: null })).toBeNull();
    expect(getDamageRange(RIFLE)).toEqual({ max: 25, min: 20 });
  });
});
