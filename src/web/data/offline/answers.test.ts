import { beforeEach, describe, expect, test, vi } from "vitest";
import { createDeviceStore } from "#test/harness/device-store.ts";
import { setReaderLanguage } from "#test/harness/reader-language.ts";

const device = createDeviceStore();
vi.mock("./store.ts", () => device.store);

const { findAnswer, storeAnswer, storeChange } = await import("./answers.ts");

const OWNER = "owner";
const ID = "11111111-1111-4111-8111-111111111111";
const SAVED = {
  id: ID,
  name: "One",
  note: "",
  tags: [],
  loadout: { game: "bf4", vehicleClassId: "tank", parts: {} } as const,
  version: 1,
  folderId: null,
  pinnedAt: null,
  place: "a0",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  deletedAt: null,
};
const list = { type: "query", path: "loadout.list", input: { limit: 500 } };

const page = (...items: object[]) => ({ items, nextCursor: null, cursors: [] as object[], previousCursor: null });
const store = (call: { type: string; path: string; input: unknown }, data: unknown) => storeAnswer(OWNER, call, data);
const find = async (call: { type: string; path: string; input: unknown }) =>
  (await findAnswer(OWNER, call, []))?.data ?? null;

/** Returns a platoon's loadout with the fields that filters use. */
const createPlatoonLoadout = (id: string, more: object) => ({
  id,
  name: id,
  note: "",
  tags: [],
  state: "published",
  teamId: null,
  mapId: null,
  modeId: null,
  changedAt: "2026-01-01T00:00:00.000Z",
  loadout: SAVED.loadout,
  ...more,
});

beforeEach(() => device.values.clear());

