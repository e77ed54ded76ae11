import { describe, expect, test } from "vitest";
import { type Fire, getShotTimeMs, type Magazine } from "#domain/weapons/fire.ts";
import { type Attack, getKillChances, getShotSpread, getTimeSpread, MIN_HIT_RATE } from "./kill-chances.ts";
import { shotsToKill } from "./lethality.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };

/** Returns an attack that kills with this many hits to the body. */
const createAttack = (count: number, hitRate: number): Attack => ({ health: 100, damage: 100 / count, hitRate });
const getSum = (chances: readonly number[]) => chances.reduce((sum, chance) => sum + chance, 0);

/** Returns the chances of each shot by enumerating every fight of up to this many shots; each pellet misses, or hits body or head. */
function enumerate({ health, damage, pellets = 1, hitRate, headShare = 0, ...rest }: Attack, shots: number): number[] {
  const { headMultiplier = 1, bodyMultiplier = 1, headHits = 0 } = rest;
  const chances = Array.from({ length: shots }, () => 0);
  const addFights = (pellet: number, dealt: number, count: number, chance: number) => {
    if (pellet > 0 && pellet % pellets === 0 && dealt >= health - 1e-6) {
      const shot = pellet / pellets - 1;
      chances[shot] = (chances[shot] ?? 0) + chance;
      return;
    }
    if (pellet === shots * pellets) return;
    const share = count < headHits * pellets ? 1 : headShare;
    addFights(pellet + 1, dealt, count, chance * (1 - hitRate));
    addFights(pellet + 1, dealt + damage * headMultiplier, count + 1, chance * hitRate * share);
    addFights(pellet + 1, dealt + damage * bodyMultiplier, count + 1, chance * hitRate * (1 - share));
  };
  addFights(0, 0, 0, 1);
  return chances;
}

const HEADS: Attack = { health: 100, damage: 34, headMultiplier: 2, headShare: 0.3, hitRate: 0.4 };
const CASES: readonly (readonly [string, Attack, number])[] = [
  ["a bullet that sometimes misses", createAttack(4, 0.5), 7],
  ["random headshots", HEADS, 7],
  ["random headshots if every shot hits", { ...HEADS, hitRate: 1 }, 4],
  ["a first hit to the head and random headshots", { ...HEADS, headHits: 1 }, 6],
  ["armour in front of the chest", { ...HEADS, bodyMultiplier: 0.85, hitRate: 0.7 }, 7],
  ["pellets that hit independently", { health: 40, damage: 12, pellets: 3, hitRate: 0.5 }, 4],
  ["pellets of which some hit the head", { ...HEADS, damage: 15, pellets: 3, hitRate: 0.6 }, 4],
  ["one hit in a hundred", { ...createAttack(2, MIN_HIT_RATE) }, 7],
];

describe("the chances of a kill", () => {
  test.for(CASES)("equal those of all enumerated fights for %s", ([, attack, shots]) => {
    const chances = getKillChances(attack);
    enumerate(attack, shots).forEach((chance, at) => {
      expect(chances[at] ?? 0, `shot ${at + 1}`).toBeCloseTo(chance, 12);
    });
  });

  test("have the sum 1 at every hit rate and share of headshots", () => {
    for (const hitRate of [MIN_HIT_RATE, 0.1, 0.5, 0.99, 1])
      for (const headShare of [0, 0.05, 0.5, 1])
        expect(
          getSum(getKillChances({ ...HEADS, damage: 5, hitRate, headShare })),
          `${hitRate}, ${headShare}`,
        ).toBeCloseTo(1, 11);
  });

  test("are empty if nothing hits", () => {
    expect(getKillChances(createAttack(4, 0))).toEqual([]);
    expect(getShotSpread(createAttack(4, 0))).toBeNull();
  });

  test.for([-0.1, 0.001, 1.01, Number.NaN])("are refused for a hit rate of %s", (hitRate) => {
    expect(() => getKillChances(createAttack(4, hitRate))).toThrow(RangeError);
  });

  test.for([-0.1, 1.01, Number.NaN])("are refused for a share of headshots of %s", (headShare) => {
    expect(() => getKillChances({ ...HEADS, headShare })).toThrow(RangeError);
  });

  test("take less than 0.5 ms for a usual rifle, and less than 20 ms at the lowest hit rate", () => {
    const measure = (attack: Attack, times: number) => {
      const before = process.threadCpuUsage();
      for (let time = 0; time < times; time += 1) getKillChances(attack);
      return process.threadCpuUsage(before).user / 1000 / times;
    };
    expect(measure({ ...HEADS, damage: 18, hitRate: 0.2, headShare: 0.1 }, 200)).toBeLessThan(0.5);
    expect(measure({ ...HEADS, damage: 5, hitRate: MIN_HIT_RATE, headShare: 0.1 }, 5)).toBeLessThan(20);
  });
});

