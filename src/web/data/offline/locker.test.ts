import { describe, expect, test } from "vitest";
import { applyMutations, applyToFolders, applyToPage, getPage, type Saved } from "./locker.ts";
import type { PendingCall, PendingMutation } from "./pending.ts";

const INSTANT = "2026-02-01T00:00:00.000Z";

function buildSavedLoadout(id: string, changes: Partial<Saved> = {}): Saved {
  const instants = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", deletedAt: null };
  const place = { folderId: null, pinnedAt: null, place: `a${id}` };
  const loadout = { game: "bf4", vehicleClassId: "tank", parts: {} } as const;
  return { id, name: id, note: "", tags: [], loadout, version: 1, ...place, ...instants, ...changes };
}

const createPending = (call: PendingCall): PendingMutation => ({ ...call, id: "change", name: "", at: INSTANT });

const save = (id: string, name: string, seenVersion: number) => {
  const { note, tags, loadout } = buildSavedLoadout(id);
  return createPending({ call: "loadout.save", input: { id, name, note, tags, loadout, seenVersion } });
};

const getNames = (items: readonly Saved[]) => items.map(({ name }) => name);

describe("the stored locker", () => {
  test("applies pending saves, new loadouts first", () => {
    const items = applyMutations(
      [buildSavedLoadout("1"), buildSavedLoadout("2")],
      [save("1", "Uno", 1), save("3", "Three", 0)],
    );
    expect(getPage(items, { order: "own" }).items).toMatchObject([
      { name: "Three", version: 1 },
      { name: "Uno", version: 2 },
      { name: "2", version: 1 },
    ]);
  });

  test("shows a conflicting save, and saves based on it, with the version they are based on", () => {
    const refusal = { kind: "changed", error: { message: "", data: null } } as const;
    const changes = [{ ...save("1", "Uno", 1), refusal }, save("1", "Eins", 2), save("2", "Zwei", 1)];
    expect(applyMutations([buildSavedLoadout("1", { version: 2 }), buildSavedLoadout("2")], changes)).toMatchObject([
      { name: "Eins", version: 1 },
      { name: "Zwei", version: 2 },
    ]);
  });

  test("returns a page like the server: sorted, starting at its cursor", () => {
    const items = [
      buildSavedLoadout("2"),
      buildSavedLoadout("1", { updatedAt: INSTANT }),
      buildSavedLoadout("3", { deletedAt: INSTANT }),
    ];
    expect(getNames(getPage(items, {}).items)).toEqual(["1", "2"]);
    expect(getNames(getPage(items, { cursor: { key: INSTANT, id: "1" } }).items)).toEqual(["2"]);
    expect(getNames(getPage(items, { order: "deleted" }).items)).toEqual(["3"]);
  });

  test.for([
    ["removed", { call: "loadout.remove", input: { id: "1" } }, ["2"]],
    ["moved behind", { call: "loadout.move", input: { id: "1", afterId: "2" } }, ["2", "1"]],
  ] as const)("applies a pending change: loadout %s", ([, call, names]) => {
    const items = applyMutations([buildSavedLoadout("1"), buildSavedLoadout("2")], [createPending(call)]);
    expect(getNames(getPage(items, { order: "own" }).items)).toEqual(names);
  });

  test("applies pending changes to a page of the server, without loadouts of later pages", () => {
    const page = {
      items: [buildSavedLoadout("1"), buildSavedLoadout("2")],
      nextCursor: null,
      cursors: [],
      previousCursor: null,
    };
    const removal = createPending({ call: "loadout.remove", input: { id: "2" } });
    const changes = [save("3", "Three", 0), save("4", "Of a later page", 1), removal];
    expect(getNames(applyToPage(page, {}, changes).items)).toEqual(["1", "Three"]);
    expect(getNames(applyToPage(page, { cursor: { key: "k", id: "1" } }, changes).items)).toEqual(["1"]);
  });

  test.for(["2020-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z", "no instant"])(
    "a pending change counts as the newest, with a device clock at %s",
    (clockTime) => {
      const items = [buildSavedLoadout("1", { updatedAt: INSTANT }), buildSavedLoadout("2"), buildSavedLoadout("3")];
      const changes = [save("2", "Second", 1), save("3", "Third", 1)].map((change) => ({ ...change, at: clockTime }));
      expect(getNames(getPage(applyMutations(items, changes), {}).items)).toEqual(["Third", "Second", "1"]);
    },
  );

  test("applies pending changes to folders: create, rename and remove", () => {
    const folders = ["a", "b", "c"].map((id) => ({ id, name: id }));
    const changes = [
      createPending({ call: "folder.save", input: { id: "d", name: "New" } }),
      createPending({ call: "folder.save", input: { id: "b", name: "Zulu" } }),
      createPending({ call: "folder.remove", input: { id: "c" } }),
    ];
    expect(applyToFolders(folders, changes).map(({ name }) => name)).toEqual(["a", "New", "Zulu"]);
  });
});
