import { expect, test } from "vitest";
import { getFlight } from "./ballistics.ts";

test("600 m at 600 m/s take a second, in which a bullet falls 9.81 ÷ 2 m", () => {
  const { ms, dropM } = getFlight(600, 600, 9.81);
  expect(ms).toBeCloseTo(1000, 9);
  expect(dropM).toBeCloseTo(4.905, 9);
});

test("the drop is unknown without a gravity", () => {
  expect(getFlight(52, 520)).toEqual({ ms: 100, dropM: null });
});
