// @postgres
// A locker put in order: its pages, folders, pins, an own order, what was deleted lately.
import { describe, expect, test } from "vitest";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { aLoadout, fillLocker, getAppError, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { purgeAll } from "#test/harness/data/people.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Loadouts under these names, the last on top; answers their ids in the order of the names. */
async function filled(world: World, visitor: Visitor, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    world.turnClock(1000);
    const { id } = await visitor.trpc.loadout.save.mutate(newLoadout(aLoadout(world), name));
    ids.push(id);
  }
  return ids;
}

type ListInput = Parameters<Visitor["trpc"]["loadout"]["list"]["query"]>[0];

const getNames = async (visitor: Visitor, input: ListInput = {}): Promise<string[]> =>
  (await visitor.trpc.loadout.list.query(input)).items.map(({ name }) => name);

describe("a list of the locker", () => {
  test("answers up to 500 at once, compressed alone", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    await fillLocker(world, visitor, 550);
    const { items, nextCursor } = await visitor.trpc.loadout.list.query({ limit: 500 });
    const rest = await visitor.trpc.loadout.list.query({ limit: 500, cursor: nextCursor });
    expect(new Set([...items, ...rest.items].map(({ id }) => id)).size).toBe(551);
    expect(await getAppError(visitor.trpc.loadout.list.query({ limit: 501 }))).toMatchObject({ status: 400 });
    const ask = async (path: string, encoding: string) => {
      const answer = await visitor.fetch(`/api/trpc/${path}`, { headers: { "accept-encoding": encoding } });
      return answer.headers.get("content-encoding");
    };
    expect(await ask("loadout.list?input={}", "br")).toBe("br");
    expect(await ask(`loadout.list?batch=1&input={"0":{}}`, "br")).toBe("br");
    expect(await ask("loadout.list?input={}", "gzip")).toBeNull();
    // What another call repeats of its input would show in the size.
    expect(await ask(`loadout.list,folder.list?batch=1&input={"0":{}}`, "br")).toBeNull();
  });

  test("of ids has the owner's alone, deleted ones too", async () => {
    await using world = await makeWorld();
    const [one, other] = [await guest(world), await guest(world)];
    const ids = await filled(world, one, ["Live", "Deleted"]);
    await one.trpc.loadout.remove.mutate({ id: ids[1] ?? "" });
    const input = { ids: [...ids, crypto.randomUUID()] };
    const loadouts = await one.trpc.loadout.byIds.query(input);
    expect(new Map(loadouts.map(({ name, deletedAt }) => [name, deletedAt !== null]))).toEqual(
      new Map([
        ["Live", false],
        ["Deleted", true],
      ]),
    );
    expect(await other.trpc.loadout.byIds.query(input)).toEqual([]);
    expect(await other.trpc.loadout.list.query({})).toMatchObject({ items: [] });
  });
});

