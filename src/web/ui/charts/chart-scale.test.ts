import { describe, expect, test } from "vitest";
import {
  type Axis,
  figure,
  getBandPath,
  getPath,
  getShare,
  getStops,
  getTicks,
  type Series,
  valueAt,
} from "./chart-scale.ts";

const METRES: Axis = { label: "Distance", unit: "m", range: [0, 100] };
const DAMAGE: Axis = { label: "Damage", unit: "", range: [0, 50] };
const STEPS: Series = {
  name: "A",
  shape: "step",
  points: [
    [0, 30],
    [40, 20],
  ],
};
const SLOPE: Series = {
  name: "B",
  shape: "straight",
  points: [
    [0, 30],
    [10, 30],
    [60, 20],
    [100, 20],
  ],
};

describe("an axis", () => {
  test("places a value by its share and keeps it on the scale", () => {
    expect([0, 25, 100, 140, -5].map((value) => getShare(METRES, value))).toEqual([0, 0.25, 1, 1, 0]);
  });
  test("has round ticks", () => {
    expect(getTicks(METRES)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(getTicks({ ...METRES, range: [0, 0.7] })).toEqual([0, 0.2, 0.4, 0.6]);
  });
});

describe("a series", () => {
  test("of steps holds its value until the next point and beyond the last", () => {
    expect([0, 39.9, 40, 90].map((x) => valueAt(STEPS, x))).toEqual([30, 30, 20, 20]);
  });
  test("of straight lines lies between its points", () => {
    expect([5, 35, 60, 100].map((x) => valueAt(SLOPE, x))).toEqual([30, 25, 20, 20]);
  });
  test("has no value before its first point nor in a gap", () => {
    expect(valueAt({ ...SLOPE, points: [[10, 1]] }, 5)).toBeNull();
    expect(
      valueAt(
        {
          ...STEPS,
          points: [
            [0, 1],
            [5, null],
            [9, 2],
          ],
        },
        6,
      ),
    ).toBeNull();
  });
  test("becomes a path with its steps drawn to the edge", () => {
    expect(getPath(STEPS, METRES, DAMAGE, 100)).toBe("M0 40H40V60H100");
  });
  test("has a band of its own shape, around it or none", () => {
    const low = [[0, 10]] as const;
    const high = [[0, 30]] as const;
    expect(getBandPath({ ...STEPS, band: { low, high } }, METRES, DAMAGE, 100)).toBe("M0 40L100 40L100 80L0 80Z");
    expect(getBandPath(STEPS, METRES, DAMAGE, 100)).toBeNull();
  });
  test("shares its stops with the others, each once", () => {
    expect(getStops([STEPS, SLOPE])).toEqual([0, 10, 40, 60, 100]);
  });
});

test("a figure has one decimal at most and its unit", () => {
  expect([figure(24.54), figure(30, "m"), figure(1250, "ms")]).toEqual(["24.5", "30 m", "1,250 ms"]);
});
