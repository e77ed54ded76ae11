import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { catalogueOf } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { CATALOGUES, catalogueNamed, catalogueTitle } from "./catalogue-id.ts";
import { foundIn, searchable } from "./catalogue-search.ts";

const entryIn = (entries: readonly CatalogueEntry[], id: string) => entries.find((entry) => entry.id === id);
const goalsOf = (id: string) =>
  entryIn(catalogueOf(ARSENALS.bf4, "awards"), id)?.sections.find(({ title }) => title === "To do")?.items ?? [];

describe.for(GAMES)("the catalogues of %s", (game) => {
  test("each hold entries, no two of one id", () => {
    for (const id of CATALOGUES[game]) {
      const ids = catalogueOf(ARSENALS[game], id).map((entry) => entry.id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("lead nowhere that is not there", () => {
    const arsenal = ARSENALS[game];
    const places = new Set([...arsenal.weapons.keys()].map((id) => `weapons ${id}`));
    const entries = CATALOGUES[game].flatMap((catalogue) => {
      const shelf = catalogueOf(arsenal, catalogue);
      for (const { id } of shelf) places.add(`${catalogue} ${id}`);
      return shelf;
    });
    const links = entries.flatMap(({ sections }) =>
      sections.flatMap(({ items }) => items.flatMap(({ place }) => place ?? [])),
    );
    expect(links.map(({ catalogue, id }) => `${catalogue} ${id}`).filter((place) => !places.has(place))).toEqual([]);
  });

  test("name only sources the arsenal knows", () => {
    const { sources } = ARSENALS[game];
    const entries = CATALOGUES[game].flatMap((id) => catalogueOf(ARSENALS[game], id));
    const named = entries.flatMap(({ sourceId, facts }) => [sourceId, ...facts.flatMap((fact) => fact.sourceId ?? [])]);
    expect(named.filter((id) => !sources.has(id))).toEqual([]);
  });
});

test("a game has only its own catalogues, and Battlefield 2042 calls its kits classes", () => {
  expect(catalogueOf(ARSENALS.bf2042, "ranks")).toEqual([]);
  expect(catalogueNamed("bf2042", "ranks")).toBeUndefined();
  expect(catalogueTitle("bf2042", "kits")).toBe("Classes");
  expect(catalogueTitle("bf4", "unlock-ladders")).toBe("Unlock ladders");
});

test("what nobody publishes of a vehicle is said to be unknown", () => {
  const tank = entryIn(catalogueOf(ARSENALS.bf4, "vehicles"), "m1-abrams");
  expect(tank?.facts).toContainEqual({ label: "Health", value: null });
});

test("a part the game gives no name bears its asset", () => {
  const parts = catalogueOf(ARSENALS.bf2042, "attachments");
  const unnamed = parts.filter(({ name }) => name === "Without a name in the game");
  expect(unnamed.length).toBeGreaterThan(0);
  expect(unnamed.filter(({ label }) => label === null)).toEqual([]);
});

test.for([
  ["kills with a class of weapons", "mp-as17", "Kills with carbines: 8"],
  ["a deed that is counted", "mp-as17", "Repair vehicles 17 times"],
  ["kills with one weapon", "mp-drCA3", "Kills with SG553: 500"],
  ["a rank", "mp-rk010", "Reach rank 10"],
  ["a round", "mp-r01", "Kill assists: 5, in one round"],
])("a goal that asks for %s says so", ([, id = "", words]) => {
  expect(goalsOf(id).map(({ name }) => name)).toContain(words);
});

test("a goal that asks for another award leads to it", () => {
  const places = goalsOf("mp-as14").concat(goalsOf("mp-as08"), ...["mp-as03", "mp-as11"].map(goalsOf));
  expect(places.filter(({ name }) => name.startsWith("Earn")).every(({ place }) => place?.catalogue === "awards")).toBe(
    true,
  );
});

test("typed words are found in names first, with and without dashes, in whatever an entry says", () => {
  const shelf = searchable(catalogueOf(ARSENALS.bf4, "attachments"));
  expect(foundIn(shelf, "acog ak12").map(({ name }) => name)).toEqual(["ACOG [4X]"]);
  expect(foundIn(shelf, "Ácog")[0]?.name).toBe("ACOG [4X]");
  expect(foundIn(shelf, "  ")).toHaveLength(82);
  expect(foundIn(shelf, "railgun")).toEqual([]);
});
