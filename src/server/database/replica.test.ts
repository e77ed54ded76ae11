import { expect, test } from "vitest";
import { createLag } from "./replica.ts";

test("a replica that has what the primary had lags by nothing, however old that is", () => {
  const lag = createLag();
  expect(lag.getSeconds(0)).toBe(0);
  lag.write(100, 0);
  lag.replay(100);
  lag.write(100, 9000);
  expect(lag.getSeconds(10_000)).toBe(0);
});

test("the lag is the age of the oldest position that the replica lacks", () => {
  const lag = createLag();
  lag.write(100, 1000);
  lag.write(200, 2000);
  lag.write(300, 3000);
  lag.replay(150);
  expect(lag.getSeconds(7000)).toBe(5);
  lag.replay(200);
  expect(lag.getSeconds(7000)).toBe(4);
  lag.replay(350);
  expect(lag.getSeconds(7000)).toBe(0);
});

test("a primary that is behind the former one after a failover begins anew", () => {
  const lag = createLag();
  lag.write(500, 0);
  lag.write(400, 60_000);
  lag.replay(300);
  expect(lag.getSeconds(61_000)).toBe(1);
});

test("a day without the replica is measured by a bounded number of positions", () => {
  const lag = createLag();
  for (let second = 0; second < 86_400; second += 1) lag.write(second + 1, second * 1000);
  expect(lag.getSeconds(86_400_000)).toBe(86_400);
  lag.replay(86_399);
  expect(lag.getSeconds(86_400_000)).toBe(1);
});