describe("a folder", () => {
  test("holds loadouts of both games, and gives them back when it is removed", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { folder, loadout } = visitor.trpc;
    const id = crypto.randomUUID();
    await folder.save.mutate({ id, name: "Metro" });
    const ids = await filled(world, visitor, ["One", "Two"]);
    const third = { ...newLoadout(aLoadout(world, "bf2042"), "Three"), folderId: id };
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

  test("of another user is neither renamed, filled nor removed", async () => {
    await using world = await makeWorld();
    const [owner, other] = [await guest(world), await guest(world)];
    const id = crypto.randomUUID();
    await owner.trpc.folder.save.mutate({ id, name: "Mine" });
    const ids = await filled(world, other, ["Theirs"]);
    const missing = { status: 404, code: "folder_missing" };
    expect(await getAppError(other.trpc.loadout.arrange.mutate({ ids, folderId: id }))).toMatchObject(missing);
    await other.trpc.folder.remove.mutate({ id });
    const unknown = { ...newLoadout(aLoadout(world), "Astray"), folderId: id };
    expect(await other.trpc.loadout.save.mutate(unknown)).toMatchObject({ folderId: null });
    // A folder of one's own may have the same id.
    await other.trpc.folder.save.mutate({ id, name: "Other" });
    await other.trpc.folder.remove.mutate({ id });
    expect(await owner.trpc.folder.list.query()).toEqual([{ id, name: "Mine" }]);
  });

  test("of a guest meets the account's of the same name", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndIn(world);
    await owner.trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "Metro" });
    const visitor = await guest(world);
    const [metro, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await visitor.trpc.folder.save.mutate({ id: metro, name: "Metro" });
    await visitor.trpc.folder.save.mutate({ id: other, name: "Other" });
    await visitor.trpc.loadout.save.mutate({ ...newLoadout(aLoadout(world), "Sniper"), folderId: metro });
    await visitor.post("/api/auth/sign-in/email", account);
    const folders = await visitor.trpc.folder.list.query();
    expect(folders).toMatchObject([{ name: "Metro" }, { name: "Other" }]);
    const { items } = await visitor.trpc.loadout.list.query({});
    expect(items).toMatchObject([{ name: "Sniper", folderId: folders[0]?.id }]);
  });
});

describe("the owner's order", () => {
  test("has a new loadout on top, and keeps where each was moved to", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const [a = "", b = "", c = ""] = await filled(world, visitor, ["A", "B", "C"]);
    const own = () => getNames(visitor, { order: "own" });
    expect(await own()).toEqual(["C", "B", "A"]);
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: null });
    expect(await own()).toEqual(["A", "C", "B"]);
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: c });
    await visitor.trpc.loadout.move.mutate({ id: a, afterId: c });
    expect(await own()).toEqual(["C", "A", "B"]);
    await visitor.trpc.loadout.move.mutate({ id: c, afterId: b });
    expect(await own()).toEqual(["A", "B", "C"]);
    expect(await getNames(visitor)).toEqual(["C", "B", "A"]);
    const stranger = await guest(world);
    expect(await getAppError(stranger.trpc.loadout.move.mutate({ id: a, afterId: null }))).toMatchObject({
      code: "loadout_missing",
    });
  });

  test("is paged both ways", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    await filled(world, visitor, ["A", "B", "C", "D"]);
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

  test("pins are no new version", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const [a = ""] = await filled(world, visitor, ["A", "B"]);
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: true });
    const pinned = await visitor.trpc.loadout.get.query({ id: a });
    expect([pinned.version, pinned.pinnedAt]).toEqual([1, expect.any(String)]);
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: false });
    expect(await visitor.trpc.loadout.get.query({ id: a })).toMatchObject({ version: 1, pinnedAt: null });
  });
});

describe("what was deleted lately", () => {
  test("is listed, comes back within thirty days, and is gone after them", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const [a = "", b = ""] = await filled(world, visitor, ["A", "B", "C"]);
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

  test("keeps its day when it is deleted once more", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const [a = "", b = ""] = await filled(world, visitor, ["A", "B"]);
    for (const id of [a, b, a]) {
      await visitor.trpc.loadout.remove.mutate({ id });
      world.turnClock(1000);
    }
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["B", "A"]);
  });

  test("is erased at once when its owner asks for it, and only that", async () => {
    await using world = await makeWorld();
    const [visitor, other] = [await guest(world), await guest(world)];
    const ids = await filled(world, visitor, ["A", "B"]);
    await visitor.trpc.loadout.remove.mutate({ id: ids[0] ?? "" });
    await other.trpc.loadout.erase.mutate({ ids });
    expect(await getNames(visitor, { order: "deleted" })).toEqual(["A"]);
    await visitor.trpc.loadout.erase.mutate({ ids });
    expect([await getNames(visitor, { order: "deleted" }), await getNames(visitor)]).toEqual([[], ["B"]]);
  });

  test("is not erased once it was restored and changed", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { loadout } = visitor.trpc;
    const [a = "", b = ""] = await filled(world, visitor, ["A", "B"]);
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
