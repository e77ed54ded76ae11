// @shared
// Long operations of one person: recorded first, visible atomically, and completed by the next process after an
// interruption.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { recordCommit } from "#server/features/loadout/locker-import.ts";
import { createBackgroundOperations } from "#server/operations/background.ts";
import { recordDeparture, recordMerge } from "#server/operations/departure.ts";
import { finishOperation } from "#server/operations/finish.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { incoming, sendAll } from "#test/harness/data/imports.ts";
import { aLoadout, findNames, getAppError, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MANY = 400;

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

const many = (world: World, name = "No.", count = MANY) =>
  Array.from({ length: count }, (_, number) => incoming(world, number, `${name} ${number}`));

/** Every answer that was seen from now on until the work is done, each once. */
async function seenDuring<Seen>(look: () => Promise<Seen>, work: () => Promise<unknown>): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  let isDone = false;
  const looking = [0, 1].map(async () => {
    while (!isDone) {
      const found = await look();
      seen.set(JSON.stringify(found), found);
      await sleep(1);
    }
  });
  await work();
  isDone = true;
  await Promise.all(looking);
  return [...seen.values()];
}

const listAll = async ({ trpc }: Visitor) => (await trpc.loadout.list.query({ limit: 500 })).items;
const getCount = async (visitor: Visitor): Promise<number> => (await listAll(visitor)).length;

