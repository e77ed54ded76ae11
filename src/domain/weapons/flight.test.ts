import { expect, test } from "vitest";
import { flightMs, getDrop } from "./lethality/at-range.ts";

test("the flight over 600 m at 600 m/s takes a second, in which a bullet drops 9.81 ÷ 2 m", () => {
  const ms = flightMs(600, 600);
  expect(ms).toBeCloseTo(1000, 9);
  expect(getDrop(ms ?? 0, 9.81)).toBeCloseTo(4.905, 9);
});

test("the flight time is null without a velocity", () => {
  expect(flightMs(null, 52)).toBeNull();
});
