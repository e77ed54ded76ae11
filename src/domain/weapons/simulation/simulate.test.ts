import { describe, expect, test } from "vitest";
import type { Fire, Magazine } from "#domain/weapons/fire.ts";
import { timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { createRandom, type Simulation, simulateTimeToKill } from "./simulate.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };
const BASE: Simulation = { health: 100, damage: 25, hitRate: 0.5, fire: STEADY, seed: 1, runs: 20_000 };

const simulated = (changes: Partial<Simulation>) => {
  const result = simulateTimeToKill({ ...BASE, ...changes });
  if (!result?.ms || result.standardErrorMs === null) throw new Error("Nothing was simulated.");
  return { ...result, ms: result.ms, standardErrorMs: result.standardErrorMs };
};

describe("numbers by chance", () => {
  test("are the same for the same seed, and others for another", () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("fill the range from 0 to 1 evenly", () => {
    const random = createRandom(42);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 100_000; draw += 1) {
      const at = Math.floor(random() * 10);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    // Four standard deviations of a tenth of 100,000: 4 × √(100,000 × 0.1 × 0.9) = 379.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(380);
  });
});

describe("simulated fights", () => {
  const RATES = [0.05, 0.2, 0.5, 0.8, 0.99];
  const DAMAGES = [100, 34, 25, 13];
  const RHYTHMS = [
    ["steady fire", STEADY, null],
    ["bursts", BURST, null],
    ["magazines", STEADY, { rounds: 6, reloadMs: 2500 }],
    ["bursts and magazines", BURST, { rounds: 10, reloadMs: 2500 }],
  ] as const satisfies readonly (readonly [string, Fire, Magazine | null])[];

  test.for(RHYTHMS)("of %s agree with the formula within four standard errors", ([, fire, magazine]) => {
    RATES.forEach((hitRate, at) => {
      for (const damage of DAMAGES) {
        const result = simulated({ hitRate, damage, fire, magazine, seed: 100 * at + damage });
        const exact = timeAtHitRate(shotsToKill({ health: 100, damage }), hitRate, fire, magazine);
        if (!exact) throw new Error("No formula.");
        expect(Math.abs(result.ms.mean - exact.mean)).toBeLessThan(4 * result.standardErrorMs + 1e-9);
        expect(result.ms.p10).toBeLessThanOrEqual(result.ms.median);
      }
    });
  });

  test("have the points of the formula where the chance between them is not close", () => {
    // Four hits of 0.4 within 6, 9 and 15 shots: 17.9 %, 51.7 % and 91.0 %, and less than the point one shot before.
    expect(simulated({ hitRate: 0.4 }).ms).toMatchObject({ p10: 500, median: 800, p90: 1400 });
    expect(timeAtHitRate(4, 0.4, STEADY)).toMatchObject({ p10: 500, median: 800, p90: 1400 });
  });

  test("with heads by luck agree with the chances counted out", () => {
    // 50 to the body, 100 to the head, every shot hits: half the fights end at once, the others with the second shot.
    const { ms, standardErrorMs } = simulated({ damage: 50, headMultiplier: 2, headChance: 0.5, hitRate: 1 });
    expect(Math.abs(ms.mean - 50)).toBeLessThan(4 * standardErrorMs);
    expect(ms).toMatchObject({ p10: 0, p90: 100 });
  });

  test("with heads and misses agree with the chances counted out", () => {
    // 34 to the body, 68 to the head. Killed by 2 hits unless both are to the body (1 − 0.7² = 0.51), else by 3: mean
    // hits 2.49, so 2.49 ÷ 0.4 = 6.225 shots and 522.5 ms.
    const { ms, standardErrorMs } = simulated({ damage: 34, headMultiplier: 2, headChance: 0.3, hitRate: 0.4 });
    expect(Math.abs(ms.mean - 522.5)).toBeLessThan(4 * standardErrorMs);
  });

  test("are the same for the same seed", () => {
    expect(simulated({ seed: 9 })).toEqual(simulated({ seed: 9 }));
    expect(simulated({ seed: 9 })).not.toEqual(simulated({ seed: 10 }));
  });

  test("that always hit are the plain time to kill", () => {
    expect(simulated({ hitRate: 1, runs: 10 }).ms).toEqual({ mean: 300, p10: 300, median: 300, p90: 300 });
  });

  test("without a rate of fire tell shots alone, and without any hit nothing", () => {
    expect(simulateTimeToKill({ ...BASE, fire: null, hitRate: 1, runs: 10 })).toMatchObject({
      shots: { mean: 4 },
      ms: null,
    });
    expect(simulateTimeToKill({ ...BASE, hitRate: 0 })).toBeNull();
  });

  test.for([{ hitRate: 2 }, { hitRate: 0.001 }, { headChance: -1 }, { runs: 0 }, { runs: 1e9 }, { runs: 1.5 }])(
    "refuse %o",
    (changes) => {
      expect(() => simulateTimeToKill({ ...BASE, ...changes })).toThrow(RangeError);
    },
  );
});
