import { expect, test } from "vitest";
import { createMemoryCounter } from "./rate-limit.ts";

const counterAt = (clock: { now: number }) => createMemoryCounter({ max: 3, windowMs: 1000 }, () => clock.now);

test("allows each client its share and gives the time until the next", () => {
  const clock = { now: 5000 };
  const count = counterAt(clock);
  expect([count("a"), count("a", 2), count("a"), count("b")]).toEqual([0, 0, 1000, 0]);
  clock.now += 999;
  expect(count("a")).toBe(1);
  clock.now += 1;
  expect(count("a")).toBe(0);
});

test("a clock that goes back makes no window longer", () => {
  const clock = { now: 500_000 };
  const count = counterAt(clock);
  count("a", 4);
  clock.now -= 100_000;
  expect(count("a")).toBe(0);
});
