// @shared
// Changes of many rows are atomic: other readers see all of a change or nothing, and it fails as a whole.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createImportItem, sendLockerImport } from "#test/harness/data/imports.ts";
import { buildLoadout, createGuest, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** The maximum number of loadouts of a guest. */
const MAX_LOADOUTS = 200;

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

const createItems = (world: World, name = "No.", count = MAX_LOADOUTS) =>
  Array.from({ length: count }, (_, number) => createImportItem(world, number, `${name} ${number}`));

/** Imports the loadouts; returns the id of the import. */
async function importAll(visitor: Visitor, loadouts: ReturnType<typeof createItems>): Promise<string> {
  const importId = await sendLockerImport(visitor, loadouts);
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: loadouts.length });
  return importId;
}

/** Calls `look` repeatedly until the work is done; returns each different result once. */
async function observeDuring<Seen>(look: () => Promise<Seen>, work: () => Promise<unknown>): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  let isDone = false;
  const observers = [0, 1].map(async () => {
    while (!isDone) {
      const state = await look();
      seen.set(JSON.stringify(state), state);
      await sleep(1);
    }
  });
  await work();
  isDone = true;
  await Promise.all(observers);
  return [...seen.values()];
}

const getCount = async ({ trpc }: Visitor): Promise<number> =>
  (await trpc.loadout.list.query({ limit: 500 })).items.length;

const getNames = async ({ trpc }: Visitor): Promise<string[]> =>
  (await trpc.loadout.list.query({ limit: 100 })).items.map(({ name }) => name);

describe("an import", () => {
  test("is visible completely or not at all during its commit and its undo", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const importId = await sendLockerImport(visitor, createItems(world));
    const other = moveToNewAddress(visitor, world);
    const getState = async () => [await getCount(other), (await getNames(other)).length];
    const { commit, undo } = visitor.trpc.lockerImport;
    // The list is read after the count, so the two may differ.
    const consistent = [
      [0, 0],
      [0, 100],
      [MAX_LOADOUTS, 0],
      [MAX_LOADOUTS, 100],
    ];
    const observed = await observeDuring(getState, () => commit.mutate({ importId, loadouts: MAX_LOADOUTS }));
    for (const seen of observed) expect(consistent).toContainEqual(seen);
    expect(await getState()).toEqual([MAX_LOADOUTS, 100]);
    for (const seen of await observeDuring(getState, () => undo.mutate({ importId })))
      expect(consistent).toContainEqual(seen);
    expect(await getState()).toEqual([0, 0]);
  });

  test("that replaces loadouts shows either all old or all new ones", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const { commit, undo } = visitor.trpc.lockerImport;
    const loadouts = createItems(world, "Old");
    await importAll(visitor, loadouts);
    const replacing = loadouts.map((each) => ({ ...each, name: `New ${each.number}`, seenVersion: 1 }));
    const importId = await sendLockerImport(visitor, replacing);
    const other = moveToNewAddress(visitor, world);
    const getNamePrefixes = async () => [...new Set((await getNames(other)).map((name) => name.split(" ")[0]))];
    for (const seen of await observeDuring(getNamePrefixes, () => commit.mutate({ importId, loadouts: MAX_LOADOUTS })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await getNamePrefixes()).toEqual(["New"]);
    for (const seen of await observeDuring(getNamePrefixes, () => undo.mutate({ importId })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await getNamePrefixes()).toEqual(["Old"]);
  });

  test("that fails halfway leaves the locker unchanged, and can be committed again", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS, environment: { LOG_LEVEL: "silent" } });
    const { db } = world.context;
    const { visitor } = await signUpAndSignIn(world);
    await importAll(visitor, createItems(world, "Mine", 3));
    const importId = await sendLockerImport(visitor, createItems(world));
    const last = db
      .updateTable("importedLoadout")
      .where("importId", "=", importId)
      .where("number", "=", MAX_LOADOUTS - 1);
    const rows = db.selectFrom("importedLoadout").select("body").where("importId", "=", importId);
    const { body } = await rows.where("number", "=", MAX_LOADOUTS - 1).executeTakeFirstOrThrow();
    await last.set({ body: "{" }).execute();
    const commit = () => visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MAX_LOADOUTS });
    expect(await getAppError(commit())).toMatchObject({ status: 500 });
    expect(await getCount(visitor)).toBe(3);
    await last.set({ body }).execute();
    expect([await commit(), await getCount(visitor)]).toEqual([{ added: MAX_LOADOUTS, replaced: 0 }, MAX_LOADOUTS + 3]);
  });

  test("keeps edited loadouts when it is undone, and deleted ones stay deleted", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const loadouts = createItems(world, "No.", 3);
    const importId = await importAll(visitor, loadouts);
    const [edited, deleted] = loadouts;
    if (!edited || !deleted) throw new Error("There are three.");
    const { number: _, ...write } = edited;
    await visitor.trpc.loadout.save.mutate({ ...write, name: "Mine now", seenVersion: 1 });
    await visitor.trpc.loadout.remove.mutate({ id: deleted.id });
    expect(await visitor.trpc.lockerImport.undo.mutate({ importId })).toEqual({ skippedCount: 1 });
    expect(await getNames(visitor)).toEqual(["Mine now"]);
  });

  test("and parallel saves are all stored, each in a place of its own", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const importId = await sendLockerImport(visitor, createItems(world));
    const others = Array.from({ length: 10 }, () => moveToNewAddress(visitor, world));
    await Promise.all([
      visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MAX_LOADOUTS }),
      ...others.map(({ trpc }) => trpc.loadout.save.mutate(newLoadout(buildLoadout(world), "Saved"))),
    ]);
    expect(await getCount(visitor)).toBe(MAX_LOADOUTS + 10);
    const { db } = world.context;
    const places = await db.selectFrom("loadout").select("place").execute();
    expect(new Set(places.map(({ place }) => place)).size).toBe(MAX_LOADOUTS + 10);
  });
});

