import { describe, expect, test } from "vitest";
import { createTrpcInLanguage } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

/** A catalogue that is long enough for several pages. */
const ARMAMENT = { game: "bf2042", catalogue: "vehicle-armament" } as const;

describe("a catalogue", () => {
  test("is read page by page, forward and back again", async () => {
    await using world = await makeWorld();
    const { list } = world.visitor().trpc.catalogue;
    const first = await list.query({ ...ARMAMENT, limit: 50 });
    expect(first).toMatchObject({ nextCursor: 50, previousCursor: null, total: 516 });
    const second = await list.query({ ...ARMAMENT, limit: 50, cursor: first.nextCursor });
    expect(second).toMatchObject({ nextCursor: 100, previousCursor: 50 });
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    const back = await list.query({ ...ARMAMENT, limit: 50, cursor: second.previousCursor, direction: "backward" });
    expect(back.items).toEqual(first.items);
    expect(back).toMatchObject({ nextCursor: 50, previousCursor: null });
  });

  test("past its end is empty, and returns the cursor of the last page", async () => {
    await using world = await makeWorld();
    const page = await world.visitor().trpc.catalogue.list.query({ ...ARMAMENT, cursor: 100_000 });
    expect(page).toMatchObject({ items: [], nextCursor: null, previousCursor: 516 });
  });

  test("is filtered by words and by a group, whose count is the same when it is selected", async () => {
    await using world = await makeWorld();
    const { list } = world.visitor().trpc.catalogue;
    const page = await list.query({ game: "bf4", catalogue: "awards", q: "pdw" });
    const medals = page.groups.find(({ name }) => name === "Medals");
    const filtered = await list.query({ game: "bf4", catalogue: "awards", q: "pdw", group: "Medals" });
    expect(filtered.items.every(({ group }) => group === "Medals")).toBe(true);
    expect(filtered).toMatchObject({ group: "Medals", total: medals?.count, all: page.total, groups: page.groups });
    const unknownGroup = await list.query({ game: "bf4", catalogue: "awards", q: "pdw", group: "Spoons" });
    expect(unknownGroup).toMatchObject({ group: null, total: page.total });
  });

  test("lists every source an entry names", async () => {
    await using world = await makeWorld();
    const { entry } = world.visitor().trpc.catalogue;
    const { sources } = await entry.query({ game: "bf2042", catalogue: "specialists", id: "mackay" });
    expect(sources.map(({ id }) => id)).toEqual(["portal-6-2", "memory"]);
  });

  test("opens the one entry of a gadget by the id of each of its records", async () => {
    await using world = await makeWorld();
    const { entry } = world.visitor().trpc.catalogue;
    const responses = await Promise.all(
      ["m18-smoke", "m18-smoke1"].map((id) => entry.query({ game: "bf4", catalogue: "throwables", id })),
    );
    expect(responses.map(({ entry: { id } }) => id)).toEqual(["m18-smoke", "m18-smoke"]);
  });

  test.for(["spoons", "__proto__"])("has no entry %s", async (id) => {
    await using world = await makeWorld();
    const call = world.visitor().trpc.catalogue.entry.query({ game: "bf4", catalogue: "maps", id });
    await expect(call).rejects.toMatchObject({ data: { httpStatus: 404, fault: { code: "entry_unknown" } } });
  });

  test.for([
    ["combat-rules", "multipliers head"],
    ["gadgets", "repair tool"],
  ] as const)("of %s is found by English words in another language, too", async ([catalogue, q]) => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const [english, german] = await Promise.all(
      [visitor.trpc, createTrpcInLanguage(visitor, world.origin, "de")].map(async ({ catalogue: { list } }) => {
        const { items } = await list.query({ game: "bf4", catalogue, q });
        return items.map(({ id }) => id);
      }),
    );
    expect(english?.length).toBeGreaterThan(0);
    expect(german).toEqual(english);
  });

  test("of the other game is empty", async () => {
    await using world = await makeWorld();
    const page = await world.visitor().trpc.catalogue.list.query({ game: "bf2042", catalogue: "ranks" });
    expect(page).toMatchObject({ items: [], total: 0, groups: [] });
  });
});

test("the overview counts the weapons of Portal, which the arsenal lists on request", async () => {
  await using world = await makeWorld();
  const { arsenal } = world.visitor().trpc;
  const [{ bf2042, bf4 }, { weapons }] = await Promise.all([
    arsenal.overview.query(),
    arsenal.list.query({ game: "bf2042" }),
  ]);
  expect(bf2042.portal).toBe(weapons.filter(({ availability }) => availability === "portal").length);
  expect(bf2042.portal).toBeGreaterThan(0);
  expect(bf4.portal).toBe(0);
});
