import { describe, expect, test } from "vitest";
import type { PendingCall, PendingMutation } from "#web/data/offline/outbox/pending-mutation.ts";
import { applied, applyToCounts, applyToFolders, applyToPage, getPage, type Saved, withPage } from "./locker.ts";

const AT = "2026-02-01T00:00:00.000Z";

function aSaved(id: string, changes: Partial<Saved> = {}): Saved {
  const instants = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", deletedAt: null };
  const place = { folderId: null, pinnedAt: null, place: `a${id}` };
  const loadout = { game: "bf4", vehicleClassId: "tank", parts: {} } as const;
  return { id, name: id, note: "", tags: [], loadout, version: 1, ...place, ...instants, ...changes };
}

const waiting = (call: PendingCall): PendingMutation => ({ ...call, id: "change", name: "", at: AT });

const save = (id: string, name: string, seenVersion: number) => {
  const { note, tags, loadout } = aSaved(id);
  return waiting({ call: "loadout.save", input: { id, name, note, tags, loadout, seenVersion } });
};

const known = (...items: Saved[]) => Object.fromEntries(items.map((saved) => [saved.id, saved]));

const getNames = (items: readonly Saved[]) => items.map(({ name }) => name);

describe("the locker on this device", () => {
  test("shows waiting saves over what was read, new ones on top", () => {
    const items = applied([aSaved("1"), aSaved("2")], [save("1", "Uno", 1), save("3", "Three", 0)]);
    expect(getPage(items, { order: "own" }).items).toMatchObject([
      { name: "Three", version: 1 },
      { name: "Uno", version: 2 },
      { name: "2", version: 1 },
    ]);
  });

  test("answers a page as the server would: narrowed, searched, in order", () => {
    const items = [
      aSaved("1", { tags: ["fun"], updatedAt: AT }),
      aSaved("2", { name: "Métro", pinnedAt: AT }),
      aSaved("3", { deletedAt: AT }),
    ];
    expect(getNames(getPage(items, {}).items)).toEqual(["1", "Métro"]);
    expect(getNames(getPage(items, { tag: "Fun" }).items)).toEqual(["1"]);
    expect(getNames(getPage(items, { q: "met" }).items)).toEqual(["Métro"]);
    expect(getNames(getPage(items, { pinned: true }).items)).toEqual(["Métro"]);
    expect(getNames(getPage(items, { order: "deleted" }).items)).toEqual(["3"]);
    expect(getNames(getPage(items, { game: "bf2042" }).items)).toEqual([]);
  });

  test.for([
    ["removed", { call: "loadout.remove", input: { id: "1" } }, ["2"]],
    ["moved behind", { call: "loadout.move", input: { id: "1", afterId: "2" } }, ["2", "1"]],
  ] as const)("shows what is %s", ([, call, names]) => {
    const items = applied([aSaved("1"), aSaved("2")], [waiting(call)]);
    expect(getNames(getPage(items, { order: "own" }).items)).toEqual(names);
  });

  test("lays waiting changes over a page of the server, and leaves what is on later pages to them", () => {
    const page = { items: [aSaved("1"), aSaved("2")], nextCursor: null, previousCursor: null };
    const changes = [save("3", "Three", 0), waiting({ call: "loadout.remove", input: { id: "2" } })];
    expect(getNames(applyToPage(page, {}, changes).items)).toEqual(["Three", "1"]);
    expect(getNames(applyToPage(page, { cursor: { key: "k", id: "1" } }, changes).items)).toEqual(["1"]);
  });

  test("forgets what a whole page no longer names, and nothing after a narrowed one", () => {
    const before = known(aSaved("1"), aSaved("2"));
    const page = { items: [aSaved("2")], nextCursor: null, previousCursor: null };
    expect(Object.keys(withPage(before, { game: "bf4" }, page))).toEqual(["2"]);
    expect(Object.keys(withPage(before, { game: "bf4", q: "2" }, page))).toEqual(["1", "2"]);
    expect(Object.keys(withPage(before, { game: "bf2042" }, page))).toEqual(["1", "2"]);
  });

  test("counts loadouts and folders with the waiting changes", () => {
    const here = known(aSaved("1", { folderId: "f" }), aSaved("2"));
    const changes = [
      save("3", "Three", 0),
      waiting({ call: "folder.save", input: { id: "g", name: "Guns" } }),
      waiting({ call: "loadout.arrange", input: { ids: ["1"], folderId: "g" } }),
    ];
    expect(applyToCounts({ bf4: 2, bf2042: 5 }, here, changes)).toEqual({ bf4: 3, bf2042: 5 });
    expect(
      applyToFolders([{ id: "f", name: "Nights", loadouts: 3, byGame: { bf4: 1, bf2042: 2 } }], here, changes),
    ).toMatchObject([
      { name: "Guns", loadouts: 1, byGame: { bf4: 1, bf2042: 0 } },
      { name: "Nights", loadouts: 2, byGame: { bf4: 0, bf2042: 2 } },
    ]);
  });
});
