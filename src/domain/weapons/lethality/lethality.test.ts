import { describe, expect, test } from "vitest";
import { getFire } from "#domain/weapons/fire.ts";
import { getMs, shotsToKill } from "./lethality.ts";

describe("shots to kill", () => {
  test.for([
    ["24.5 to the chest: 5 × 24.5 = 122.5, four give 98", { health: 100, damage: 24.5 }, 5],
    ["25 to the chest: 4 × 25 = 100 exactly", { health: 100, damage: 25 }, 4],
    ["18 in hardcore: 4 × 18 = 72, three give 54", { health: 60, damage: 18 }, 4],
    ["20 in hardcore: 3 × 20 = 60 exactly", { health: 60, damage: 20 }, 3],
    [
      "24.5 with one head hit of 2.13: 52.185 + 2 × 24.5 = 101.185",
      { health: 100, damage: 24.5, headHits: 1, headMultiplier: 2.13 },
      3,
    ],
    ["24.5 to the head only: 2 × 52.185 = 104.37", { health: 100, damage: 24.5, headHits: 9, headMultiplier: 2.13 }, 2],
    ["100 against the Defensive upgrade: 93, so two hits", { health: 100, damage: 100, bodyMultiplier: 0.93 }, 2],
    ["28 against the Defensive upgrade: 4 × 26.04 = 104.16", { health: 100, damage: 28, bodyMultiplier: 0.93 }, 4],
    ["16 pellets of 15: 240 in one shell", { health: 100, damage: 15, pellets: 16 }, 1],
    ["16 pellets of 6: 96 in one shell, 192 in two", { health: 100, damage: 6, pellets: 16 }, 2],
    ["60 to the head with the factor 4: 240", { health: 100, damage: 60, headHits: 1, headMultiplier: 4 }, 1],
    [
      "25 to the legs with the factor 0.93: 4 × 23.25 = 93, so five hits",
      { health: 100, damage: 25, legHits: Number.POSITIVE_INFINITY, legMultiplier: 0.93 },
      5,
    ],
    [
      "33 with one hit to the head and one to the legs: 70.29 + 30.69 = 100.98",
      { health: 100, damage: 33, headHits: 1, headMultiplier: 2.13, legHits: 1, legMultiplier: 0.93 },
      2,
    ],
  ] as const)("are computed for %s", ([, hit, shots]) => {
    expect(shotsToKill(hit)).toBe(shots);
  });

  test("are not increased by rounding: five hits of 21.739… × 0.92 are 100, though 100 ÷ that is 5.000000000000001", () => {
    expect(shotsToKill({ health: 100, damage: 100 / 0.92 / 5, bodyMultiplier: 0.92 })).toBe(5);
  });

  test("equal the number of hits for every division of 100 into equal hits", () => {
    for (let hits = 1; hits <= 100; hits += 1) expect(shotsToKill({ health: 100, damage: 100 / hits })).toBe(hits);
  });
});

describe("time to kill", () => {
  test("is 4 × 60,000 ÷ 680 = 352.94 ms for five shots at 680 a minute", () => {
    expect(getMs(5, getFire({ rateOfFireRpm: 680 }))).toBeCloseTo(352.941, 3);
  });

  test("is 0 for one shot", () => {
    expect(getMs(1, getFire({ rateOfFireRpm: 43 }))).toBe(0);
  });

  test("is null without a rate of fire", () => {
    expect(getMs(5, getFire({ rateOfFireRpm: null }))).toBeNull();
  });
});
