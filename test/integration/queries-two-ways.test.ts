// @rest @postgres @alone
// The fast path for queries returns the same as the library's own adapter for every request.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appRouter } from "#server/router.ts";
import { ownerOfEverything } from "#test/harness/data/owned.ts";
import { INSIDES } from "#test/harness/isolation.ts";
import { difference, type Heard, type TwoWays, twoWaysInto } from "#test/harness/two-ways.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const CASES = process.env["TEST_DATABASE"] ? 1000 : 10_000;
const SEED = 2042;

let world: World;
let ways: TwoWays;
let cookies: readonly string[];
let ids: Record<string, string>;
beforeAll(async () => {
  world = await makeWorld({ environment: { CALLS_PER_MINUTE: "100000000" }, alone: INSIDES });
  ways = await twoWaysInto(world);
  const { visitor, stored, deleted, folderId, importId, shareId, soldierId } = await ownerOfEverything(world);
  ids = { stored: stored.id, deleted: deleted.id, folderId, importId, shareId, soldierId };
  const own = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  cookies = [own, own, own, "", `${own}x`, `${own}; fieldlocker.session_data=e30`];
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  ways[Symbol.dispose]();
  await world[Symbol.asyncDispose]();
});

const names = Object.entries(appRouter._def.procedures).map(([path, procedure]) => ({
  path,
  isQuery: Object(procedure)._def.type === "query",
}));
const queries = names.filter(({ isQuery }) => isQuery).map(({ path }) => path);
const others = names.filter(({ isQuery, path }) => !isQuery && !/watch|changes/.test(path)).map(({ path }) => path);

const game = fc.constantFrom("bf4", "bf2042", "bf3", "");
const id = fc.oneof(
  fc.constantFrom("stored", "deleted", "folderId", "importId", "shareId", "soldierId").map((name) => () => ids[name]),
  fc
    .constantFrom("ak-12", "ak-24", "m16a4", "rank:140", "00000000-0000-4000-8000-000000000000", "")
    .map((text) => () => text),
);
/** Fields that some call knows, with values that some call takes. */
const fields = fc
  .record(
    {
      game,
      id,
      soldierId: id,
      weaponId: id,
      shareId: id,
      code: fc.constantFrom("x", "AAAA", ""),
      catalogue: fc.constantFrom("maps", "vehicles", "kits", "weapons", "specialists", "nothing"),
      q: fc.constantFrom("", "a", "ak", "ü", "x".repeat(101)),
      limit: fc.constantFrom(1, 20, 0, 1.5, 10_000),
      cursor: fc.constantFrom(null, 0, 5, { key: "x", id: "x" }, "x"),
      direction: fc.constantFrom("forward", "backward", "sideways"),
      sort: fc.constantFrom("updated", "name"),
    },
    { requiredKeys: [] },
  )
  .map((record) => () => {
    const { id: own, soldierId, weaponId, shareId, ...rest } = record;
    const made = { id: own?.(), soldierId: soldierId?.(), weaponId: weaponId?.(), shareId: shareId?.() };
    return { ...rest, ...made };
  });
const input = fc.oneof(
  { weight: 8, arbitrary: fields },
  fc.constantFrom<() => unknown>(
    () => undefined,
    () => null,
    () => [],
    () => "text",
    () => 42,
    () => ({ q: "\u0000" }),
    () => ({ q: "\ud800" }),
    () => JSON.parse('{"__proto__":{"game":"bf4"},"game":"bf4"}'),
    () => ({ game: "bf4", unknown: [{ deep: [[[]]] }] }),
  ),
);

