// @postgres
// The order of a locker: pages, folders, pins, the owner's order, and deleted loadouts.
import { describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, fillLocker, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { purgeAll } from "#test/harness/data/people.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Saves a loadout per name, the last on top; returns their ids in the order of the names. */
async function saveAll(world: World, visitor: Visitor, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    world.turnClock(1000);
    const { id } = await visitor.trpc.loadout.save.mutate(newLoadout(buildLoadout(world), name));
    ids.push(id);
  }
  return ids;
}

type ListInput = Parameters<Visitor["trpc"]["loadout"]["list"]["query"]>[0];

const getNames = async (visitor: Visitor, input: ListInput = {}): Promise<string[]> =>
  (await visitor.trpc.loadout.list.query(input)).items.map(({ name }) => name);

describe("a list of the locker", () => {
  test("has up to 500 loadouts a page, and is compressed", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await fillLocker(world, visitor, 550);
    const { items, nextCursor } = await visitor.trpc.loadout.list.query({ limit: 500 });
    const rest = await visitor.trpc.loadout.list.query({ limit: 500, cursor: nextCursor });
    expect(new Set([...items, ...rest.items].map(({ id }) => id)).size).toBe(551);
    expect(await getAppError(visitor.trpc.loadout.list.query({ limit: 501 }))).toMatchObject({ status: 400 });
    const ask = async (path: string, encoding: string) => {
      const response = await visitor.fetch(`/api/trpc/${path}`, { headers: { "accept-encoding": encoding } });
      return response.headers.get("content-encoding");
    };
    expect(await ask("loadout.list?input={}", "br")).toBe("br");
    expect(await ask(`loadout.list?batch=1&input={"0":{}}`, "br")).toBe("br");
    expect(await ask("loadout.list?input={}", "gzip")).toBeNull();
  });

  test("by ids contains the owner's loadouts only, including deleted ones", async () => {
    await using world = await makeWorld();
    const [owner, otherGuest] = [await createGuest(world), await createGuest(world)];
    const ids = await saveAll(world, owner, ["Live", "Deleted"]);
    await owner.trpc.loadout.remove.mutate({ id: ids[1] ?? "" });
    const input = { ids: [...ids, crypto.randomUUID()] };
    const loadouts = await owner.trpc.loadout.byIds.query(input);
    expect(new Map(loadouts.map(({ name, deletedAt }) => [name, deletedAt !== null]))).toEqual(
      new Map([
        ["Live", false],
        ["Deleted", true],
      ]),
    );
    expect(await otherGuest.trpc.loadout.byIds.query(input)).toEqual([]);
    expect(await otherGuest.trpc.loadout.list.query({})).toMatchObject({ items: [] });
  });
});