describe("the stored locker", () => {
  test("applies a change after the server has accepted it", async () => {
    await store(list, page(SAVED));
    await storeChange(OWNER, { call: "loadout.remove", input: { id: ID } }, { id: ID });
    expect(await find(list)).toMatchObject({ items: [] });
    await storeChange(OWNER, { call: "loadout.restore", input: { id: ID } }, { id: ID });
    expect(await find(list)).toMatchObject({ items: [{ name: "One" }] });
  });

  test("removes loadouts that are missing from a refetched page, and no others", async () => {
    const [newest, middle, oldest] = ["3", "2", "1"].map((day) => ({
      ...SAVED,
      id: day,
      name: day,
      updatedAt: `2026-01-0${day}T00:00:00.000Z`,
    }));
    const getNames = async () => ((await find(list)) as { items: { name: string }[] }).items.map(({ name }) => name);
    await store(list, page({ ...newest }, { ...middle }, { ...oldest }));
    const cursor = { key: `${middle?.updatedAt}`, id: `${middle?.id}` };
    await store(list, { ...page({ ...middle }), nextCursor: cursor });
    expect(await getNames()).toEqual(["2", "1"]);
    await store({ ...list, input: { cursor } }, page());
    expect(await getNames()).toEqual(["2"]);
    await store({ ...list, input: { order: "deleted" } }, page());
    expect(await getNames()).toEqual(["2"]);
  });

  test("does not count as whole before each page was read once", async () => {
    const items = ["a0", "a1", "a2"].map((place) => ({ ...SAVED, id: place, place }));
    const [cursor, otherCursor] = items.map(({ id }) => ({ key: id, id }));
    const own = { ...list, input: { order: "own" } };
    const later = { ...list, input: { order: "own", cursor } };
    const first = { ...page(...items.slice(0, 1)), nextCursor: cursor, cursors: [cursor, otherCursor] as object[] };
    await store(own, first);
    expect(await find(own)).toMatchObject({ items: [{ id: "a0" }], cursors: [cursor, otherCursor] });
    expect(await find(later)).toBeNull();
    await store(later, { ...page(...items.slice(1, 2)), nextCursor: otherCursor });
    expect(await find(later)).toMatchObject({ items: [{ id: "a1" }] });
    expect(await find(own)).toMatchObject({ cursors: [otherCursor] });
    await store({ ...list, input: { order: "own", cursor: otherCursor } }, page(...items.slice(2)));
    await store(own, first);
    expect(await find(own)).toMatchObject({ items: [{ id: "a0" }, { id: "a1" }, { id: "a2" }], cursors: [] });
  });

  test("does not count as read when only the deleted loadouts were", async () => {
    await store({ ...list, input: { order: "deleted" } }, page({ ...SAVED, deletedAt: SAVED.updatedAt }));
    expect(await find(list)).toBeNull();
    await store(list, { ...page(SAVED), cursors: [{ key: "a0", id: ID }] });
    expect(await find(list)).toMatchObject({ cursors: [{ key: "a0", id: ID }] });
  });

  test("contains a loadout that moved to another page while both were read", async () => {
    const [upper, lower] = ["a1", "a3"].map((place) => ({ key: place, id: place }));
    const request = (cursor?: object) => ({ ...list, input: { order: "own", cursor } });
    const moved = { ...SAVED, id: "moved", place: "a4" };
    await store(request(), page({ ...SAVED, id: "a1", place: "a1" }, { ...SAVED, id: "a3", place: "a3" }, moved));
    await Promise.all([
      store(request(upper), {
        ...page({ ...moved, place: "a2" }, { ...SAVED, id: "a3", place: "a3" }),
        nextCursor: lower,
      }),
      store(request(lower), page()),
    ]);
    expect(((await find(list)) as { items: { id: string }[] }).items.map(({ id }) => id)).toContain("moved");
  });

  test("returns and removes loadouts by id, with pending changes applied", async () => {
    const byIds = { type: "query", path: "loadout.byIds", input: { ids: [ID, "gone"] } };
    await store(list, page(SAVED, { ...SAVED, id: "gone" }, { ...SAVED, id: "other" }));
    await store(byIds, [{ ...SAVED, name: "Uno" }]);
    const removal = { call: "loadout.remove", input: { id: ID }, id: "change", name: "", at: "" } as const;
    expect(await findAnswer(OWNER, byIds, [removal])).toMatchObject({
      data: [{ name: "Uno", deletedAt: expect.any(String) }],
    });
    expect(((await find(list)) as { items: object[] }).items).toMatchObject([{ id: "other" }, { id: ID }]);
  });

  test("removes erased loadouts from every list", async () => {
    const deletedList = { ...list, input: { order: "deleted" } };
    await store(deletedList, { ...page({ ...SAVED, deletedAt: SAVED.updatedAt }), nextCursor: "more" });
    expect(await find(deletedList)).toMatchObject({ items: [{ name: "One" }] });
    await store({ type: "mutation", path: "loadout.erase", input: { ids: [ID] } }, {});
    expect(await find(deletedList)).toMatchObject({ items: [] });
  });

  test("reads the format of 0.2.0, a single value with the name of a build", async () => {
    await device.store.writeAll("locker", OWNER, [["", { build: "older", at: 1, known: { [ID]: SAVED } }]]);
    expect(await findAnswer(OWNER, list, [])).toMatchObject({ at: 1, data: { items: [{ name: "One" }] } });
    expect(await find({ ...list, path: "loadout.get", input: { id: ID } })).toMatchObject({ name: "One" });
  });

  test("skips a loadout that cannot be read", async () => {
    await store(list, page(SAVED));
    await device.store.writeAll("loadout", OWNER, [["broken", { id: "broken", name: 7 }]]);
    expect(await find(list)).toMatchObject({ items: [{ name: "One" }] });
  });

  test("is shared by tabs in different languages", async () => {
    const folders = { type: "query", path: "folder.list", input: undefined };
    setReaderLanguage("de");
    await store(list, page(SAVED));
    await store(folders, [{ id: "f", name: "Nights" }]);
    setReaderLanguage("en");
    expect(await find(list)).toMatchObject({ items: [{ name: "One" }] });
    expect(await find(folders)).toEqual([{ id: "f", name: "Nights" }]);
  });
});

