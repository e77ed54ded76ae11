// @shared
// An account stays within its limits when guests are merged into it, and what has no room waits: nothing is lost.
import { describe, expect, test } from "vitest";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { LOCKER_BYTES, LOCKER_SIZE, STORED_LOADOUTS } from "#server/features/loadout/room.ts";
import { deletePerson, mergeGuest, waitingGuests } from "#server/operations/departure.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { aLoadout, fillLocker, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { insertPerson } from "#test/harness/data/people-rows.ts";
import { INSIDES } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const AT = "2026-01-01T00:00:00.000Z";
const stamps = { createdAt: AT, updatedAt: AT };
const DAY_MS = 24 * 60 * 60_000;

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

type Account = Awaited<ReturnType<typeof signUpAndIn>>["account"];

/** Signs in to the account as a guest with these loadouts; answers the guest's id. */
async function mergeNew(world: World, account: Account, names: readonly string[]): Promise<string> {
  const visitor = await guest(world);
  for (const name of names) await visitor.trpc.loadout.save.mutate(newLoadout(aLoadout(world), name));
  const guestId = await getUserId(visitor);
  expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
  return guestId;
}

const countOf = async ({ context }: World, userId: string): Promise<number> =>
  (await context.db.selectFrom("loadout").select("id").where("userId", "=", userId).execute()).length;

/** An account with room for three more loadouts, and four guests who signed in to it with two each. */
async function fourGuests(world: World) {
  const { visitor: owner, account } = await signUpAndIn(world);
  await fillLocker(world, owner, LOCKER_SIZE.account - 4);
  const guests: string[] = [];
  for (const name of ["A", "B", "C", "D"]) guests.push(await mergeNew(world, account, [`${name}1`, `${name}2`]));
  return { owner, ownerId: await getUserId(owner), guests };
}

test("guests who sign in one after the other never make the locker larger than it may be", async () => {
  await using world = await makeWorld({ alone: INSIDES });
  const { owner, ownerId, guests } = await fourGuests(world);
  expect(await countOf(world, ownerId)).toBe(LOCKER_SIZE.account - 1);
  expect(await owner.trpc.account.waitingGuests.query()).toBe(3);
  expect(await Promise.all(guests.map((id) => countOf(world, id)))).toEqual([0, 2, 2, 2]);
});

test("what waits is merged once there is room, and outlasts the hourly purge for thirty days", async () => {
  await using world = await makeWorld({ alone: INSIDES });
  const { owner, ownerId, guests } = await fourGuests(world);
  const { db } = world.context;
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
  await purgeExpired(db, inDays(1));
  expect(await owner.trpc.account.mergeWaiting.mutate()).toEqual({ waiting: 3 });
  const free = async (count: number) => {
    // Read before the deletion: as a subquery of it PostgreSQL may run this again for each of 20,000 rows.
    const own = db.selectFrom("loadout").select("id").where("userId", "=", ownerId).where("name", "=", "First");
    const ids = (await own.limit(count).execute()).map((row) => row.id);
    await db.deleteFrom("loadout").where("userId", "=", ownerId).where("id", "in", ids).execute();
  };
  await free(3);
  expect(await owner.trpc.account.mergeWaiting.mutate()).toEqual({ waiting: 1 });
  expect(await owner.trpc.account.mergeWaiting.mutate()).toEqual({ waiting: 1 });
  expect(await countOf(world, ownerId)).toBe(LOCKER_SIZE.account);
  const names = (await owner.trpc.loadout.carried.query()).filter((name) => name !== "First");
  expect(names.toSorted()).toEqual(["A1", "A2", "B1", "B2", "C1", "C2"]);
  await purgeExpired(db, inDays(29));
  expect(await countOf(world, guests[3] ?? "")).toBe(2);
  await purgeExpired(db, inDays(31));
  expect(await countOf(world, guests[3] ?? "")).toBe(0);
});

