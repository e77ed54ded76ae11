// @postgres
// An import is sent in pages, committed at once, and undone at once.
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import { buildLoadout, createGuest, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const createImportItem = (world: World, number: number, name = `No. ${number}`) => ({
  ...newLoadout(buildLoadout(world), name),
  number,
});

const getNames = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.trpc.loadout.list.query({ order: "own" })).items.map(({ name }) => name);

describe("an import", () => {
  test("is added once, in its order, and only when it is complete", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { send, commit } = visitor.trpc.lockerImport;
    const importId = crypto.randomUUID();
    const [a, b, c] = [createImportItem(world, 0), createImportItem(world, 1), createImportItem(world, 2)];
    await send.mutate({ importId, loadouts: [a, b] });
    await send.mutate({ importId, loadouts: [b] });
    expect(await getAppError(commit.mutate({ importId, loadouts: 3 }))).toMatchObject({
      status: 409,
      code: "import_incomplete",
    });
    expect(await getNames(visitor)).toEqual([]);
    await send.mutate({ importId, loadouts: [c] });
    const done = { added: 3, replaced: 0 };
    expect(await commit.mutate({ importId, loadouts: 3 })).toEqual(done);
    expect(await commit.mutate({ importId, loadouts: 3 })).toEqual(done);
    expect(await getNames(visitor)).toEqual(["No. 0", "No. 1", "No. 2"]);
    expect(await getAppError(send.mutate({ importId, loadouts: [c] }))).toMatchObject({ code: "import_missing" });
  });

  test("keeps the order of the file in both orders of the locker, above the existing loadouts", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const mine = newLoadout(buildLoadout(world), "Mine");
    const [replaced, other] = [newLoadout(buildLoadout(world), "Old"), newLoadout(buildLoadout(world), "Other")];
    for (const loadout of [mine, replaced, other]) {
      world.turnClock(1000);
      await visitor.trpc.loadout.save.mutate(loadout);
    }
    const stranger = await createGuest(world);
    const loadouts = Array.from({ length: 35 }, (_, number) => createImportItem(world, number));
    // Some ids are those of another user's loadouts.
    for (const { id } of loadouts.filter(({ number }) => number % 14 === 3))
      await stranger.trpc.loadout.save.mutate({ ...newLoadout(buildLoadout(world), "Theirs"), id });
    loadouts[8] = { ...replaced, number: 8, name: "No. 8", seenVersion: 1 };
    world.turnClock(60_000);
    const importId = crypto.randomUUID();
    await visitor.trpc.lockerImport.send.mutate({ importId, loadouts: loadouts.toReversed() });
    await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: loadouts.length });
    const names = loadouts.map(({ name }) => name);
    const changed = await visitor.trpc.loadout.list.query({ order: "changed", limit: 60 });
    expect(changed.items.map(({ name }) => name)).toEqual([...names, "Other", "Mine"]);
    const own = await visitor.trpc.loadout.list.query({ order: "own", limit: 60 });
    const isInPlace = (name: string) => ["No. 8", "Other", "Mine"].includes(name);
    expect(own.items.map(({ name }) => name).filter((name) => !isInPlace(name))).toEqual(
      names.filter((name) => !isInPlace(name)),
    );
  });

  test("that replaced loadouts restores them when undone, except those changed since", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { save } = visitor.trpc.loadout;
    const [one, two] = [newLoadout(buildLoadout(world), "One"), newLoadout(buildLoadout(world), "Two")];
    await save.mutate({ ...one, tags: ["old"], note: "As it was" });
    await save.mutate(two);
    const importId = crypto.randomUUID();
    const loadouts = [
      { ...one, name: "One, new", number: 0, seenVersion: 1 },
      { ...two, name: "Two, new", number: 1, seenVersion: 1 },
      createImportItem(world, 2, "Three"),
    ];
    await visitor.trpc.lockerImport.send.mutate({ importId, loadouts });
    expect(await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: 3 })).toEqual({ added: 1, replaced: 2 });
    await save.mutate({ ...two, name: "Two, newer", seenVersion: 2 });
    expect(await visitor.trpc.lockerImport.undo.mutate({ importId })).toEqual({ skippedCount: 1 });
    expect(await visitor.trpc.lockerImport.undo.mutate({ importId })).toEqual({ skippedCount: 1 });
    expect((await getNames(visitor)).toSorted()).toEqual(["One", "Two, newer"]);
    expect(await visitor.trpc.loadout.get.query({ id: one.id })).toMatchObject({ tags: ["old"], note: "As it was" });
    expect((await visitor.trpc.loadout.list.query({ order: "deleted" })).items).toMatchObject([{ name: "Three" }]);
  });

  test("that replaces a loadout of the same size fits into a locker without room, and a larger one does not", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const { db } = world.context;
    const visitor = await createGuest(world);
    const [one, two] = [newLoadout(buildLoadout(world), "One"), newLoadout(buildLoadout(world), "Two")];
    for (const loadout of [one, two]) await visitor.trpc.loadout.save.mutate(loadout);
    const { bytes } = await db.selectFrom("loadout").select("bytes").where("id", "=", two.id).executeTakeFirstOrThrow();
    const allBytes = getLimit("loadoutBytes", { isGuest: true });
    await db
      .updateTable("loadout")
      .set({ bytes: allBytes - bytes })
      .where("id", "=", one.id)
      .execute();
    const replace = async (name: string, seenVersion: number) => {
      const importId = crypto.randomUUID();
      await visitor.trpc.lockerImport.send.mutate({ importId, loadouts: [{ ...two, name, number: 0, seenVersion }] });
      return visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: 1 });
    };
    expect(await replace("Owt", 1)).toEqual({ added: 0, replaced: 1 });
    expect(await getAppError(replace("Three", 2))).toMatchObject({ code: "locker_full" });
    expect((await getNames(visitor)).toSorted()).toEqual(["One", "Owt"]);
  });

  test("adds nothing when a loadout to be replaced was changed in the meantime", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const one = newLoadout(buildLoadout(world), "One");
    await visitor.trpc.loadout.save.mutate(one);
    const importId = crypto.randomUUID();
    const loadouts = [createImportItem(world, 0), { ...one, name: "Mine", number: 1, seenVersion: 1 }];
    await visitor.trpc.lockerImport.send.mutate({ importId, loadouts });
    await visitor.trpc.loadout.save.mutate({ ...one, name: "Theirs", seenVersion: 1 });
    const refused = getAppError(visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: 2 }));
    expect(await refused).toMatchObject({ status: 409, code: "import_changed" });
    expect(await getNames(visitor)).toEqual(["Theirs"]);
  });

  test("refuses a loadout that the game forbids, and names its number", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const bad = { ...buildLoadout(world), primary: { weaponId: "railgun", attachments: {} } } as never;
    const loadouts = [createImportItem(world, 0), { ...newLoadout(bad), number: 1 }];
    const refused = getAppError(visitor.trpc.lockerImport.send.mutate({ importId: crypto.randomUUID(), loadouts }));
    expect(await refused).toMatchObject({ status: 422, code: "loadout_illegal", details: { number: 1 } });
  });

  test("of another user cannot be filled, committed or undone", async () => {
    await using world = await makeWorld();
    const [owner, other] = [await createGuest(world), await createGuest(world)];
    const importId = crypto.randomUUID();
    await owner.trpc.lockerImport.send.mutate({ importId, loadouts: [createImportItem(world, 0)] });
    const missing = { status: 404, code: "import_missing" };
    const { send, commit, undo } = other.trpc.lockerImport;
    expect(await getAppError(commit.mutate({ importId, loadouts: 1 }))).toMatchObject(missing);
    expect(await getAppError(undo.mutate({ importId }))).toMatchObject(missing);
    // An import of another user may have the same id.
    await send.mutate({ importId, loadouts: [createImportItem(world, 1), createImportItem(world, 0)] });
    expect(await owner.trpc.lockerImport.commit.mutate({ importId, loadouts: 1 })).toEqual({ added: 1, replaced: 0 });
    expect([await getNames(owner), await getNames(other)]).toEqual([["No. 0"], []]);
  });

  test("with the id of another user's loadout adds a new one, and leaves the other unchanged", async () => {
    await using world = await makeWorld();
    const [owner, stranger] = [await createGuest(world), await createGuest(world)];
    const one = newLoadout(buildLoadout(world), "Night raid");
    await owner.trpc.loadout.save.mutate(one);
    const importId = crypto.randomUUID();
    const { send, commit, undo } = stranger.trpc.lockerImport;
    await send.mutate({ importId, loadouts: [{ ...one, name: "Zebra", number: 0 }] });
    expect(await commit.mutate({ importId, loadouts: 1 })).toEqual({ added: 1, replaced: 0 });
    expect([await getNames(owner), await getNames(stranger)]).toEqual([["Night raid"], ["Zebra"]]);
    expect(await undo.mutate({ importId })).toEqual({ skippedCount: 0 });
    expect([await getNames(owner), await getNames(stranger)]).toEqual([["Night raid"], []]);
  });

  test("gives each loadout a different place in the owner's order, also with gaps in the numbers", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { send, commit } = visitor.trpc.lockerImport;
    const importId = crypto.randomUUID();
    await send.mutate({
      importId,
      loadouts: [createImportItem(world, 3), createImportItem(world, 70), createImportItem(world, 1900)],
    });
    await commit.mutate({ importId, loadouts: 3 });
    const { items } = await visitor.trpc.loadout.list.query({ order: "own" });
    expect(items.map(({ name }) => name)).toEqual(["No. 3", "No. 70", "No. 1900"]);
    expect(new Set(items.map(({ place }) => place)).size).toBe(3);
  });

  test("counts a repeated page once, and uses the last loadout sent for each number", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const { db } = world.context;
    const visitor = await createGuest(world);
    const { send, commit } = visitor.trpc.lockerImport;
    const importId = crypto.randomUUID();
    const bytes = async () => (await db.selectFrom("lockerImport").select("bytes").executeTakeFirst())?.bytes;
    const page = [createImportItem(world, 0, "Alpha"), createImportItem(world, 1, "Bravo")];
    await send.mutate({ importId, loadouts: page });
    const bytesOfOnePage = await bytes();
    for (let times = 0; times < 2; times += 1) await send.mutate({ importId, loadouts: page });
    expect(await bytes()).toBe(bytesOfOnePage);
    const others = [createImportItem(world, 0, "Gamma"), createImportItem(world, 1, "Delta")];
    await send.mutate({ importId, loadouts: others });
    expect(await bytes()).toBe(bytesOfOnePage);
    // Swaps the two numbers, then sends them with shorter names.
    const swapped = others.map((each) => ({ ...each, number: 1 - each.number }));
    await send.mutate({ importId, loadouts: swapped });
    await send.mutate({ importId, loadouts: swapped.map((each) => ({ ...each, name: each.name.slice(0, 4) })) });
    await commit.mutate({ importId, loadouts: 2 });
    expect(await getNames(visitor)).toEqual(["Delt", "Gamm"]);
  });

  test("adds its own version of a loadout that another import has sent, too", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { send, commit } = visitor.trpc.lockerImport;
    const one = createImportItem(world, 0, "First");
    const [importId, abandoned] = [crypto.randomUUID(), crypto.randomUUID()];
    await send.mutate({ importId, loadouts: [one] });
    await send.mutate({ importId: abandoned, loadouts: [{ ...one, name: "Second" }] });
    await send.mutate({ importId: abandoned, loadouts: [createImportItem(world, 0, "Third")] });
    await commit.mutate({ importId, loadouts: 1 });
    expect(await getNames(visitor)).toEqual(["First"]);
  });

  test("keeps pinned loadouts when it is undone, and removes those in a folder", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { folder, loadout, lockerImport } = visitor.trpc;
    const loadouts = ["Pinned", "In a folder", "Unpinned again", "As it came"].map((name, number) =>
      createImportItem(world, number, name),
    );
    const importId = crypto.randomUUID();
    await lockerImport.send.mutate({ importId, loadouts });
    await lockerImport.commit.mutate({ importId, loadouts: 4 });
    const [pinned, inside, unpinned] = loadouts.map(({ id }) => [id]);
    const folderId = crypto.randomUUID();
    await folder.save.mutate({ id: folderId, name: "Mine" });
    await loadout.arrange.mutate({ ids: pinned ?? [], pinned: true });
    await loadout.arrange.mutate({ ids: inside ?? [], folderId });
    for (const isPinned of [true, false]) await loadout.arrange.mutate({ ids: unpinned ?? [], pinned: isPinned });
    expect(await lockerImport.undo.mutate({ importId })).toEqual({ skippedCount: 1 });
    expect((await getNames(visitor)).toSorted()).toEqual(["Pinned"]);
  });
});