test.for(["goal.starters", "platoon.locker.places", "soldier.get", "soldier.later"])(
  "responses with localized text are stored per language: %s",
  async (path) => {
    const query = { type: "query", path, input: { soldierId: ID } };
    setReaderLanguage("de");
    await store(query, ["Auf Deutsch"]);
    setReaderLanguage("en");
    expect(await find(query)).toBeNull();
    await store(query, ["In English"]);
    setReaderLanguage("de");
    expect(await find(query)).toEqual(["Auf Deutsch"]);
  },
);

test("a stored response with another version or format is ignored", async () => {
  const folders = { type: "query", path: "folder.list", input: undefined };
  await store(folders, [{ id: "f", name: 7 }]);
  expect(await find(folders)).toBeNull();
  await device.store.writeAll("answer", OWNER, [["goal.list:null", { version: 99, at: 1, size: 1, data: [] }]]);
  expect(await find({ type: "query", path: "goal.list", input: null })).toBeNull();
});

test("a goal with a pending removal is not listed", async () => {
  const goals = { type: "query", path: "goal.list", input: { soldierId: ID } };
  await store(goals, [{ id: "one" }, { id: "two" }]);
  const removal = { call: "goal.remove", input: { id: "one" }, id: "change", name: "", at: "" } as const;
  expect(await findAnswer(OWNER, goals, [removal])).toMatchObject({ data: [{ id: "two" }] });
});

describe("the locker of a platoon", () => {
  const getCall = (organizationId: string, filter: object = {}) => ({
    type: "query",
    path: "platoon.locker.list",
    input: { organizationId, order: "changed", q: "", ...filter },
  });
  const getNames = async (call: ReturnType<typeof getCall>) => {
    const data = (await find(call)) as { items: { name: string }[] } | null;
    return data?.items.map(({ name }) => name);
  };

  test("is filtered, searched and sorted offline from all stored lists of the platoon", async () => {
    await store(getCall("owls"), {
      items: [
        createPlatoonLoadout("Zulu medic", {
          changedAt: "2026-01-03T00:00:00.000Z",
          state: "proposed",
          tags: ["close"],
        }),
        createPlatoonLoadout("Alpha", { changedAt: "2026-01-02T00:00:00.000Z", teamId: "squad", mapId: "metro" }),
      ],
      nextCursor: null,
    });
    await store(getCall("owls", { cursor: { key: "x", id: "x" } }), {
      items: [createPlatoonLoadout("Bravo", {})],
      nextCursor: null,
    });
    await store(getCall("others"), { items: [createPlatoonLoadout("Foreign", {})], nextCursor: null });
    expect(await getNames(getCall("owls", { order: "name" }))).toEqual(["Alpha", "Bravo", "Zulu medic"]);
    expect(await getNames(getCall("owls", { game: "bf4" }))).toEqual(["Zulu medic", "Alpha", "Bravo"]);
    for (const filter of [{ q: "med" }, { tag: "close" }, { state: "proposed" }])
      expect(await getNames(getCall("owls", filter)), JSON.stringify(filter)).toEqual(["Zulu medic"]);
    for (const filter of [{ teamId: "squad" }, { mapId: "metro" }])
      expect(await getNames(getCall("owls", filter)), JSON.stringify(filter)).toEqual(["Alpha"]);
    expect(await getNames(getCall("owls", { game: "bf2042" }))).toEqual([]);
    expect(await getNames(getCall("unread", { order: "name" }))).toBeUndefined();
  });

  test("uses the lists in the reader's language, and is removed in all languages after the user has left the platoon", async () => {
    for (const language of ["de", "en"] as const) {
      setReaderLanguage(language);
      await store(getCall("owls"), { items: [createPlatoonLoadout(language, {})], nextCursor: null });
    }
    setReaderLanguage("de");
    expect(await getNames(getCall("owls", { order: "name" }))).toEqual(["de"]);
    await store({ type: "query", path: "platoon.members.overview", input: null }, []);
    for (const language of ["de", "en"] as const) {
      setReaderLanguage(language);
      expect(await getNames(getCall("owls"))).toBeUndefined();
    }
  });
});
