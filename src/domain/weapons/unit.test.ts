import { expect, test } from "vitest";
import { roundTo } from "./unit.ts";

test.for([
  ["number", 24.55, 24.6],
  ["°", -0.0445, -0.045],
  ["s", 1.005, 1.01],
  ["ms", 352.94, 353],
] as const)("a value in %s is rounded: %d to %d", ([unit, value, shown]) => {
  expect(roundTo(unit, value)).toBe(shown);
});
