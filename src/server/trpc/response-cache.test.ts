import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createResponseCache } from "./response-cache.ts";

const PLAIN = {};

/** Computes the JSON, and counts how often. */
function counted(json: string | null) {
  const calls = { count: 0 };
  const compute = async () => {
    calls.count += 1;
    await new Promise(setImmediate);
    return json;
  };
  return { calls, compute };
}

test("computes a response once, however many ask at once", async () => {
  const cache = createResponseCache();
  const { calls, compute } = counted('"body"');
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get("key", PLAIN, compute)));
  expect(calls.count).toBe(1);
  expect(new Set(answers.map((answer) => String(answer?.body)))).toEqual(new Set(['"body"']));
  await cache.get("key", PLAIN, compute);
  expect(calls.count).toBe(1);
});

test("answers compressed, and 304 to a client that has the response", async () => {
  const cache = createResponseCache();
  const { compute } = counted(JSON.stringify("body ".repeat(1000)));
  const br = await cache.get("key", { "accept-encoding": "gzip, br" }, compute);
  expect(br?.headers).toContain("br");
  expect(brotliDecompressSync(br?.body ?? "").toString()).toBe(JSON.stringify("body ".repeat(1000)));
  const tag = br?.headers.at(br.headers.indexOf("ETag") + 1) ?? "";
  expect(await cache.get("key", { "if-none-match": tag }, compute)).toMatchObject({ status: 304, body: "" });
});

test("answers a large response in both forms, and caches it compressed alone", async () => {
  const cache = createResponseCache(100_000);
  const json = JSON.stringify("body ".repeat(200_000));
  const { calls, compute } = counted(json);
  const plain = await cache.get("key", PLAIN, compute);
  const br = await cache.get("key", { "accept-encoding": "br" }, compute);
  expect(String(plain?.body)).toBe(json);
  expect(brotliDecompressSync(br?.body ?? "").toString()).toBe(json);
  expect(String(await cache.getJson("key", async () => ""))).toBe(json);
  expect(calls.count).toBe(1);
});

test("caches neither an absent response nor a failure", async () => {
  const cache = createResponseCache();
  const { calls, compute } = counted(null);
  expect([await cache.get("key", PLAIN, compute), await cache.get("key", PLAIN, compute)]).toEqual([null, null]);
  expect(calls.count).toBe(2);
  const fail = () => cache.get("other", PLAIN, () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  await expect(fail()).rejects.toThrow("failed");
});

test("drops what was used longest ago beyond its size", async () => {
  const cache = createResponseCache(10_000);
  const made = new Map(["a", "b", "c"].map((key) => [key, counted(JSON.stringify(key.repeat(3900)))]));
  const ask = (key: string) => cache.get(key, PLAIN, made.get(key)?.compute ?? (async () => null));
  for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key);
  expect([...made.values()].map(({ calls }) => calls.count)).toEqual([1, 2, 1]);
});
