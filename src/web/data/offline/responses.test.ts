import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { m } from "#messages";
import { overwriteGetLocale } from "#messages/compiled/runtime.js";
import { ERRORS } from "#messages/errors.ts";

const { cached, store } = vi.hoisted(() => {
  const cached = new Map<string, unknown>();
  /** Answers later, as the browser's store does; each call is one step. */
  const later = async <T>(step: () => T): Promise<T> => {
    await Promise.resolve();
    return step();
  };
  const store = {
    createStore: () => null,
    get: (key: string) => later(() => cached.get(key)),
    set: (key: string, value: unknown) => later(() => void cached.set(key, value)),
    update: (key: string, change: (value: unknown) => unknown) =>
      later(() => void cached.set(key, change(cached.get(key)))),
    delMany: (keys: string[]) =>
      later(() => {
        for (const key of keys) cached.delete(key);
      }),
    entries: () => later(() => [...cached.entries()]),
  };
  return { cached, store };
});
vi.mock("idb-keyval", () => store);

const { answerHere, keep } = await import("./responses.ts");
const { getWorld, applyPending, sendNow } = await import("#web/data/offline/outbox/outbox-world.ts");
const { outboxState } = await import("#web/data/offline/outbox/pending-mutation.ts");
const { addChange } = await import("#web/data/offline/outbox/outbox.ts");

const OWNER = "owner";
const ID = "11111111-1111-4111-8111-111111111111";
const SAVED = {
  id: ID,
  name: "One",
  note: "",
  tags: [],
  loadout: { game: "bf4", vehicleClassId: "tank", parts: {} },
  version: 1,
  folderId: null,
  pinnedAt: null,
  place: "a0",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  deletedAt: null,
};
const LOST = new Error("lost", { cause: new TypeError("Failed to fetch") });
const lost = () => Promise.reject(LOST);
const list = { type: "query", path: "loadout.list", input: { game: "bf4", folderId: null } };
const remove = { type: "mutation", path: "loadout.remove", input: { id: ID } };
const restore = { type: "mutation", path: "loadout.restore", input: { id: ID } };

/** Of a platoon, as far as a filter looks at it. */
const getShared = (id: string, more: object) => ({
  ...{ id, name: id, note: "", tags: [], state: "published", teamId: null, mapId: null, modeId: null },
  ...{ changedAt: "2026-01-01T00:00:00.000Z", loadout: SAVED.loadout },
  ...more,
});

