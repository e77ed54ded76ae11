// Headers and bodies that every response of /api/trpc has, from the cache and from the tRPC adapter.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNBATCHED } from "#domain/batch.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const LIST_CALL = `arsenal.list?input=${encodeURIComponent('{"game":"bf4"}')}`;
const UNKNOWN_CALL = `arsenal.weapon?input=${encodeURIComponent('{"game":"bf4","id":"railgun"}')}`;
const fetchCall = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${world.origin}/api/trpc/${path}`, { method, headers });

const ADAPTER_HEADERS = { "cache-control": "no-store", vary: "trpc-accept, accept", etag: null };
const CACHE_HEADERS = { "cache-control": "public, no-cache", vary: "accept-encoding", etag: expect.any(String) };

test.for([
  ["a cached query", LIST_CALL, 200, CACHE_HEADERS],
  ["a query of a person", "folder.list", 401, ADAPTER_HEADERS],
  ["a refused input of a cached query", "arsenal.list?input={", 400, ADAPTER_HEADERS],
  ["a refusal of a cached query", UNKNOWN_CALL, 404, ADAPTER_HEADERS],
  ["an unknown query", "arsenal.nothing", 404, ADAPTER_HEADERS],
  ["a batch of cached queries", "arsenal.overview,provider.list?batch=1", 200, ADAPTER_HEADERS],
  ["a batch in which one query fails", "arsenal.overview,folder.list?batch=1", 207, ADAPTER_HEADERS],
  ["a batch that is too large", `${Array(11).fill("arsenal.overview").join(",")}?batch=1`, 413, ADAPTER_HEADERS],
] as const)("the response of %s is JSON and has the specified headers", async ([, path, status, expected]) => {
  const response = await fetchCall(path);
  const headers = Object.keys(expected).map((name) => [name, response.headers.get(name)]);
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
  expect(Object.fromEntries(headers)).toEqual(expected);
  for (const body of [await response.json()].flat()) expect(body.result ?? body.error).toBeTypeOf("object");
});

test("a batch returns the same responses as separate calls, in order", async () => {
  const paths = ["arsenal.overview", "provider.list", "folder.list", "arsenal.list", "arsenal.nothing"];
  const responses = await Promise.all(paths.map(async (path) => (await fetchCall(path)).json()));
  expect(await (await fetchCall(`${paths.join(",")}?batch=1`)).json()).toEqual(responses);
  const lines = await (await fetchCall(`${paths.join(",")}?batch=1`, { accept: "application/jsonl" })).text();
  expect(lines.trim().split("\n").length).toBeGreaterThan(paths.length);
});

test.for([...UNBATCHED])("%s is refused in a batch with another call, but not in a batch of one", async (path) => {
  const single = await fetchCall(`${path}?batch=1`);
  const pair = await fetchCall(`${path},provider.list?batch=1`);
  expect([404, 413]).not.toContain(single.status);
  expect(pair.status).toBe(413);
});

test("HEAD returns no body, and 404 for an unknown query", async () => {
  for (const path of [LIST_CALL, "folder.list", "arsenal.overview,provider.list?batch=1"]) {
    const response = await fetchCall(path, {}, "HEAD");
    expect([path, response.status, await response.text()]).toEqual([path, 204, ""]);
  }
  expect((await fetchCall("arsenal.nothing,arsenal.overview?batch=1", {}, "HEAD")).status).toBe(404);
});

test("a cached query returns the language of its address", async () => {
  const path = `catalogue.list?input=${encodeURIComponent('{"game":"bf4","catalogue":"maps"}')}`;
  const tags = ["", "&lang=de", "&lang=en", "&lang=xx"].map(async (lang) =>
    (await fetchCall(path + lang)).headers.get("etag"),
  );
  const [none, german, english, unknown] = await Promise.all(tags);
  expect([english, unknown]).toEqual([none, none]);
  expect(german).not.toBe(none);
});

describe("a cached response", () => {
  test("is compressed for clients that accept it, and not sent again to those that have it", async () => {
    const first = await fetchCall(LIST_CALL, { "accept-encoding": "br" });
    expect([first.status, first.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect((await first.json()).result.data.weapons).toHaveLength(116);
    const tag = first.headers.get("etag") ?? "";
    for (const candidate of [tag, `"x", ${tag}`, "*"]) {
      const again = await fetchCall(LIST_CALL, { "if-none-match": candidate });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
    }
    const plain = await fetchCall(LIST_CALL, { "accept-encoding": "br;q=0", "if-none-match": '"x"' });
    expect([plain.status, plain.headers.get("content-encoding")]).toEqual([200, null]);
  });

  test("does not depend on cookies or other headers", async () => {
    const [first, ...others] = await Promise.all(
      [
        {},
        { cookie: "fieldlocker.session_token=x" },
        { accept: "application/jsonl" },
        { "trpc-accept": "application/jsonl" },
        { "content-type": "multipart/form-data; boundary=x" },
        { "x-trpc-source": "react-app", "last-event-id": "1" },
      ].map(async (headers) => {
        const response = await fetchCall("arsenal.overview", headers);
        return [response.status, response.headers.get("etag"), await response.text()];
      }),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});
