// @shared
// What changes many rows of one person is done in one transaction: others see all of it or nothing, and it fails as a whole.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { incoming, sendAll } from "#test/harness/data/imports.ts";
import { aLoadout, getAppError, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** As many as a guest may have. */
const MANY = 200;

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

const many = (world: World, name = "No.", count = MANY) =>
  Array.from({ length: count }, (_, number) => incoming(world, number, `${name} ${number}`));

/** Imports the loadouts; answers the id of the import. */
async function importAll(visitor: Visitor, loadouts: ReturnType<typeof many>): Promise<string> {
  const importId = await sendAll(visitor, loadouts);
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: loadouts.length });
  return importId;
}

/** Every answer that was seen from now on until the work is done, each once. */
async function seenDuring<Seen>(look: () => Promise<Seen>, work: () => Promise<unknown>): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  let isDone = false;
  const looking = [0, 1].map(async () => {
    while (!isDone) {
      const state = await look();
      seen.set(JSON.stringify(state), state);
      await sleep(1);
    }
  });
  await work();
  isDone = true;
  await Promise.all(looking);
  return [...seen.values()];
}

const getCount = async ({ trpc }: Visitor): Promise<number> =>
  (await trpc.loadout.list.query({ limit: 500 })).items.length;

const getNames = async ({ trpc }: Visitor): Promise<string[]> =>
  (await trpc.loadout.list.query({ limit: 100 })).items.map(({ name }) => name);

describe("an import", () => {
  test("is there or not, at every moment of its commit and its undo", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const importId = await sendAll(visitor, many(world));
    const other = elsewhere(visitor, world);
    const look = async () => [await getCount(other), (await getNames(other)).length];
    const { commit, undo } = visitor.trpc.lockerImport;
    // The list is read after the count.
    const whole = [
      [0, 0],
      [0, 100],
      [MANY, 0],
      [MANY, 100],
    ];
    const during = await seenDuring(look, () => commit.mutate({ importId, loadouts: MANY }));
    for (const seen of during) expect(whole).toContainEqual(seen);
    expect(await look()).toEqual([MANY, 100]);
    for (const seen of await seenDuring(look, () => undo.mutate({ importId }))) expect(whole).toContainEqual(seen);
    expect(await look()).toEqual([0, 0]);
  });

  test("that replaces shows each loadout as it was or as it is, all of them alike", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const { commit, undo } = visitor.trpc.lockerImport;
    const loadouts = many(world, "Old");
    await importAll(visitor, loadouts);
    const replacing = loadouts.map((one) => ({ ...one, name: `New ${one.number}`, seenVersion: 1 }));
    const importId = await sendAll(visitor, replacing);
    const other = elsewhere(visitor, world);
    const look = async () => [...new Set((await getNames(other)).map((name) => name.split(" ")[0]))];
    for (const seen of await seenDuring(look, () => commit.mutate({ importId, loadouts: MANY })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await look()).toEqual(["New"]);
    for (const seen of await seenDuring(look, () => undo.mutate({ importId })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await look()).toEqual(["Old"]);
  });

  test("that fails halfway leaves the locker as it was, and can be committed again", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS, environment: { LOG_LEVEL: "silent" } });
    const { db } = world.context;
    const { visitor } = await signUpAndIn(world);
    await importAll(visitor, many(world, "Mine", 3));
    const importId = await sendAll(visitor, many(world));
    const last = db
      .updateTable("importedLoadout")
      .where("importId", "=", importId)
      .where("number", "=", MANY - 1);
    const rows = db.selectFrom("importedLoadout").select("body").where("importId", "=", importId);
    const { body } = await rows.where("number", "=", MANY - 1).executeTakeFirstOrThrow();
    await last.set({ body: "{" }).execute();
    const commit = () => visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MANY });
    expect(await getAppError(commit())).toMatchObject({ status: 500 });
    expect(await getCount(visitor)).toBe(3);
    await last.set({ body }).execute();
    expect([await commit(), await getCount(visitor)]).toEqual([{ added: MANY, replaced: 0 }, MANY + 3]);
  });

  test("keeps what its owner edited since when it is undone, and what they deleted stays deleted", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const loadouts = many(world, "No.", 3);
    const importId = await importAll(visitor, loadouts);
    const [edited, deleted] = loadouts;
    if (!edited || !deleted) throw new Error("There are three.");
    const { number: _, ...write } = edited;
    await visitor.trpc.loadout.save.mutate({ ...write, name: "Mine now", seenVersion: 1 });
    await visitor.trpc.loadout.remove.mutate({ id: deleted.id });
    expect(await visitor.trpc.lockerImport.undo.mutate({ importId })).toEqual({ skippedCount: 1 });
    expect(await getNames(visitor)).toEqual(["Mine now"]);
  });

  test("and a save beside it are both there", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const importId = await sendAll(visitor, many(world));
    const others = Array.from({ length: 10 }, () => elsewhere(visitor, world));
    await Promise.all([
      visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MANY }),
      ...others.map(({ trpc }) => trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Saved"))),
    ]);
    expect(await getCount(visitor)).toBe(MANY + 10);
    const { db } = world.context;
    const places = await db.selectFrom("loadout").select("place").execute();
    expect(new Set(places.map(({ place }) => place)).size).toBe(MANY + 10);
  });
});