test("a guest who waits writes no more, and goes with the account", async () => {
  await using world = await makeWorld({ alone: INSIDES });
  const { ownerId, guests } = await fourGuests(world);
  const { db } = world.context;
  const late = withPersonLock(db, guests[3] ?? "", async () => "saved");
  await expect(late).rejects.toMatchObject({ code: "signed_out" });
  await deletePerson(db, ownerId, new Date());
  await purgeExpired(db, new Date(Date.now() + 61_000));
  expect(await Promise.all(guests.map((id) => countOf(world, id)))).toEqual([0, 0, 0, 0]);
});

const NOTHING = { soldiers: [], loadouts: [], folders: [], ticks: [], plan: [], shares: [] };
const many = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at));
const id = (): string => crypto.randomUUID();

type Fill = (world: World, userId: string, count: number, suffix: string) => Promise<unknown>;

const insertSoldiers = async ({ context }: World, userId: string, count: number, suffix: string, isDeleted = false) => {
  const unread = { playerId: null, readAt: null, triedAt: null, nextReadAt: null, vanishedAt: null, trouble: null };
  const rows = many(count, (at) => {
    const name = `${suffix}${at}${isDeleted}`;
    const key = { game: "bf4", platform: "pc", name, nameKey: name.toLowerCase(), relation: "mine" };
    return { id: id(), userId, ...key, ...unread, deletedAt: isDeleted ? AT : null, ...stamps };
  });
  await context.db.insertInto("soldier").values(rows).execute();
  return rows[0]?.id ?? "";
};

const insertShares = async ({ context }: World, userId: string, count: number, isRevoked: boolean) => {
  for (let at = 0; at < count; at += 1000) {
    const rows = many(Math.min(1000, count - at), () => ({
      id: id(),
      userId,
      game: "bf4",
      name: "Old",
      body: "{}",
      revokedAt: isRevoked ? AT : null,
      withdrawnAt: null,
      ...stamps,
    }));
    await context.db.insertInto("share").values(rows).execute();
  }
};

const insertSnapshots = async (world: World, userId: string, count: number, suffix: string, bytes: number) => {
  const soldierId = await insertSoldiers(world, userId, 1, suffix);
  const report = { source: "typed", takenAt: AT, seenAt: AT, figures: "{}", body: "", deletedAt: AT, bytes };
  for (let at = 0; at < count; at += 1000) {
    const rows = many(Math.min(1000, count - at), () => ({ id: id(), userId, soldierId, ...report, ...stamps }));
    await world.context.db.insertInto("snapshot").values(rows).execute();
  }
};

const insertLoadouts = async (world: World, userId: string, count: number, change: Record<string, unknown>) => {
  const body = JSON.stringify(aLoadout(world));
  const content = { game: "bf4", name: "Old", note: "", tags: "[]", body, bytes: 1, place: "a0", folderId: null };
  const state = { pinnedAt: null, version: 1, deletedAt: null, carriedAt: null, ...stamps };
  for (let at = 0; at < count; at += 1000) {
    const length = Math.min(1000, count - at);
    const rows = many(length, () => ({ ...content, ...state, id: id(), userId, ...change }));
    await world.context.db.insertInto("loadout").values(rows).execute();
  }
};

const LIMITS: readonly [string, limit: number, Fill][] = [
  [
    "deleted loadouts",
    STORED_LOADOUTS.account,
    (world, userId, count) => insertLoadouts(world, userId, count, { deletedAt: AT }),
  ],
  [
    "bytes of loadouts",
    2,
    (world, userId, count, name) => insertLoadouts(world, userId, count, { name, bytes: LOCKER_BYTES.account / 2 }),
  ],
  [
    "folders",
    200,
    ({ context }, userId, count, suffix) =>
      context.db
        .insertInto("folder")
        .values(many(count, (at) => ({ id: id(), userId, name: `${suffix}${at}`, ...stamps })))
        .execute(),
  ],
  ["soldiers", 50, insertSoldiers],
  ["deleted soldiers", 100, (world, userId, count, suffix) => insertSoldiers(world, userId, count, suffix, true)],
  ["snapshots", 20_000, (world, userId, count, suffix) => insertSnapshots(world, userId, count, suffix, 1)],
  [
    "bytes of snapshots",
    2,
    (world, userId, count, suffix) => insertSnapshots(world, userId, count, suffix, 64 * 1024 * 1024),
  ],
  [
    "goals",
    200,
    async (world, userId, count, suffix) => {
      const soldierId = await insertSoldiers(world, userId, 1, suffix);
      const goal = { soldierId, body: "{}", place: "a0", reachedAt: null };
      const rows = many(count, () => ({ id: id(), userId, ...goal, ...stamps }));
      await world.context.db.insertInto("goal").values(rows).execute();
    },
  ],
  [
    "planned targets",
    500,
    ({ context }, userId, count, suffix) =>
      context.db
        .insertInto("planItem")
        .values(many(count, (at) => ({ id: id(), userId, targetId: `${suffix}${at}`, place: "a0", ...stamps })))
        .execute(),
  ],
  ["shares", 2000, (world, userId, count) => insertShares(world, userId, count, false)],
  ["revoked shares", 4000, (world, userId, count) => insertShares(world, userId, count, true)],
];