describe("shots to the kill", () => {
  test("equal the number of hits if every shot hits", () => {
    expect(getShotSpread(createAttack(4, 1))).toEqual({ mean: 4, p10: 4, median: 4, p90: 4 });
  });

  test("are 1, 1 and 4 for one hit at a hit rate of ½, because 1 − ½⁴ is the first sum above 0.9", () => {
    expect(getShotSpread(createAttack(1, 0.5))).toMatchObject({
      mean: expect.closeTo(2, 9),
      p10: 1,
      median: 1,
      p90: 4,
    });
  });

  test("are 2, 3 and 7 for two hits at a hit rate of ½, in a quarter, a half and 120 of 128 of the fights", () => {
    expect(getShotSpread(createAttack(2, 0.5))).toMatchObject({
      mean: expect.closeTo(4, 9),
      p10: 2,
      median: 3,
      p90: 7,
    });
  });

  test("are exact for many hits at the lowest hit rate", () => {
    const spread = getShotSpread(createAttack(20, MIN_HIT_RATE));
    expect(spread?.mean).toBeCloseTo(2000, 6);
    expect(spread?.median).toBeGreaterThan(1900);
    expect(spread?.median).toBeLessThan(2000);
  });

  test("include random headshots: 2 hits, or 3 if both are to the body, so 2.49 ÷ 0.4", () => {
    expect(getShotSpread(HEADS)?.mean).toBeCloseTo(6.225, 9);
  });
});

describe("time to the kill", () => {
  test("is the same in every fight if every shot hits", () => {
    expect(getTimeSpread(createAttack(4, 1), STEADY)).toEqual({ mean: 300, p10: 300, median: 300, p90: 300 });
  });

  test("is that of the mean shot for steady fire: (4 ÷ 0.5 − 1) × 100 ms", () => {
    expect(getTimeSpread(createAttack(4, 0.5), STEADY)?.mean).toBeCloseTo(700, 8);
  });

  test("is the sum over all shots for bursts: 50 ÷ 1.75 + 300 ÷ 7 for one hit at a hit rate of ½", () => {
    // Shot i of burst b comes at 300 b + 50 i with chance ½^(3b + i + 1): E = 300 ÷ 7 + 50 × (2⁻² + 2 × 2⁻³) ÷ (1 − 2⁻³).
    expect(getTimeSpread(createAttack(1, 0.5), BURST)?.mean).toBeCloseTo(300 / 7 + (50 * 0.5) / 0.875, 6);
  });

  test("has the percentiles of the shots, including reloads", () => {
    const magazine: Magazine = { rounds: 6, reloadedRounds: 5, reloadMs: 2500 };
    const [shots, times] = [getShotSpread(createAttack(4, 0.4)), getTimeSpread(createAttack(4, 0.4), STEADY, magazine)];
    for (const point of ["p10", "median", "p90"] as const)
      expect(times?.[point]).toBe(getShotTimeMs(STEADY, shots?.[point] ?? 0, magazine));
    expect(times?.p90).toBeGreaterThan(5000);
  });

  test("is 0 for a first shot that kills, and otherwise null without a rate of fire", () => {
    expect(getTimeSpread(createAttack(1, 1), null)?.mean).toBe(0);
    expect(getTimeSpread(createAttack(1, 0.5), null)).toBeNull();
    expect(getTimeSpread(createAttack(2, 0), STEADY)).toBeNull();
  });

  test("agrees with the shots to kill if every shot hits", () => {
    for (const damage of [13, 25, 34, 100])
      expect(getTimeSpread({ health: 100, damage, hitRate: 1 }, STEADY)?.mean).toBe(
        (shotsToKill({ health: 100, damage }) - 1) * 100,
      );
  });
});
