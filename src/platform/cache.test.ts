import { expect, test } from "vitest";
import { ComputingCache } from "./cache.ts";

test("the lengths of the keys count towards the maximum, and the least recently used value is evicted", async () => {
  const cache = new ComputingCache<string>(30, () => 0);
  const keys = ["a", "b", "c", "d"].map((letter) => letter.repeat(9));
  for (const key of keys.slice(0, 3)) await cache.get(key, async () => key);
  await cache.get("a".repeat(9), async () => "computed again");
  await cache.get("d".repeat(9), async () => "d");
  expect(keys.map((key) => cache.peek(key) !== null)).toEqual([true, false, true, true]);
  await cache.get("e".repeat(31), async () => "too long");
  expect(cache.peek("e".repeat(31))).toBeNull();
});
