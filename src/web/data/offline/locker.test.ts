import { describe, expect, test } from "vitest";
import { applied, applyToFolders, applyToPage, getPage, type Saved } from "./locker.ts";
import type { PendingCall, PendingMutation } from "./pending.ts";

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

  test("shows a save that met another one, and what was made on top of it, in the version that it saw", () => {
    const refusal = { kind: "changed", error: { message: "", data: null } } as const;
    const changes = [{ ...save("1", "Uno", 1), refusal }, save("1", "Eins", 2), save("2", "Zwei", 1)];
    expect(applied([aSaved("1", { version: 2 }), aSaved("2")], changes)).toMatchObject([
      { name: "Eins", version: 1 },
      { name: "Zwei", version: 2 },
    ]);
  });

  test("answers a page as the server would: in order, from its cursor on", () => {
    const items = [aSaved("2"), aSaved("1", { updatedAt: AT }), aSaved("3", { deletedAt: AT })];
    expect(getNames(getPage(items, {}).items)).toEqual(["1", "2"]);
    expect(getNames(getPage(items, { cursor: { key: AT, id: "1" } }).items)).toEqual(["2"]);
    expect(getNames(getPage(items, { order: "deleted" }).items)).toEqual(["3"]);
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
    const removal = waiting({ call: "loadout.remove", input: { id: "2" } });
    const changes = [save("3", "Three", 0), save("4", "Of a later page", 1), removal];
    expect(getNames(applyToPage(page, {}, changes).items)).toEqual(["1", "Three"]);
    expect(getNames(applyToPage(page, { cursor: { key: "k", id: "1" } }, changes).items)).toEqual(["1"]);
  });

  test.for(["2020-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z", "no instant"])(
    "a change is the newest, with a clock at %s",
    (at) => {
      const items = [aSaved("1", { updatedAt: AT }), aSaved("2"), aSaved("3")];
      const changes = [save("2", "Second", 1), save("3", "Third", 1)].map((change) => ({ ...change, at }));
      expect(getNames(getPage(applied(items, changes), {}).items)).toEqual(["Third", "Second", "1"]);
    },
  );

  test("has the folders that waiting changes make, rename and remove", () => {
    const folders = ["a", "b", "c"].map((id) => ({ id, name: id }));
    const changes = [
      waiting({ call: "folder.save", input: { id: "d", name: "New" } }),
      waiting({ call: "folder.save", input: { id: "b", name: "Zulu" } }),
      waiting({ call: "folder.remove", input: { id: "c" } }),
    ];
    expect(applyToFolders(folders, changes).map(({ name }) => name)).toEqual(["a", "New", "Zulu"]);
  });
});
