import { describe, expect, test } from "vitest";
import { createRandom } from "./seeded-random.ts";

describe("seeded random numbers", () => {
  test("depend only on the seed", () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("are uniformly distributed from 0 to 1", () => {
    const random = createRandom(42);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 100_000; draw += 1) {
      const bucket = Math.floor(random() * 10);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    // Four standard deviations of a tenth of 100,000: 4 × √(100,000 × 0.1 × 0.9) = 379.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(380);
  });
});
