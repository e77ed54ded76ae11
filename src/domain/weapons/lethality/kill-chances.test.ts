import { describe, expect, test } from "vitest";
import { type Fire, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";
import { type Attack, getKillChances, getShotSpread, getTimeSpread, MIN_HIT_RATE } from "./kill-chances.ts";
import { shotsToKill } from "./lethality.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };

/** Returns an attack that kills with this many hits to the body. */
const hits = (count: number, hitRate: number): Attack => ({ health: 100, damage: 100 / count, hitRate });
const sumOf = (chances: readonly number[]) => chances.reduce((sum, chance) => sum + chance, 0);

/** Returns the chances of each shot by enumerating every fight of up to this many shots; each pellet misses, or hits body or head. */
function enumerate({ health, damage, pellets = 1, hitRate, headShare = 0, ...rest }: Attack, shots: number): number[] {
  const { headMultiplier = 1, bodyMultiplier = 1, headHits = 0 } = rest;
  const chances = Array.from({ length: shots }, () => 0);
  const play = (pellet: number, dealt: number, count: number, chance: number) => {
    if (pellet > 0 && pellet % pellets === 0 && dealt >= health - 1e-6) {
      const shot = pellet / pellets - 1;
      chances[shot] = (chances[shot] ?? 0) + chance;
      return;
    }
    if (pellet === shots * pellets) return;
    const share = count < headHits * pellets ? 1 : headShare;
    play(pellet + 1, dealt, count, chance * (1 - hitRate));
    play(pellet + 1, dealt + damage * headMultiplier, count + 1, chance * hitRate * share);
    play(pellet + 1, dealt + damage * bodyMultiplier, count + 1, chance * hitRate * (1 - share));
  };
  play(0, 0, 0, 1);
  return chances;
}

const HEADS: Attack = { health: 100, damage: 34, headMultiplier: 2, headShare: 0.3, hitRate: 0.4 };
const CASES: readonly (readonly [string, Attack, number])[] = [
  ["a bullet that sometimes misses", hits(4, 0.5), 7],
  ["hits to the head by chance", HEADS, 7],
  ["hits to the head by chance, every shot hitting", { ...HEADS, hitRate: 1 }, 4],
  ["a first hit to the head, and others by chance", { ...HEADS, headHits: 1 }, 6],
  ["armour in front of the chest", { ...HEADS, bodyMultiplier: 0.85, hitRate: 0.7 }, 7],
  ["pellets that hit each by itself", { health: 40, damage: 12, pellets: 3, hitRate: 0.5 }, 4],
  ["pellets of which some hit the head", { ...HEADS, damage: 15, pellets: 3, hitRate: 0.6 }, 4],
  ["one hit in a hundred", { ...hits(2, MIN_HIT_RATE) }, 7],
];

describe("the chances of a kill", () => {
  test.for(CASES)("of %s are those of all fights played out", ([, attack, shots]) => {
    const chances = getKillChances(attack);
    enumerate(attack, shots).forEach((chance, at) => {
      expect(chances[at] ?? 0, `shot ${at + 1}`).toBeCloseTo(chance, 12);
    });
  });

  test("are in sum certain, at every rate and share", () => {
    for (const hitRate of [MIN_HIT_RATE, 0.1, 0.5, 0.99, 1])
      for (const headShare of [0, 0.05, 0.5, 1])
        expect(
          sumOf(getKillChances({ ...HEADS, damage: 5, hitRate, headShare })),
          `${hitRate}, ${headShare}`,
        ).toBeCloseTo(1, 11);
  });

  test("are none where nothing hits", () => {
    expect(getKillChances(hits(4, 0))).toEqual([]);
    expect(getShotSpread(hits(4, 0))).toBeNull();
  });

  test.for([-0.1, 0.001, 1.01, Number.NaN])("refuse a hit rate of %s", (hitRate) => {
    expect(() => getKillChances(hits(4, hitRate))).toThrow(RangeError);
  });

  test.for([-0.1, 1.01, Number.NaN])("refuse a share of %s", (headShare) => {
    expect(() => getKillChances({ ...HEADS, headShare })).toThrow(RangeError);
  });

  test("take well under a millisecond for a rifle of a player, and some at the least rate", () => {
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
  test("are the hits where all hit", () => {
    expect(getShotSpread(hits(4, 1))).toEqual({ mean: 4, p10: 4, median: 4, p90: 4 });
  });

  test("of a half for one hit: 1, 1 and 4, as 1 − ½⁴ is the first above 0.9", () => {
    expect(getShotSpread(hits(1, 0.5))).toMatchObject({ mean: expect.closeTo(2, 9), p10: 1, median: 1, p90: 4 });
  });

  test("of a half for two hits: 2 in a quarter of the fights, 3 in a half, 7 in 120 of 128", () => {
    expect(getShotSpread(hits(2, 0.5))).toMatchObject({ mean: expect.closeTo(4, 9), p10: 2, median: 3, p90: 7 });
  });

  test("of one in a hundred stay sound for many hits", () => {
    const spread = getShotSpread(hits(20, MIN_HIT_RATE));
    expect(spread?.mean).toBeCloseTo(2000, 6);
    expect(spread?.median).toBeGreaterThan(1900);
    expect(spread?.median).toBeLessThan(2000);
  });

  test("with heads by chance: 2 hits unless both are to the body, so 2.49 ÷ 0.4", () => {
    expect(getShotSpread(HEADS)?.mean).toBeCloseTo(6.225, 9);
  });
});

describe("time to the kill", () => {
  test("of sure hits is the plain one", () => {
    expect(getTimeSpread(hits(4, 1), STEADY)).toEqual({ mean: 300, p10: 300, median: 300, p90: 300 });
  });

  test("of steady fire is that of the mean shot: (4 ÷ 0.5 − 1) × 100 ms", () => {
    expect(getTimeSpread(hits(4, 0.5), STEADY)?.mean).toBeCloseTo(700, 8);
  });

  test("of bursts sums over all numbers of shots: one hit of a half is 50 ÷ 1.75 + 300 ÷ 7", () => {
    // Shot i of burst b comes at 300 b + 50 i with chance ½^(3b + i + 1): E = 300 ÷ 7 + 50 × (2⁻² + 2 × 2⁻³) ÷ (1 − 2⁻³).
    expect(getTimeSpread(hits(1, 0.5), BURST)?.mean).toBeCloseTo(300 / 7 + (50 * 0.5) / 0.875, 6);
  });

  test("has the points of those shots, reloads in between", () => {
    const magazine: Magazine = { rounds: 6, reloadedRounds: 5, reloadMs: 2500 };
    const [shots, times] = [getShotSpread(hits(4, 0.4)), getTimeSpread(hits(4, 0.4), STEADY, magazine)];
    for (const point of ["p10", "median", "p90"] as const)
      expect(times?.[point]).toBe(shotAtMs(STEADY, shots?.[point] ?? 0, magazine));
    expect(times?.p90).toBeGreaterThan(5000);
  });

  test("is nothing for a single sure hit, and unknown without a rate of fire otherwise", () => {
    expect(getTimeSpread(hits(1, 1), null)?.mean).toBe(0);
    expect(getTimeSpread(hits(1, 0.5), null)).toBeNull();
    expect(getTimeSpread(hits(2, 0), STEADY)).toBeNull();
  });

  test("of many damages and rates agrees with the hits of a sure fight", () => {
    for (const damage of [13, 25, 34, 100])
      expect(getTimeSpread({ health: 100, damage, hitRate: 1 }, STEADY)?.mean).toBe(
        (shotsToKill({ health: 100, damage }) - 1) * 100,
      );
  });
});
