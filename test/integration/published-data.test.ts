// Public responses are the same for all users, and are computed once per input, whatever its spelling.
import { expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { LAYERS } from "#domain/game-data/patch.ts";
import type { PublicResponse } from "#server/trpc/public-responses.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Counts how often procedures read the arsenal of Battlefield 4, until disposed of. */
function countReads({ arsenals }: World["context"]) {
  const { bf4 } = arsenals;
  const counted = {
    reads: 0,
    [Symbol.dispose]() {
      const value = { value: bf4, configurable: true, enumerable: true, writable: true };
      Object.defineProperty(arsenals, "bf4", value);
    },
  };
  const get = () => {
    counted.reads += 1;
    return bf4;
  };
  Object.defineProperty(arsenals, "bf4", { configurable: true, enumerable: true, get });
  return counted;
}

test("a response is computed once for all spellings of its input, also for parallel requests", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  using counted = countReads(world.context);
  const ask = async (input: string) => {
    const response = await world.visitor().fetch(`/api/trpc/catalogue.list?input=${encodeURIComponent(input)}`);
    expect([input, response.status]).toEqual([input, 200]);
    return response.headers.get("etag");
  };
  const spellings = [
    '{"game":"bf4","catalogue":"awards","q":"ribbon medal"}',
    '{"catalogue":"awards","game":"bf4","q":"ribbon medal"}',
    ' { "game" : "bf4", "catalogue":"awards","q":"Medal  RIBBON"}',
    '{"game":"bf4","catalogue":"awards","q":"medal ribbon medal","cursor":null,"limit":200}',
    '{"game":"bf4","catalogue":"awards","q":"\\u006dedal, ribbon!","direction":"forward"}',
  ];
  const requests = Array.from({ length: 100 }, (_, at) => spellings[at % spellings.length] ?? "");
  const tags = new Set(await Promise.all(requests.map(ask)));
  expect(counted.reads).toBe(1);
  expect(tags.size).toBe(1);
});

test.for(GAMES)("the offline responses of %s equal those of the single queries", async (game) => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  const ask = async (path: string, input?: unknown) => {
    const query = input === undefined ? "" : `&input=${encodeURIComponent(JSON.stringify(input))}`;
    return (await (await visitor.fetch(`/api/trpc/${path}?lang=de${query}`)).json()).result.data;
  };
  const arsenal: PublicResponse[] = await ask("arsenal.all", { game });
  const catalogue: PublicResponse[] = await ask("catalogue.all", { game });
  for (const { path, input, data } of [...arsenal, ...catalogue]) {
    expect({ path, input, data }).toEqual({ path, input, data: await ask(path, input) });
  }
  const { weapons } = await ask("arsenal.list", { game });
  const inputs = (path: string) =>
    [...arsenal, ...catalogue].flatMap((each) => (each.path === path ? [each.input] : []));
  expect(inputs("arsenal.weapon")).toEqual(weapons.map(({ id }: { id: string }) => ({ game, id })));
  expect(inputs("arsenal.list")).toHaveLength(game === "bf2042" ? LAYERS.length : 1);
  expect(inputs("catalogue.list")).toHaveLength(CATALOGUES[game].length);
  expect(arsenal.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["arsenal.overview", "arsenal.equipment", "arsenal.partNames"]),
  );
});

test("an offline response is compressed when accepted", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  const address = `/api/trpc/arsenal.all?input=${encodeURIComponent('{"game":"bf2042"}')}`;
  const plain = await visitor.fetch(address, { headers: { "accept-encoding": "identity" } });
  const compressed = await visitor.fetch(address, { headers: { "accept-encoding": "br" } });
  expect([plain, compressed].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "br"]);
  expect(await compressed.text()).toBe(await plain.text());
});

test.for([
  ["arsenal.all", { game: "bf4", extra: 1 }],
  ["arsenal.overview", { extra: 1 }],
  ["arsenal.list", { game: "bf4", extra: 1 }],
  ["arsenal.weapon", { game: "bf4", id: "ak-12", extra: 1 }],
  ["arsenal.partNames", { game: "bf4", extra: 1 }],
  ["arsenal.equipment", { game: "bf4", extra: 1 }],
  ["arsenal.battlelogBook", { extra: 1 }],
  ["arsenal.codebook", { game: "bf4", extra: 1 }],
  ["catalogue.all", { game: "bf4", extra: 1 }],
  ["catalogue.list", { game: "bf4", catalogue: "awards", extra: 1 }],
  ["catalogue.entry", { game: "bf4", catalogue: "awards", id: "x", extra: 1 }],
] as const)("%s refuses unknown fields", async ([path, input]) => {
  await using world = await makeWorld();
  const response = await world.visitor().fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
  expect([response.status, (await response.json()).error.data.fault.code]).toEqual([400, "input_invalid"]);
});
