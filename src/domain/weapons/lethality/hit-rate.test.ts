import { describe, expect, test } from "vitest";
import type { Fire } from "#domain/weapons/fire.ts";
import { MIN_HIT_RATE, shotsAtHitRate, timeAtHitRate } from "./hit-rate.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };

describe("shots at a hit rate", () => {
  test("that always hits are the hits", () => {
    expect(shotsAtHitRate(4, 1)).toEqual({ mean: 4, p10: 4, median: 4, p90: 4 });
  });

  test("of a half for one hit: 1, 1 and 4 shots, as 1 − ½⁴ is the first above 0.9", () => {
    expect(shotsAtHitRate(1, 0.5)).toEqual({ mean: 2, p10: 1, median: 1, p90: 4 });
  });

  test("of a half for two hits: 2 shots in a quarter of the fights, 3 in a half, 7 in 120 of 128", () => {
    expect(shotsAtHitRate(2, 0.5)).toEqual({ mean: 4, p10: 2, median: 3, p90: 7 });
  });

  test("are none where nothing hits", () => {
    expect(shotsAtHitRate(4, 0)).toBeNull();
  });

  test.for([-0.1, 0.001, 1.01, Number.NaN])("refuse a rate of %s", (hitRate) => {
    expect(() => shotsAtHitRate(4, hitRate)).toThrow(RangeError);
  });

  test("of one in a hundred stay sound for many hits", () => {
    const spread = shotsAtHitRate(20, MIN_HIT_RATE);
    expect(spread?.mean).toBe(2000);
    expect(spread?.median).toBeGreaterThan(1900);
    expect(spread?.median).toBeLessThan(2000);
  });
});

describe("time at a hit rate", () => {
  test("that always hits is the plain time to kill", () => {
    expect(timeAtHitRate(4, 1, STEADY)).toEqual({ mean: 300, p10: 300, median: 300, p90: 300 });
  });

  test("of steady fire is that of the mean shot: (4 ÷ 0.5 − 1) × 100 ms", () => {
    expect(timeAtHitRate(4, 0.5, STEADY)?.mean).toBeCloseTo(700, 9);
  });

  test("of bursts sums over all numbers of shots: one hit of a half is 50 ÷ 1.75 + 300 ÷ 7", () => {
    // Shot i of burst b comes at 300 b + 50 i with chance ½^(3b + i + 1): E = 300 ÷ 7 + 50 × (2⁻² + 2 × 2⁻³) ÷ (1 − 2⁻³).
    expect(timeAtHitRate(1, 0.5, BURST)?.mean).toBeCloseTo(300 / 7 + (50 * 0.5) / 0.875, 6);
  });

  test("is nothing for a single sure hit, and unknown without a rate of fire otherwise", () => {
    expect(timeAtHitRate(1, 1, null)?.mean).toBe(0);
    expect(timeAtHitRate(1, 0.5, null)).toBeNull();
    expect(timeAtHitRate(2, 0, STEADY)).toBeNull();
  });
});