const path = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...queries) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...others,
      "",
      "nothing",
      "loadout",
      "toString",
      "__proto__",
      "loadout.list.x",
      "loadout%2Elist",
      "loadout/list",
      "ü",
    ),
  },
);
/** A batch with how its inputs are written, or one call. */
const asked = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(path, input).map(
      ([name, one]) =>
        () =>
          `${name}${getInput(one())}`,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.array(fc.tuple(path, input), { minLength: 1, maxLength: 12 }).map((calls) => () => {
      const inputs = Object.fromEntries(calls.map(([, one], index) => [index, one()]));
      return `${calls.map(([name]) => name).join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        path,
        fc.constantFrom(
          "",
          "?",
          "?batch=1",
          "?batch=0",
          "?batch=true",
          "?input=",
          "?input={",
          "?input=null",
          "?input=%7B%7D&input=%7B%7D",
          "?batch=1&input=[]",
          "?batch=1&input=5",
          "?batch=1&input=null",
          "?input=%7B%7D&x=1",
          "?input=%E0",
          "?connectionParams=%7B%7D",
          "?batch=1&batch=1",
          "?x=1&batch=1&input=%7B%7D",
          "?input=%22%5Cud800%22",
          "/?input=%7B%7D",
          "#x",
        ),
      )
      .map(
        ([name, rest]) =>
          () =>
            `${name}${rest}`,
      ),
  },
);

const getInput = (value: unknown): string =>
  value === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(value))}`;

const headers = fc.array(
  fc.constantFrom(
    ["Accept", "*/*"],
    ["Accept", "application/jsonl"],
    ["trpc-accept", "application/jsonl"],
    ["trpc-accept", "text/plain"],
    ["Accept", "text/x-jsonl"],
    ["x-trpc-source", "react-app"],
    ["Content-Type", "application/json"],
    ["Content-Type", "application/json; charset=utf-8"],
    ["Content-Type", "multipart/form-data; boundary=x"],
    ["Content-Type", "application/octet-stream"],
    ["Content-Length", "0"],
    ["Origin", "https://evil.example"],
    ["last-event-id", "1"],
  ),
  { maxLength: 2 },
);
const cases = fc.record({
  asked,
  headers,
  cookie: fc.nat(5),
  method: fc.constantFrom(...Array(15).fill("GET"), "HEAD"),
});

/** The headers that only a response from the shared cache has. */
const CACHE_HEADERS = ["etag", "vary", "cache-control"];
const withoutKeeping = ({ headers: responseHeaders, ...answer }: Heard) => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => !CACHE_HEADERS.includes(name))),
});

/** A stream is the adapter's either way, and numbers its lines as they happen to come. */
const withoutBody = ({ body: _, ...answer }: Heard) => answer;

test(`queries are answered the same in ${CASES} cases`, async () => {
  for (const one of fc.sample(cases, { seed: SEED, numRuns: CASES })) {
    const cookie = cookies[one.cookie];
    const sent = {
      method: one.method,
      path: `/api/trpc/${one.asked()}`,
      headers: [...one.headers.flat(), ...(cookie ? ["Cookie", cookie] : [])],
    };
    const [quick, slow] = [await ways.quick(sent), await ways.slow(sent)];
    const isSaved = "etag" in quick.headers;
    const isStream = sent.headers.includes("application/jsonl");
    const both = [quick, slow].map(isSaved ? withoutKeeping : isStream ? withoutBody : (heard) => heard);
    expect(difference(sent, both[0], both[1])).toBeNull();
  }
});

test("a cached response is compressed for clients that accept it, and not sent again to those that have it", async () => {
  const asked = `/api/trpc/arsenal.list?input=${encodeURIComponent('{"game":"bf4"}')}`;
  const { origin } = world;
  const first = await fetch(origin + asked, { headers: { "accept-encoding": "br" } });
  expect([first.status, first.headers.get("content-encoding")]).toEqual([200, "br"]);
  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  expect((await first.json()).result.data.weapons).toHaveLength(116);
  const tag = first.headers.get("etag") ?? "";
  for (const known of [tag, `"x", ${tag}`, "*"]) {
    const again = await fetch(origin + asked, { headers: { "if-none-match": known } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  const plain = await fetch(origin + asked, { headers: { "accept-encoding": "br;q=0", "if-none-match": '"x"' } });
  expect([plain.status, plain.headers.get("content-encoding")]).toEqual([200, null]);
});