test("a merge is visible to another device completely or not at all, and the guest is deleted", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndSignIn(world);
  await owner.trpc.loadout.save.mutate(newLoadout(buildLoadout(world), "Mine"));
  const visitor = await createGuest(world);
  await importAll(visitor, createItems(world));
  const signIn = () => visitor.post("/api/auth/sign-in/email", account);
  for (const seen of await observeDuring(() => getCount(owner), signIn)) expect([1, MAX_LOADOUTS + 1]).toContain(seen);
  expect(await getCount(owner)).toBe(MAX_LOADOUTS + 1);
  expect(await world.context.db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
});

test("the removal of a full folder or of all merged loadouts is visible completely or not at all", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndSignIn(world);
  const visitor = await createGuest(world);
  const loadouts = createItems(world);
  await importAll(visitor, loadouts);
  const folderId = crypto.randomUUID();
  await visitor.trpc.folder.save.mutate({ id: folderId, name: "Full" });
  for (let start = 0; start < MAX_LOADOUTS; start += 100) {
    const ids = loadouts.slice(start, start + 100).map(({ id }) => id);
    await visitor.trpc.loadout.arrange.mutate({ ids, folderId });
  }
  await visitor.post("/api/auth/sign-in/email", account);
  const countInside = async () =>
    (await owner.trpc.loadout.list.query({ limit: 500 })).items.filter((each) => each.folderId === folderId).length;
  const remove = () => visitor.trpc.folder.remove.mutate({ id: folderId });
  for (const seen of await observeDuring(countInside, remove)) expect([0, MAX_LOADOUTS]).toContain(seen);
  expect([await owner.trpc.folder.list.query(), await getCount(owner)]).toEqual([[], MAX_LOADOUTS]);
  const removeImported = async () =>
    expect(await visitor.trpc.loadout.removeGuestImport.mutate()).toEqual({ dropped: MAX_LOADOUTS });
  for (const seen of await observeDuring(() => getCount(owner), removeImported))
    expect([0, MAX_LOADOUTS]).toContain(seen);
  expect(await getCount(owner)).toBe(0);
});

test("a deletion is effective at once, before the user's data is purged, and frees the address", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now } = world.context;
  const { visitor, account } = await signUpAndSignIn(world);
  const loadout = buildLoadout(world);
  await visitor.trpc.loadout.save.mutate(newLoadout(loadout));
  const { id } = await visitor.trpc.share.create.mutate({ name: "Shared", note: null, loadout, withAuthor: true });
  const none = createRun(0);
  await PEOPLE.deletePerson(db, await getUserId(visitor), now(), none);
  const stranger = world.visitor();
  expect(await getAppError(visitor.trpc.account.export.query())).toMatchObject({ status: 401 });
  expect(await getAppError(visitor.trpc.loadout.save.mutate(newLoadout(loadout)))).toMatchObject({ status: 401 });
  expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBe(null);
  expect(await getAppError(stranger.trpc.share.get.query({ id }))).toMatchObject({
    status: 404,
    code: "share_missing",
  });
  expect((await stranger.fetch(`/share-picture/${id}.png`)).status).not.toBe(200);
  expect((await stranger.post("/api/auth/sign-in/email", account)).status).toBe(401);
  expect((await stranger.post("/api/auth/sign-up/email", account)).status).toBe(200);
  await PEOPLE.purgeFormerPeople(db, now(), createRun(100));
  expect(await db.selectFrom("loadout").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
});

if (process.env["TEST_DATABASE"]) {
  test("parallel merges in two processes create no duplicate names or places", async () => {
    await using world = await makeWorld({ singleProcess: "the second process is one of the story's own" });
    const { db, config } = world.context;
    const { visitor: owner } = await signUpAndSignIn(world);
    await owner.trpc.loadout.save.mutate(newLoadout(buildLoadout(world), "Twin"));
    const ownerId = await getUserId(owner);
    const guestIds: string[] = [];
    for (const note of ["one", "another"]) {
      const visitor = await createGuest(world);
      await importAll(
        visitor,
        createItems(world).map((each) => ({ ...each, name: "Twin", note: `${note} ${each.number}` })),
      );
      guestIds.push(await getUserId(visitor));
    }
    const [first = "", second = ""] = guestIds;
    const otherDb = openDatabase(config.database, world.context.logger);
    try {
      // Opens the connection before the merges start.
      await otherDb.selectFrom("user").select("id").execute();
      await Promise.all([
        PEOPLE.mergeGuest(db, first, ownerId),
        PEOPLE.mergeGuest(otherDb, second, ownerId),
        PEOPLE.mergeGuest(otherDb, first, ownerId),
      ]);
    } finally {
      await otherDb.destroy();
    }
    const rows = await db.selectFrom("loadout").select(["name", "place"]).where("userId", "=", ownerId).execute();
    const all = 2 * MAX_LOADOUTS + 1;
    expect([rows, new Set(rows.map(({ place }) => place)), new Set(rows.map(({ name }) => name))]).toMatchObject([
      { length: all },
      { size: all },
      { size: all },
    ]);
    expect(await db.selectFrom("user").select("id").execute()).toEqual([{ id: ownerId }]);
  });
}
