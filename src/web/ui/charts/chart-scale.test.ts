import { describe, expect, test } from "vitest";
import {
  type Axis,
  formatNumberWithUnit,
  getBandPath,
  getPath,
  getShare,
  getStops,
  getTicks,
  getValueAt,
  type Series,
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
  test("returns a value's share of its length, clamped to 0 and 1", () => {
    expect([0, 25, 100, 140, -5].map((value) => getShare(METRES, value))).toEqual([0, 0.25, 1, 1, 0]);
  });
  test("has round ticks", () => {
    expect(getTicks(METRES)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(getTicks({ ...METRES, range: [0, 0.7] })).toEqual([0, 0.2, 0.4, 0.6]);
  });
});

describe("a series", () => {
  test("of steps has the value of the previous point, also after the last point", () => {
    expect([0, 39.9, 40, 90].map((x) => getValueAt(STEPS, x))).toEqual([30, 30, 20, 20]);
  });
  test("of straight lines is interpolated between its points", () => {
    expect([5, 35, 60, 100].map((x) => getValueAt(SLOPE, x))).toEqual([30, 25, 20, 20]);
  });
  test("has no value before its first point or in a gap", () => {
    expect(getValueAt({ ...SLOPE, points: [[10, 1]] }, 5)).toBeNull();
    expect(
      getValueAt(
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
  test("has a path whose last step extends to the edge", () => {
    expect(getPath(STEPS, METRES, DAMAGE, 100)).toBe("M0 40H40V60H100");
  });
  test("has a band path of the same shape, or none without a band", () => {
    const low = [[0, 10]] as const;
    const high = [[0, 30]] as const;
    expect(getBandPath({ ...STEPS, band: { low, high } }, METRES, DAMAGE, 100)).toBe("M0 40L100 40L100 80L0 80Z");
    expect(getBandPath(STEPS, METRES, DAMAGE, 100)).toBeNull();
  });
  test("and another have each x of their points once as stops", () => {
    expect(getStops([STEPS, SLOPE])).toEqual([0, 10, 40, 60, 100]);
  });
});

test("a formatted figure has at most one decimal and its unit", () => {
  expect([formatNumberWithUnit(24.54), formatNumberWithUnit(30, "m"), formatNumberWithUnit(1250, "ms")]).toEqual([
    "24.5",
    "30 m",
    "1,250 ms",
  ]);
});