describe("a folder", () => {
  test("contains loadouts of both games, which stay when it is removed", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { folder, loadout } = visitor.trpc;
    const id = crypto.randomUUID();
    await folder.save.mutate({ id, name: "Metro" });
    const ids = await saveAll(world, visitor, ["One", "Two"]);
    const third = { ...newLoadout(buildLoadout(world, "bf2042"), "Three"), folderId: id };
    await loadout.save.mutate(third);
    await loadout.arrange.mutate({ ids: ids.slice(0, 1), folderId: id });
    const getInside = async (folderId: string | null) => {
      const { items } = await loadout.list.query({});
      return items.filter((saved) => saved.folderId === folderId).map(({ name }) => name);
    };
    expect((await getInside(id)).toSorted()).toEqual(["One", "Three"]);
    expect(await getInside(null)).toEqual(["Two"]);
    expect(await folder.list.query()).toEqual([{ id, name: "Metro" }]);
    const { loadoutIds } = await folder.remove.mutate({ id });
    expect(loadoutIds.toSorted()).toEqual([ids[0], third.id].toSorted());
    expect(await folder.list.query()).toEqual([]);
    expect(await getInside(null)).toHaveLength(3);
  });

  test("of another user cannot be renamed, filled or removed", async () => {
    await using world = await makeWorld();
    const [owner, otherGuest] = [await createGuest(world), await createGuest(world)];
    const id = crypto.randomUUID();
    await owner.trpc.folder.save.mutate({ id, name: "Mine" });
    const ids = await saveAll(world, otherGuest, ["Theirs"]);
    const missing = { status: 404, code: "folder_missing" };
    expect(await getAppError(otherGuest.trpc.loadout.arrange.mutate({ ids, folderId: id }))).toMatchObject(missing);
    await otherGuest.trpc.folder.remove.mutate({ id });
    const unknown = { ...newLoadout(buildLoadout(world), "Astray"), folderId: id };
    expect(await otherGuest.trpc.loadout.save.mutate(unknown)).toMatchObject({ folderId: null });
    // A folder of another user may have the same id.
    await otherGuest.trpc.folder.save.mutate({ id, name: "Other" });
    await otherGuest.trpc.folder.remove.mutate({ id });
    expect(await owner.trpc.folder.list.query()).toEqual([{ id, name: "Mine" }]);
  });

  test("of a guest is merged with the account's folder of the same name", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    await owner.trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "Metro" });
    const visitor = await createGuest(world);
    const [metro, otherFolderId] = [crypto.randomUUID(), crypto.randomUUID()];
    await visitor.trpc.folder.save.mutate({ id: metro, name: "Metro" });
    await visitor.trpc.folder.save.mutate({ id: otherFolderId, name: "Other" });
    await visitor.trpc.loadout.save.mutate({ ...newLoadout(buildLoadout(world), "Sniper"), folderId: metro });
    await visitor.post("/api/auth/sign-in/email", account);
    const folders = await visitor.trpc.folder.list.query();
    expect(folders).toMatchObject([{ name: "Metro" }, { name: "Other" }]);
    const { items } = await visitor.trpc.loadout.list.query({});
    expect(items).toMatchObject([{ name: "Sniper", folderId: folders[0]?.id }]);
  });
});

describe("the owner's order", () => {
  test("has new loadouts on top, and stores moves", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const [a = "", b = "", c = ""] = await saveAll(world, visitor, ["A", "B", "C"]);
    const getNamesInOrder = () => getNames(visitor, { order: "own" });
    expect(await getNamesInOrder()).toEqual(["C", "B", "A"]);
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: null });
    expect(await getNamesInOrder()).toEqual(["A", "C", "B"]);
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: c });
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: c });
    expect(await getNamesInOrder()).toEqual(["C", "A", "B"]);
    await visitor.trpc.loadout.move.mutate({ id: c, afterId: b });
    expect(await getNamesInOrder()).toEqual(["A", "B", "C"]);
    expect(await getNames(visitor)).toEqual(["C", "B", "A"]);
    const stranger = await createGuest(world);
    expect(await getAppError(stranger.trpc.loadout.move.mutate({ id: a, afterId: null }))).toMatchObject({
      code: "loadout_missing",
    });
  });

  test("is paged forward and backward", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await saveAll(world, visitor, ["A", "B", "C", "D"]);
    const input = { order: "own", limit: 2 } as const;
    const first = await visitor.trpc.loadout.list.query(input);
    const second = await visitor.trpc.loadout.list.query({ ...input, cursor: first.nextCursor });
    expect(second.items.map(({ name }) => name)).toEqual(["B", "A"]);
    const back = await visitor.trpc.loadout.list.query({
      ...input,
      cursor: second.previousCursor,
      direction: "backward",
    });
    expect(back.items).toEqual(first.items);
  });

  test.for([
    [1, ["D", "C", "B", "A"]],
    [2, ["DC", "BA"]],
    [3, ["DCB", "A"]],
    [4, ["DCBA"]],
  ] as const)("names the cursors of all later pages of %i on the first one", async ([limit, expected]) => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await saveAll(world, visitor, ["A", "B", "C", "D"]);
    const input = { order: "own", limit } as const;
    const { cursors, nextCursor } = await visitor.trpc.loadout.list.query(input);
    expect(cursors[0] ?? null).toEqual(nextCursor);
    const pages = await Promise.all([null, ...cursors].map((cursor) => getNames(visitor, { ...input, cursor })));
    expect(pages.map((names) => names.join(""))).toEqual(expected);
  });

  test("has pins that do not change the version of a loadout", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const [a = ""] = await saveAll(world, visitor, ["A", "B"]);
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: true });
    const pinned = await visitor.trpc.loadout.get.query({ id: a });
    expect([pinned.version, pinned.pinnedAt]).toEqual([1, expect.any(String)]);
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: false });
    expect(await visitor.trpc.loadout.get.query({ id: a })).toMatchObject({ version: 1, pinnedAt: null });
  });
});

