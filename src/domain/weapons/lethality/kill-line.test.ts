import { describe, expect, test } from "vitest";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { damageAt } from "#domain/weapons/fire.ts";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { getKillTimes } from "./at-range.ts";
import { getShotsLine, getTimeLine } from "./kill-line.ts";
import { type Landing, shotsToKill } from "./lethality.ts";

const SLOPE: DamageProfile = { kind: "linear", max: 25, min: 15, dropStartM: 10, dropEndM: 60 };
const STEPS: DamageProfile = {
  kind: "steps",
  steps: [
    { fromM: 0, damage: 34 },
    { fromM: 20, damage: 33 },
    { fromM: 50, damage: 25 },
    { fromM: 80, damage: 20 },
  ],
};
const LANDINGS: readonly Landing[] = [
  {},
  { headHits: 1, headMultiplier: 2.13 },
  { headHits: Number.POSITIVE_INFINITY, headMultiplier: 2 },
  { headHits: 1, headMultiplier: 2, legHits: 2, legMultiplier: 0.93, bodyMultiplier: 0.85 },
  { pellets: 3 },
];

describe("the line of shots to kill", () => {
  test("starts a stretch at each step that changes the shots: 3 × 34, 4 × 33, 4 × 25, 5 × 20", () => {
    expect(getShotsLine(STEPS, 100)).toEqual([
      { fromM: 0, shots: 3 },
      { fromM: 20, shots: 4 },
      { fromM: 80, shots: 5 },
    ]);
  });

  test("starts a stretch on a slope where the damage is just enough: 20 at 35 m, 16⅔ at 51⅔ m", () => {
    const line = getShotsLine(SLOPE, 100);
    expect(line.map(({ shots }) => shots)).toEqual([4, 5, 6, 7]);
    // Damage of 25 is just enough for four hits, 20 for five, and 100 ÷ 6 for six.
    [0, 10, 35, 10 + (25 - 100 / 6) * 5].forEach((fromM, at) => {
      expect(line[at]?.fromM).toBeCloseTo(fromM, 4);
    });
  });

  test.for(LANDINGS)("agrees with the shots at every half metre for hits of %o", (landing) => {
    for (const profile of [SLOPE, STEPS]) {
      const line = getShotsLine(profile, 100, landing);
      for (let distanceM = 0.25; distanceM <= 100; distanceM += 0.5) {
        const shots = shotsToKill({ ...landing, health: 100, damage: damageAt(profile, distanceM) });
        expect(line.findLast(({ fromM }) => fromM <= distanceM)?.shots).toBe(shots);
      }
    }
  });
});

describe("the line of times to kill", () => {
  const createGun = (changes: Partial<WeaponSummary> = {}) =>
    createWeapon({ damage: STEPS, rateOfFireRpm: 600, headMultiplier: 2.13, ...changes });

  test("is 0 for one hit, and null without a rate of fire", () => {
    const times = (changes: Partial<WeaponSummary>) =>
      getTimeLine(createGun(changes), { heads: 0, hitPoints: 34 }).map(({ ms }) => ms?.mean ?? null);
    expect(times({})).toEqual([0, 100]);
    expect(times({ rateOfFireRpm: null })).toEqual([0, null]);
  });

  test("is empty without public damage, pellets, head multiplier or health", () => {
    const aim = { heads: 0.1, hitPoints: 100 };
    for (const missing of [{ damage: null }, { pellets: null }, { headMultiplier: null }])
      expect(getTimeLine(createGun(missing), aim)).toEqual([]);
    expect(getTimeLine(createGun(), { ...aim, hitPoints: null })).toEqual([]);
  });

  test.for([{ heads: 0 }, { heads: "first" }, { heads: 0.3, hitRate: 0.4 }, { heads: 1, hitRate: 0.5 }] as const)(
    "agrees with the times at every half metre for %o",
    (chances) => {
      for (const damage of [SLOPE, STEPS]) {
        for (const pellets of [1, 3]) {
          const weapon = createGun({ damage, pellets });
          const aim = { ...chances, hitPoints: 100 };
          const line = getTimeLine(weapon, aim);
          for (let rangeM = 0.25; rangeM <= 100; rangeM += 0.5) {
            const ms = line.findLast(({ fromM }) => fromM <= rangeM)?.ms?.mean;
            expect(ms, `${rangeM} m`).toBeCloseTo(getKillTimes(weapon, { ...aim, rangeM })?.mean ?? Number.NaN, 6);
          }
        }
      }
    },
  );

  test("is computed in less than 3 ms if four of ten shots hit", () => {
    const before = process.threadCpuUsage();
    for (let time = 0; time < 100; time += 1)
      getTimeLine(createGun({ damage: SLOPE }), { heads: 0.1, hitRate: 0.4, hitPoints: 100 });
    expect(process.threadCpuUsage(before).user / 1000 / 100).toBeLessThan(3);
  });
});
