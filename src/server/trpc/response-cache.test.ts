import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createResponseCache } from "./response-cache.ts";

const PLAIN = new Headers();
const BROTLI = new Headers({ "accept-encoding": "gzip, br" });

/** Creates a computation of a response that counts its calls. */
function createComputation(body: string, status = 200) {
  const calls = { count: 0 };
  const compute = async () => {
    calls.count += 1;
    await new Promise(setImmediate);
    return new Response(body, { status });
  };
  return { calls, compute };
}

const decompress = async (response: Response | null) =>
  brotliDecompressSync((await response?.bytes()) ?? "").toString();

test("computes a response once for concurrent calls", async () => {
  const cache = createResponseCache();
  const { calls, compute } = createComputation('"body"');
  const responses = await Promise.all(Array.from({ length: 50 }, () => cache.get("key", PLAIN, compute)));
  expect(calls.count).toBe(1);
  const bodies = await Promise.all(responses.map((response) => response?.text()));
  expect(new Set(bodies)).toEqual(new Set(['"body"']));
  await cache.get("key", PLAIN, compute);
  expect(calls.count).toBe(1);
});

test("compresses the response, and returns 304 for a matching ETag", async () => {
  const cache = createResponseCache();
  const body = JSON.stringify("body ".repeat(1000));
  const { compute } = createComputation(body);
  const br = await cache.get("key", BROTLI, compute);
  expect(br?.headers.get("content-encoding")).toBe("br");
  expect(await decompress(br)).toBe(body);
  const tag = br?.headers.get("etag") ?? "";
  const again = await cache.get("key", new Headers({ "if-none-match": tag }), compute);
  expect([again?.status, again?.body, again?.headers.get("etag")]).toEqual([304, null, tag]);
});

test("returns a large response in both encodings, and caches only the compressed one", async () => {
  const cache = createResponseCache(100_000);
  const body = JSON.stringify("body ".repeat(200_000));
  const { calls, compute } = createComputation(body);
  expect(await (await cache.get("key", PLAIN, compute))?.text()).toBe(body);
  expect(await decompress(await cache.get("key", BROTLI, compute))).toBe(body);
  expect(calls.count).toBe(1);
});

test("does not cache error responses and failures", async () => {
  const cache = createResponseCache();
  const { calls, compute } = createComputation("{}", 404);
  expect([await cache.get("key", PLAIN, compute), await cache.get("key", PLAIN, compute)]).toEqual([null, null]);
  expect(calls.count).toBe(2);
  const fail = () => cache.get("other", PLAIN, () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  await expect(fail()).rejects.toThrow("failed");
});

test("evicts the least recently used response beyond its size", async () => {
  const cache = createResponseCache(10_000);
  const computations = ["a", "b", "c"].map((key) => ({ key, ...createComputation(JSON.stringify(key.repeat(3900))) }));
  const request = async (key: string) => {
    const { compute } = computations.find((each) => each.key === key) ?? createComputation("");
    await cache.get(key, PLAIN, compute);
  };
  for (const key of ["a", "b", "a", "c", "a", "b"]) await request(key);
  expect(computations.map(({ calls }) => calls.count)).toEqual([1, 2, 1]);
});