beforeEach(() => {
  const texts = new Map<string, string>([["person", JSON.stringify({ id: OWNER, name: "", isGuest: false })]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  });
  vi.stubGlobal("document", { documentElement: { dataset: { build: "newest" } } });
  vi.stubGlobal("fetch", lost);
  cached.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("this device", () => {
  test("shows nothing as it was before a change the server has taken", async () => {
    await keep(list, { items: [SAVED], nextCursor: null, previousCursor: null });
    await keep(remove, { id: ID });
    expect(await answerHere(list, lost, LOST)).toMatchObject({ items: [] });
    await keep(restore, { id: ID });
    expect(await answerHere(list, lost, LOST)).toMatchObject({ items: [{ name: "One" }] });
  });

  test("forgets what was erased, wherever it was listed", async () => {
    const ofDeleted = { ...list, input: { order: "deleted" } };
    await keep(ofDeleted, {
      items: [{ ...SAVED, deletedAt: SAVED.updatedAt }],
      nextCursor: "more",
      previousCursor: null,
    });
    expect(await answerHere(ofDeleted, lost, LOST)).toMatchObject({ items: [{ name: "One" }] });
    await keep({ type: "mutation", path: "loadout.erase", input: { ids: [ID] } }, {});
    expect(await answerHere(ofDeleted, lost, LOST)).toMatchObject({ items: [] });
  });

  test("brings back what a call deleted whose answer was lost", async () => {
    await answerHere(remove, lost, LOST);
    await answerHere(restore, lost, LOST);
    expect(await getWorld(OWNER).read()).toMatchObject([{ call: "loadout.restore" }]);
  });

  test("takes a save whose answer was lost for its own once it is written over", async () => {
    const { name, note, tags, loadout } = SAVED;
    const save = (name: string, seenVersion: number) => ({
      type: "mutation",
      path: "loadout.save",
      input: { id: ID, name, note, tags, loadout, seenVersion },
    });
    await answerHere(save(name, 1), lost, LOST);
    await answerHere(save("Two", 2), lost, LOST);
    expect(await getWorld(OWNER).read()).toMatchObject([{ input: { name: "Two", seenVersion: 1 }, tried: [{ name }] }]);
  });

  test("loses no change that is made while an empty outbox is shown", async () => {
    const world = getWorld(OWNER);
    await world.write(() => []);
    const change = { call: "loadout.remove", input: { id: ID }, id: "change", name: "", at: "" } as const;
    await Promise.all([applyPending(OWNER), addChange(world, change)]);
    expect(await world.read()).toMatchObject([{ id: "change" }]);
  });
});

test("a change that the server refused is listed in the language of the reader, whichever it was refused in", async () => {
  let language: "de" | "en" = "de";
  overwriteGetLocale(() => language);
  onTestFinished(() => overwriteGetLocale(() => "en"));
  const data = { code: "NOT_FOUND", httpStatus: 404, fault: { code: "folder_missing", details: {} } };
  const refusal = { error: { message: "As on the wire", code: -32004, data } };
  const session = { user: { id: OWNER } };
  vi.stubGlobal("fetch", async (url: string) =>
    url.includes("get-session") ? Response.json(session) : Response.json(refusal, { status: 404 }),
  );
  const arranged = { ids: [ID, "second", "third"], folderId: "gone" };
  const items = arranged.ids.map((id) => ({ ...SAVED, id, name: id === ID ? "One" : "Other", folderId: null }));
  await keep(list, { items, nextCursor: null, previousCursor: null });
  await answerHere({ type: "mutation", path: "loadout.arrange", input: arranged }, lost, LOST);
  await sendNow(OWNER);
  for (const each of ["de", "en"] as const) {
    language = each;
    await applyPending(OWNER);
    expect(outboxState.get().waiting).toMatchObject([
      {
        name: m.app_first_and_more({ first: "One", count: 2 }),
        refusal: { kind: "refused", error: { message: ERRORS.folder_missing.message() } },
      },
    ]);
  }
});

test.for(["goal.list", "platoon.locker.places", "soldier.list", "soldier.later"])(
  "what the server may have worded is answered in the reader's language alone: %s",
  async (path) => {
    const asked = { type: "query", path, input: { soldierId: ID } };
    overwriteGetLocale(() => "de");
    onTestFinished(() => overwriteGetLocale(() => "en"));
    await keep(asked, ["Auf Deutsch"]);
    overwriteGetLocale(() => "en");
    await expect(answerHere(asked, lost, LOST)).rejects.toThrow("lost");
    await keep(asked, ["In English"]);
    overwriteGetLocale(() => "de");
    expect(await answerHere(asked, lost, LOST)).toEqual(["Auf Deutsch"]);
  },
);

test("the locker is the same for tabs in two languages", async () => {
  const counts = { type: "query", path: "loadout.counts", input: undefined };
  overwriteGetLocale(() => "de");
  onTestFinished(() => overwriteGetLocale(() => "en"));
  await keep(list, { items: [SAVED], nextCursor: null, previousCursor: null });
  await keep(counts, { bf4: 1 });
  overwriteGetLocale(() => "en");
  expect(await answerHere(list, lost, LOST)).toMatchObject({ items: [{ name: "One" }] });
  expect(await answerHere(counts, lost, LOST)).toEqual({ bf4: 1 });
});

describe("the locker of a platoon", () => {
  const getCall = (organizationId: string, filter: object = {}) => ({
    ...{ type: "query", path: "platoon.locker.list", input: { organizationId, order: "changed", q: "", ...filter } },
  });
  const getNames = async (call: ReturnType<typeof getCall>) => {
    const { items } = (await answerHere(call, lost, LOST)) as { items: { name: string }[] };
    return items.map(({ name }) => name);
  };

  test("is filtered, searched and ordered without a network, out of every list of it that was read", async () => {
    await keep(getCall("owls"), {
      items: [
        getShared("Zulu medic", { changedAt: "2026-01-03T00:00:00.000Z", state: "proposed", tags: ["close"] }),
        getShared("Alpha", { changedAt: "2026-01-02T00:00:00.000Z", teamId: "squad", mapId: "metro" }),
      ],
      nextCursor: null,
    });
    await keep(getCall("owls", { cursor: { key: "x", id: "x" } }), {
      items: [getShared("Bravo", {})],
      nextCursor: null,
    });
    await keep(getCall("others"), { items: [getShared("Foreign", {})], nextCursor: null });
    expect(await getNames(getCall("owls", { order: "name" }))).toEqual(["Alpha", "Bravo", "Zulu medic"]);
    expect(await getNames(getCall("owls", { game: "bf4" }))).toEqual(["Zulu medic", "Alpha", "Bravo"]);
    for (const filter of [{ q: "med" }, { tag: "close" }, { state: "proposed" }])
      expect(await getNames(getCall("owls", filter)), JSON.stringify(filter)).toEqual(["Zulu medic"]);
    for (const filter of [{ teamId: "squad" }, { mapId: "metro" }])
      expect(await getNames(getCall("owls", filter)), JSON.stringify(filter)).toEqual(["Alpha"]);
    expect(await getNames(getCall("owls", { game: "bf2042" }))).toEqual([]);
    await expect(getNames(getCall("unread", { order: "name" }))).rejects.toThrow("lost");
  });

  test("is filtered out of the lists in the reader's language, and forgotten in all once the platoon is left", async () => {
    const overview = { type: "query", path: "platoon.members.overview", input: null };
    onTestFinished(() => overwriteGetLocale(() => "en"));
    for (const language of ["de", "en"] as const) {
      overwriteGetLocale(() => language);
      await keep(getCall("owls"), { items: [getShared(language, {})], nextCursor: null });
    }
    overwriteGetLocale(() => "de");
    expect(await getNames(getCall("owls", { order: "name" }))).toEqual(["de"]);
    await keep(overview, []);
    for (const language of ["de", "en"] as const) {
      overwriteGetLocale(() => language);
      await expect(getNames(getCall("owls"))).rejects.toThrow("lost");
    }
  });
});
