// @postgres
// A locker put in order: folders, pins, an own order, a search over both games, what was deleted lately.
import { describe, expect, test } from "vitest";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { aLoadout, getAppError, guest, newLoadout } from "#test/harness/data/lockers.ts";
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

type Asked = Parameters<Visitor["trpc"]["loadout"]["list"]["query"]>[0];

const getNames = async (visitor: Visitor, asked: Asked = {}): Promise<string[]> =>
  (await visitor.trpc.loadout.list.query(asked)).items.map(({ name }) => name);

describe("a search of the locker", () => {
  test("finds over both games by name, tag, note, weapon and kit, whatever the case, dash or accent", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { save } = visitor.trpc.loadout;
    const bf4 = aLoadout(world, "bf4", "support");
    const bf2042 = aLoadout(world, "bf2042", "recon");
    await save.mutate({ ...newLoadout(bf4, "Métro rush"), tags: ["Close", "close"], note: "For Locker nights" });
    await save.mutate({ ...newLoadout(bf2042, "Rooftop"), tags: ["long range"] });
    for (const q of ["metro", "METRO RU", "close", "locker nig"])
      expect(await getNames(visitor, { q })).toEqual(["Métro rush"]);
    for (const [weaponId, name] of [
      [bf4.primary.weaponId, "Métro rush"],
      [bf2042.primary.weaponId, "Rooftop"],
    ] as const) {
      const game = name === "Rooftop" ? world.context.arsenals.bf2042 : world.context.arsenals.bf4;
      const weapon = game.weapons.get(weaponId ?? "")?.name ?? "";
      expect(await getNames(visitor, { q: weapon })).toEqual([name]);
      expect(await getNames(visitor, { q: weapon.replaceAll(/[^a-z0-9]/gi, "") })).toEqual([name]);
    }
    expect(await getNames(visitor, { tag: "close" })).toEqual(["Métro rush"]);
    expect(await getNames(visitor, { tag: "clos" })).toEqual([]);
    expect(await getNames(visitor, { kit: "recon" })).toEqual(["Rooftop"]);
    expect(await getNames(visitor, { q: "rooftop", game: "bf4" })).toEqual([]);
    expect(await getNames(visitor, { q: "metro rooftop" })).toEqual([]);
    expect((await getNames(visitor)).toSorted()).toEqual(["Métro rush", "Rooftop"]);
  });

  test("finds letters in any form, and by signs alone only what is named so", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const names = ["Große Straße", "Sıkı ＸＹ－９", "Łódź", "+++ ★", "#", "´ ¨"];
    await filled(world, visitor, names);
    const { save } = visitor.trpc.loadout;
    await save.mutate({ ...newLoadout(aLoadout(world), "Tagged"), tags: ["night", "a".repeat(24)] });
    for (const [name = "", ...sought] of [
      [names[0], "grosse strasse", "STRAẞE", "straß"],
      [names[1], "siki", "sıkı", "xy-9"],
      [names[2], "lodz", "ŁÓDŹ"],
      [names[3], "+++", "+", "★"],
      [names[4], "#"],
      [names[5], "´", "¨ ´"],
    ])
      for (const q of sought) expect(await getNames(visitor, { q }), q).toEqual([name]);
    for (const q of ["!", "-", "*", "★★★", "##", "%", "=", "==", "¯", "ﾞ", "\u0301", "\u200D"])
      expect(await getNames(visitor, { q }), q).toEqual([]);
    expect(await getNames(visitor, { q: " " })).toHaveLength(7);
    expect(await getNames(visitor, { tag: "a".repeat(24) })).toEqual(["Tagged"]);
    await save.mutate(newLoadout(aLoadout(world), "Long".repeat(10)));
    expect(await getNames(visitor, { q: "long".repeat(10) })).toEqual(["Long".repeat(10)]);
  });

  test("follows a change of name, and forgets what is deleted", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const requested = newLoadout(aLoadout(world), "Before");
    await visitor.trpc.loadout.save.mutate(requested);
    await visitor.trpc.loadout.save.mutate({ ...requested, name: "After", seenVersion: 1 });
    expect([await getNames(visitor, { q: "before" }), await getNames(visitor, { q: "after" })]).toEqual([
      [],
      ["After"],
    ]);
    await visitor.trpc.loadout.remove.mutate({ id: requested.id });
    expect(await getNames(visitor, { q: "after" })).toEqual([]);
  });

  test("goes on by pages where a word is in hundreds of loadouts", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const [first = ""] = await filled(world, visitor, ["Many"]);
    const { db } = world.context;
    const row = await db.selectFrom("loadout").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 400 }, (_, at) => ({ ...row, id: crypto.randomUUID(), name: `Many ${at}` }));
    await db.insertInto("loadout").values(copies).execute();
    const words = copies.flatMap(({ id, userId }, at) =>
      ["many", at % 2 === 0 ? "even" : "odd"].map((word) => ({ userId, word, loadoutId: id })),
    );
    await db.insertInto("loadoutWord").values(words).execute();
    const seen: string[] = [];
    let cursor: Asked["cursor"] = null;
    do {
      const page: Awaited<ReturnType<Visitor["trpc"]["loadout"]["list"]["query"]>> =
        await visitor.trpc.loadout.list.query({ q: "man odd", cursor, limit: 60 });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  });

  test("finds no other user's loadouts", async () => {
    await using world = await makeWorld();
    const [one, other] = [await guest(world), await guest(world)];
    await filled(world, one, ["Secret"]);
    expect(await getNames(other, { q: "secret" })).toEqual([]);
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
    expect((await getNames(visitor, { folderId: id })).toSorted()).toEqual(["One", "Three"]);
    expect(await getNames(visitor, { folderId: null })).toEqual(["Two"]);
    expect(await folder.list.query()).toEqual([{ id, name: "Metro", loadouts: 2, byGame: { bf4: 1, bf2042: 1 } }]);
    const { loadoutIds } = await folder.remove.mutate({ id });
    expect(loadoutIds.toSorted()).toEqual([ids[0], third.id].toSorted());
    expect(await folder.list.query()).toEqual([]);
    expect(await getNames(visitor, { folderId: null })).toHaveLength(3);
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
    expect(await owner.trpc.folder.list.query()).toEqual([
      { id, name: "Mine", loadouts: 0, byGame: { bf4: 0, bf2042: 0 } },
    ]);
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
    expect(await visitor.trpc.folder.list.query()).toMatchObject([
      { name: "Metro", loadouts: 1 },
      { name: "Other", loadouts: 0 },
    ]);
    expect(await getNames(visitor, { q: "sniper" })).toEqual(["Sniper"]);
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
    const asked = { order: "own", limit: 2 } as const;
    const first = await visitor.trpc.loadout.list.query(asked);
    const second = await visitor.trpc.loadout.list.query({ ...asked, cursor: first.nextCursor });
    expect(second.items.map(({ name }) => name)).toEqual(["B", "A"]);
    const back = await visitor.trpc.loadout.list.query({
      ...asked,
      cursor: second.previousCursor,
      direction: "backward",
    });
    expect(back.items).toEqual(first.items);
  });

  test("pins are a list of their own, and no new version", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const [a = ""] = await filled(world, visitor, ["A", "B"]);
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: true });
    expect(await getNames(visitor, { pinned: true })).toEqual(["A"]);
    expect(await visitor.trpc.loadout.get.query({ id: a })).toMatchObject({ version: 1 });
    await visitor.trpc.loadout.arrange.mutate({ ids: [a], pinned: false });
    expect(await getNames(visitor, { pinned: true })).toEqual([]);
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
    await purgeExpired(db, new Date(Date.now() + 29 * DAY_MS));
    expect(await db.selectFrom("loadout").select("id").execute()).toHaveLength(3);
    await db
      .updateTable("session")
      .set({ expiresAt: new Date(Date.now() + 90 * DAY_MS) })
      .execute();
    await purgeExpired(db, new Date(Date.now() + 31 * DAY_MS));
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