describe("an import", () => {
  test("is there or not, at every moment of its commit and its undo", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const loadouts = many(world);
    const importId = await sendAll(visitor, loadouts);
    const other = elsewhere(visitor, world);
    const look = async () => {
      const { items } = await other.trpc.loadout.list.query({ limit: 100 });
      return [await getCount(other), items.length];
    };
    const { commit, undo } = visitor.trpc.lockerImport;
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
    await commit.mutate({ importId: await sendAll(visitor, loadouts), loadouts: MANY });
    const replacing = loadouts.map((one) => ({ ...one, name: `New ${one.number}`, seenVersion: 1 }));
    const importId = await sendAll(visitor, replacing);
    const other = elsewhere(visitor, world);
    const words = async () => {
      const { items } = await other.trpc.loadout.list.query({ order: "own", limit: 100 });
      return [...new Set(items.map(({ name }) => name.split(" ")[0]))];
    };
    for (const seen of await seenDuring(words, () => commit.mutate({ importId, loadouts: MANY })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await words()).toEqual(["New"]);
    for (const seen of await seenDuring(words, () => undo.mutate({ importId })))
      expect([["Old"], ["New"]]).toContainEqual(seen);
    expect(await words()).toEqual(["Old"]);
  });

  test("is finished by the next call of its owner when its process has died after recording it", async () => {
    await using world = await makeWorld({ alone: "the story records what a process would go on with" });
    const { db, now } = world.context;
    const { visitor } = await signUpAndIn(world);
    const owner = { id: await getUserId(visitor), isGuest: false };
    const importId = await sendAll(visitor, many(world, "No.", 30));
    await withPersonLock(db, owner.id, (trx) => recordCommit(trx, owner, { importId, loadouts: 30 }, now()));
    expect(await visitor.trpc.lockerImport.progress.query({ importId })).toEqual({
      state: "committing",
      all: 30,
      applied: 0,
    });
    expect(
      await getAppError(visitor.trpc.lockerImport.send.mutate({ importId, loadouts: [incoming(world, 0)] })),
    ).toEqual(expect.objectContaining({ status: 404, code: "import_missing" }));
    expect(await getCount(visitor)).toBe(30);
    expect(await visitor.trpc.lockerImport.progress.query({ importId })).toMatchObject({ state: "done", applied: 30 });
    expect(await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: 30 })).toEqual({
      added: 30,
      replaced: 0,
    });
  });

  test("is finished without a call, too", async () => {
    await using world = await makeWorld({ alone: "the story records what a process would go on with" });
    const { db, now, operations } = world.context;
    const { visitor } = await signUpAndIn(world);
    const owner = { id: await getUserId(visitor), isGuest: false };
    const importId = await sendAll(visitor, many(world, "No.", 30));
    await withPersonLock(db, owner.id, (trx) => recordCommit(trx, owner, { importId, loadouts: 30 }, now()));
    await operations.drained();
    const rows = await db.selectFrom("loadout").select("id").where("userId", "=", owner.id).execute();
    expect(rows).toHaveLength(30);
  });

  test("that fails is tried again while the process runs, and holds up neither others nor readiness", async () => {
    await using world = await makeWorld({ alone: "the story records what a process would go on with" });
    const { db, now } = world.context;
    const commitFor = async () => {
      const { visitor } = await signUpAndIn(world);
      const owner = { id: await getUserId(visitor), isGuest: false };
      const importId = await sendAll(visitor, many(world, "No.", 3));
      await withPersonLock(db, owner.id, (trx) => recordCommit(trx, owner, { importId, loadouts: 3 }, now()));
      return { userId: owner.id, importId };
    };
    const [broken, other] = [await commitFor(), await commitFor()];
    const rows = db.updateTable("importedLoadout").where("importId", "=", broken.importId).where("number", "=", 0);
    const { body } = await db
      .selectFrom("importedLoadout")
      .select("body")
      .where("importId", "=", broken.importId)
      .where("number", "=", 0)
      .executeTakeFirstOrThrow();
    await rows.set({ body: "{" }).execute();
    const attempts: number[] = [];
    const logger = { error: ({ attempt }: { attempt: number }) => void attempts.push(attempt) };
    await using operations = createBackgroundOperations(db, Object(logger), { retryAfterMs: 100 });
    await operations.drained();
    const count = async (userId: string) =>
      (await db.selectFrom("loadout").select("id").where("userId", "=", userId).execute()).length;
    expect([await count(broken.userId), await count(other.userId)]).toEqual([0, 3]);
    await expect.poll(() => attempts, { timeout: 10_000 }).toEqual(expect.arrayContaining([1, 2, 3]));
    const ready = await world.visitor().fetch("/api/health/ready");
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: "ready" }]);
    await rows.set({ body }).execute();
    await expect.poll(() => count(broken.userId), { timeout: 10_000 }).toBe(3);
    const tried = attempts.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(attempts).toHaveLength(tried);
  });

  test("keeps what its owner edited since when it is undone, and what they deleted stays deleted", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const loadouts = many(world, "No.", 3);
    const importId = await sendAll(visitor, loadouts);
    await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: 3 });
    const [edited, deleted] = loadouts;
    if (!edited || !deleted) throw new Error("There are three.");
    const { number: _, ...write } = edited;
    await visitor.trpc.loadout.save.mutate({ ...write, name: "Mine now", seenVersion: 1 });
    await visitor.trpc.loadout.remove.mutate({ id: deleted.id });
    expect(await visitor.trpc.lockerImport.undo.mutate({ importId })).toEqual({ kept: 1 });
    expect((await visitor.trpc.loadout.list.query({})).items.map(({ name }) => name)).toEqual(["Mine now"]);
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

describe("a merge", () => {
  test("is seen whole or not at all by another device of the account", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndIn(world);
    await owner.trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Mine"));
    const visitor = await guest(world);
    const importId = await sendAll(visitor, many(world));
    await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MANY });
    const signIn = () => visitor.post("/api/auth/sign-in/email", account);
    for (const seen of await seenDuring(() => getCount(owner), signIn)) expect([1, MANY + 1]).toContain(seen);
    expect(await getCount(owner)).toBe(MANY + 1);
    expect(await findNames(owner, "no 17")).toContain("No. 17");
    await world.context.operations.drained();
    expect(await world.context.db.selectFrom("user").select("id").execute()).toHaveLength(1);
    expect(await findNames(owner, "no 17")).toContain("No. 17");
  });

  test("that a process left behind is finished by the next call, while the guest is gone", async () => {
    await using world = await makeWorld({ alone: "the story records what a process would go on with" });
    const { db, now } = world.context;
    const { visitor: owner } = await signUpAndIn(world);
    const visitor = await guest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Theirs"));
    const [guestId, ownerId] = [await getUserId(visitor), await getUserId(owner)];
    expect(await recordMerge(db, guestId, ownerId, now())).toBe(true);
    expect(await recordMerge(db, guestId, ownerId, now())).toBe(false);
    expect(await getAppError(visitor.trpc.loadout.list.query({}))).toMatchObject({ status: 401, code: "signed_out" });
    expect(await findNames(owner)).toEqual(["Theirs"]);
  });
});

