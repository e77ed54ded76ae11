import { expect, test } from "vitest";
import { createMeter } from "./rate-limiter.ts";

const meterAt = (clock: { now: number }) => createMeter({ most: 3, windowMs: 1000 }, () => clock.now);

test("allows each client its share and gives the time until the next", () => {
  const clock = { now: 5000 };
  const meter = meterAt(clock);
  expect([meter.count("a"), meter.count("a", 2), meter.count("a"), meter.count("b")]).toEqual([0, 0, 1000, 0]);
  clock.now += 999;
  expect(meter.count("a")).toBe(1);
  clock.now += 1;
  expect(meter.count("a")).toBe(0);
});

test("a clock that goes back makes no window longer", () => {
  const clock = { now: 500_000 };
  const meter = meterAt(clock);
  meter.count("a", 4);
  clock.now -= 100_000;
  expect(meter.count("a")).toBe(0);
});
