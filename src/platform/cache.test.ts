import { expect, test } from "vitest";
import { createSharedCache } from "./cache.ts";
import type { Redis } from "./redis.ts";

/** A Redis that knows what a cache asks it for. */
function createRedis() {
  const values = new Map<string, Buffer>();
  const client = {
    getBuffer: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: Buffer) => void values.set(key, value),
  };
  const redis: Pick<Redis, "ask"> = { ask: (task) => task(Object(client)) };
  return { values, redis };
}

test("what one process puts into the shared cache another finds", async () => {
  const { redis } = createRedis();
  await createSharedCache(redis, "pictures", 100).set("a", Buffer.from("picture of a"));
  const other = createSharedCache(redis, "pictures", 100);
  expect(String(await other.get("a"))).toBe("picture of a");
  expect(await other.get("b")).toBeNull();
  expect(await createSharedCache(redis, "others", 100).get("a")).toBeNull();
});

test("the shared cache has as many values as places, and never that of another key", async () => {
  const { redis, values } = createRedis();
  const cache = createSharedCache(redis, "pictures", 3);
  for (let key = 0; key < 50; key += 1) await cache.set(String(key), Buffer.from(`picture ${key}`));
  expect(values.size).toBe(3);
  const found = await Promise.all(Array.from({ length: 50 }, (_, key) => cache.get(String(key))));
  expect(found.filter((value) => value !== null)).toHaveLength(3);
  for (const [key, value] of found.entries()) if (value) expect(String(value)).toBe(`picture ${key}`);
});

test("without Redis the shared cache is empty", async () => {
  const cache = createSharedCache(null, "pictures", 100);
  await cache.set("a", Buffer.from("picture of a"));
  expect(await cache.get("a")).toBeNull();
});