test("a merge is seen whole or not at all by another device of the account, and the guest is gone", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndIn(world);
  await owner.trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Mine"));
  const visitor = await guest(world);
  await importAll(visitor, many(world));
  const signIn = () => visitor.post("/api/auth/sign-in/email", account);
  for (const seen of await seenDuring(() => getCount(owner), signIn)) expect([1, MANY + 1]).toContain(seen);
  expect(await getCount(owner)).toBe(MANY + 1);
  expect(await world.context.db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
});

test("the removal of a full folder, and of what a merge brought along, is seen whole or not at all", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndIn(world);
  const visitor = await guest(world);
  const loadouts = many(world);
  await importAll(visitor, loadouts);
  const folderId = crypto.randomUUID();
  await visitor.trpc.folder.save.mutate({ id: folderId, name: "Full" });
  for (let at = 0; at < MANY; at += 100) {
    const ids = loadouts.slice(at, at + 100).map(({ id }) => id);
    await visitor.trpc.loadout.arrange.mutate({ ids, folderId });
  }
  await visitor.post("/api/auth/sign-in/email", account);
  const countInside = async () =>
    (await owner.trpc.loadout.list.query({ limit: 500 })).items.filter((one) => one.folderId === folderId).length;
  const remove = () => visitor.trpc.folder.remove.mutate({ id: folderId });
  for (const seen of await seenDuring(countInside, remove)) expect([0, MANY]).toContain(seen);
  expect([await owner.trpc.folder.list.query(), await getCount(owner)]).toEqual([[], MANY]);
  const drop = async () => expect(await visitor.trpc.loadout.removeGuestImport.mutate()).toEqual({ dropped: MANY });
  for (const seen of await seenDuring(() => getCount(owner), drop)) expect([0, MANY]).toContain(seen);
  expect(await getCount(owner)).toBe(0);
});

test("a deletion is effective at once, before what the person owned is purged, and frees the address", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now } = world.context;
  const { visitor, account } = await signUpAndIn(world);
  const loadout = aLoadout(world);
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
  test("merges that two processes do at once give no name, number or place twice", async () => {
    await using world = await makeWorld({ singleProcess: "the second process is one of the story's own" });
    const { db, config } = world.context;
    const { visitor: owner } = await signUpAndIn(world);
    await owner.trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Twin"));
    const ownerId = await getUserId(owner);
    const guestIds: string[] = [];
    for (const note of ["one", "another"]) {
      const visitor = await guest(world);
      await importAll(
        visitor,
        many(world).map((one) => ({ ...one, name: "Twin", note: `${note} ${one.number}` })),
      );
      guestIds.push(await getUserId(visitor));
    }
    const [first = "", second = ""] = guestIds;
    const otherDb = openDatabase(config.database, world.context.logger);
    try {
      // It has its connection before the two begin.
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
    const all = 2 * MANY + 1;
    expect([rows, new Set(rows.map(({ place }) => place)), new Set(rows.map(({ name }) => name))]).toMatchObject([
      { length: all },
      { size: all },
      { size: all },
    ]);
    expect(await db.selectFrom("user").select("id").execute()).toEqual([{ id: ownerId }]);
  });
}