describe("a guest with one more than the account has room for", () => {
  test.for(LIMITS)("waits: %s", async ([, limit, insert]) => {
    await using world = await makeWorld();
    const { db } = world.context;
    const person = (isGuest: boolean) => insertPerson(world, NOTHING, { isGuest });
    const ownerId = await person(false);
    await insert(world, ownerId, limit - 1, "own");
    const [first, second, other] = [await person(true), await person(true), await person(true)];
    for (const [guestId, suffix] of [
      [first, "first"],
      [second, "second"],
    ] as const) {
      await insert(world, guestId, 1, suffix);
      await mergeGuest(db, guestId, ownerId);
    }
    const tick = { id: id(), targetId: "rank:1", count: 1, settledAt: null, ...stamps };
    await db
      .insertInto("tick")
      .values({ ...tick, userId: other })
      .execute();
    await mergeGuest(db, other, ownerId);
    expect(await waitingGuests(db, ownerId)).toEqual([second]);
    expect(await db.selectFrom("tick").select("targetId").where("userId", "=", ownerId).execute()).toHaveLength(1);
  });

  test("is merged where the account has the same folders and soldiers", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const [ownerId, guestId] = [
      await insertPerson(world, NOTHING, { isGuest: false }),
      await insertPerson(world, NOTHING, { isGuest: true }),
    ];
    for (const [userId, folders, soldiers] of [
      [ownerId, 200, 50],
      [guestId, 3, 3],
    ] as const) {
      const rows = many(folders, (at) => ({ id: id(), userId, name: `${at}`, ...stamps }));
      await db.insertInto("folder").values(rows).execute();
      await insertSoldiers(world, userId, soldiers, "same");
    }
    await mergeGuest(db, guestId, ownerId);
    expect(await waitingGuests(db, ownerId)).toEqual([]);
    expect(await db.selectFrom("soldier").select("id").where("userId", "=", ownerId).execute()).toHaveLength(50);
  });

  test.for([
    ["another id", "same0", "222", [1, 50]],
    ["the same id", "same0", "111", [0, 50]],
    ["the same id by another name", "other", "111", [0, 50]],
    ["no id", "same0", null, [0, 50]],
  ] as const)("has a soldier of the same name with %s", async ([, name, playerId, expected]) => {
    await using world = await makeWorld();
    const { db } = world.context;
    const ownerId = await insertPerson(world, NOTHING, { isGuest: false });
    const first = await insertSoldiers(world, ownerId, 50, "same");
    const owned = db.updateTable("soldier").where("userId", "=", ownerId).where("id", "=", first);
    await owned.set({ playerId: "111", name: "same0", nameKey: "same0" }).execute();
    const soldier = { name, playerId, relation: "mine" as const, isDeleted: false, snapshots: [], goals: [] };
    const guestId = await insertPerson(world, { ...NOTHING, soldiers: [soldier] }, { isGuest: true });
    await mergeGuest(db, guestId, ownerId);
    const soldiers = await db.selectFrom("soldier").select("id").where("userId", "=", ownerId).execute();
    expect([(await waitingGuests(db, ownerId)).length, soldiers.length]).toEqual(expected);
  });
});