describe("a deleted loadout", () => {
  test("is listed, can be restored within thirty days, and is then purged", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const [a = "", b = ""] = await saveAll(world, visitor, ["A", "B", "C"]);
    await visitor.trpc.loadout.remove.mutate({ id: a });
    world.turnClock(1000);
    await visitor.trpc.loadout.remove.mutate({ id: b });
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["B", "A"]);
    await visitor.trpc.loadout.restore.mutate({ id: b });
    expect([await getNames(visitor, { order: "deleted" }), await getNames(visitor)]).toEqual([["A"], ["C", "B"]]);
    const { db } = world.context;
    await purgeAll(world.context, new Date(Date.now() + 29 * DAY_MS));
    expect(await db.selectFrom("loadout").select("id").execute()).toHaveLength(3);
    await db
      .updateTable("session")
      .set({ expiresAt: new Date(Date.now() + 90 * DAY_MS) })
      .execute();
    await purgeAll(world.context, new Date(Date.now() + 31 * DAY_MS));
    expect(await db.selectFrom("loadout").select("id").execute()).toHaveLength(2);
  });

  test("keeps its time of deletion when it is deleted again", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const [a = "", b = ""] = await saveAll(world, visitor, ["A", "B"]);
    for (const id of [a, b, a]) {
      await visitor.trpc.loadout.remove.mutate({ id });
      world.turnClock(1000);
    }
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["B", "A"]);
  });

  test("is erased at once on its owner's request, while live ones stay", async () => {
    await using world = await makeWorld();
    const [visitor, otherGuest] = [await createGuest(world), await createGuest(world)];
    const ids = await saveAll(world, visitor, ["A", "B"]);
    await visitor.trpc.loadout.remove.mutate({ id: ids[0] ?? "" });
    await otherGuest.trpc.loadout.erase.mutate({ ids });
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["A"]);
    await visitor.trpc.loadout.erase.mutate({ ids });
    expect([await getNames(visitor, { order: "deleted" }), await getNames(visitor)]).toEqual([[], ["B"]]);
  });

  test("is not erased once it was restored and changed", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { loadout } = visitor.trpc;
    const [a = "", b = ""] = await saveAll(world, visitor, ["A", "B"]);
    for (const id of [a, b]) await loadout.remove.mutate({ id });
    await loadout.restore.mutate({ id: a });
    const { loadout: content } = await loadout.get.query({ id: a });
    await loadout.save.mutate({ id: a, name: "Changed", note: "", tags: [], loadout: content, seenVersion: 1 });
    await loadout.remove.mutate({ id: a, seenVersion: 2 });
    const seenVersions = { [a]: 1, [b]: 1 };
    expect(await loadout.erase.mutate({ ids: [a, b], seenVersions })).toEqual({ ids: [b] });
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["Changed"]);
    expect(await loadout.erase.mutate({ ids: [a, b], seenVersions: { ...seenVersions, [a]: 2 } })).toEqual({
      ids: [a, b],
    });
    expect(await getNames(visitor, { order: "deleted" })).toEqual([]);
  });
});
