import { expect, test } from "vitest";
import { createAxis, damageSeries, timeLine } from "./kill.ts";

const spread = (ms: number) => ({ mean: ms, p10: ms / 2, median: ms, p90: ms * 2 });

test("a line of times steps where the hits change, and has a gap without a public rate", () => {
  const line = [
    { fromM: 0, time: spread(300) },
    { fromM: 40, time: null },
  ];
  expect(timeLine("Mean", line).points).toEqual([
    [0, 300],
    [40, null],
  ]);
  expect(timeLine("90 %", line, "p90").points[0]).toEqual([0, 600]);
});

test("damage on a slope has a point where it begins and ends to fall", () => {
  const slope = { kind: "linear", max: 24.5, min: 18, dropStartM: 12.5, dropEndM: 60 } as const;
  expect(damageSeries("A", slope).points).toEqual([
    [0, 24.5],
    [12.5, 24.5],
    [60, 18],
    [150, 18],
  ]);
  expect(damageSeries("A", { ...slope, dropStartM: 0 }).points[1]).toEqual([60, 18]);
});

test("an axis ends at a round number above its lines", () => {
  expect(createAxis([timeLine("A", [{ fromM: 0, time: spread(441) }])], "Time", "ms").range).toEqual([0, 500]);
});
