import { describe, expect, test } from "vitest";
import { createRandom } from "./seeded-random.ts";

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