test("the removal of a full folder, and of what a merge brought along, is seen whole or not at all", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndIn(world);
  const visitor = await guest(world);
  const loadouts = many(world);
  const importId = await sendAll(visitor, loadouts);
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MANY });
  const folderId = crypto.randomUUID();
  await visitor.trpc.folder.save.mutate({ id: folderId, name: "Full" });
  for (let at = 0; at < MANY; at += 100) {
    const ids = loadouts.slice(at, at + 100).map(({ id }) => id);
    await visitor.trpc.loadout.arrange.mutate({ ids, folderId });
  }
  await visitor.post("/api/auth/sign-in/email", account);
  const inFolder = async () => (await listAll(owner)).filter((saved) => saved.folderId === folderId).length;
  const remove = () => visitor.trpc.folder.remove.mutate({ id: folderId });
  for (const seen of await seenDuring(inFolder, remove)) expect([0, MANY]).toContain(seen);
  expect([await inFolder(), await getCount(owner)]).toEqual([0, MANY]);
  const drop = async () => expect(await visitor.trpc.loadout.dropCarried.mutate()).toEqual({ dropped: MANY });
  for (const seen of await seenDuring(() => getCount(owner), drop)) expect([0, MANY]).toContain(seen);
  expect(await getCount(owner)).toBe(0);
});

describe("a deletion", () => {
  test("is effective at once, before a row is gone", async () => {
    await using world = await makeWorld({ alone: "the story records what a process would go on with" });
    const { db, now, operations } = world.context;
    const { visitor, account } = await signUpAndIn(world);
    const loadout = aLoadout(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(loadout));
    const content = { name: "Shared", note: null, loadout, withAuthor: true };
    const { id } = await visitor.trpc.share.create.mutate(content);
    await recordDeparture(db, await getUserId(visitor), now());
    const stranger = world.visitor();
    expect(await getAppError(visitor.trpc.account.export.query())).toMatchObject({ status: 401 });
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBe(null);
    expect(await getAppError(stranger.trpc.share.get.query({ id }))).toMatchObject({
      status: 404,
      code: "share_missing",
    });
    expect((await stranger.fetch(`/share-picture/${id}.png`)).status).not.toBe(200);
    expect((await stranger.post("/api/auth/sign-in/email", account)).status).toBe(401);
    expect(await db.selectFrom("loadout").select("id").execute()).toHaveLength(1);
    expect((await stranger.post("/api/auth/sign-up/email", account)).status).toBe(200);
    await operations.drained();
    expect(await db.selectFrom("loadout").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
  });
});

if (process.env["TEST_DATABASE"]) {
  test("a merge that two processes do at once gives no name, number or place twice", async () => {
    await using world = await makeWorld({ alone: "the second process is one of the story's own" });
    const { db, now, config } = world.context;
    const { visitor: owner } = await signUpAndIn(world);
    await owner.trpc.loadout.save.mutate(newLoadout(aLoadout(world), "Twin"));
    const visitor = await guest(world);
    const loadouts = many(world).map((one) => ({ ...one, name: "Twin", note: `${one.number}` }));
    const importId = await sendAll(visitor, loadouts);
    await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: MANY });
    const [guestId, ownerId] = [await getUserId(visitor), await getUserId(owner)];
    const second = openDatabase(config.database, world.context.logger);
    try {
      // It has its connection before the two begin.
      await second.selectFrom("user").select("id").execute();
      await recordMerge(db, guestId, ownerId, now());
      await Promise.all([finishOperation(db, ownerId), finishOperation(second, ownerId)]);
    } finally {
      await second.destroy();
    }
    const rows = await db.selectFrom("loadout").select(["name", "place"]).where("userId", "=", ownerId).execute();
    expect(rows).toHaveLength(MANY + 1);
    expect(new Set(rows.map(({ place }) => place)).size).toBe(MANY + 1);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(MANY + 1);
  });
}
