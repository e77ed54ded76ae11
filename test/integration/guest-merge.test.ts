// Merging a guest into an account loses no live data of either.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import { type AnyPerson, anyPerson } from "#test/fixtures/any-person.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { getLiveRows, insertLoadouts, insertPerson, type LiveRows } from "#test/harness/data/people-rows.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const createSnapshot = (soldierId: string, kills: number) => ({
  id: crypto.randomUUID(),
  soldierId,
  takenAt: new Date().toISOString(),
  statistics: buildStatistics(kills),
});

const createGoal = (soldierId: string) =>
  ({
    soldierId,
    id: crypto.randomUUID(),
    aim: { kind: "figure", figureId: "kills" },
    amount: 50,
    fromNow: false,
  }) as const;

/** Adds a soldier with a snapshot and a goal; returns the soldier's id. */
async function addSoldier({ trpc }: Visitor, kills: number): Promise<string> {
  const { id } = await trpc.soldier.add.mutate(newSoldier("Robin"));
  await trpc.soldier.saveTyped.mutate(createSnapshot(id, kills));
  await trpc.goal.save.mutate(createGoal(id));
  return id;
}

describe("a guest's soldier", () => {
  test("replaces the same soldier that the account had deleted", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const deleted = await addSoldier(owner, 5);
    await owner.trpc.soldier.remove.mutate({ id: deleted });
    const visitor = await createGuest(world);
    await addSoldier(visitor, 10);
    await visitor.post("/api/auth/sign-in/email", account);
    const [soldier, ...others] = await visitor.trpc.soldier.list.query();
    expect([soldier?.name, others]).toEqual(["Robin", []]);
    const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId: soldier?.id ?? "" });
    expect(items.map(({ figures }) => figures["kills"])).toContain(10);
    expect((await visitor.trpc.goal.list.query({ soldierId: soldier?.id ?? "" })).length).toBeGreaterThan(0);
  });

  test("that the guest had deleted adds no live data to that of the account", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const soldierId = await addSoldier(owner, 5);
    const visitor = await createGuest(world);
    await visitor.trpc.soldier.remove.mutate({ id: await addSoldier(visitor, 10) });
    await visitor.post("/api/auth/sign-in/email", account);
    const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId });
    expect(items.map(({ figures }) => figures["kills"])).toEqual([5]);
    expect(await visitor.trpc.goal.list.query({ soldierId })).toHaveLength(1);
  });
});

type PersonSoldier = AnyPerson["soldiers"][number];

const EMPTY_PERSON: AnyPerson = { soldiers: [], loadouts: [], folders: [], ticks: [], plan: [], shares: [] };
const SOLDIER: PersonSoldier = {
  name: "Robin",
  playerId: null,
  relation: "mine",
  isDeleted: false,
  snapshots: [{ kills: 1, isDeleted: false }],
  goals: [],
};

describe("soldiers of a guest and an account", () => {
  /** Merges a guest with one soldier into an account with one soldier; returns the account's soldiers by player id. */
  const merge = async (world: World, guest: Partial<PersonSoldier>, owner: Partial<PersonSoldier>) => {
    const getPerson = (soldier: Partial<PersonSoldier>) => ({
      ...EMPTY_PERSON,
      soldiers: [{ ...SOLDIER, ...soldier }],
    });
    const guestId = await insertPerson(world, getPerson(guest), { isGuest: true });
    const ownerId = await insertPerson(world, getPerson(owner), { isGuest: false });
    await PEOPLE.mergeGuest(world.context.db, guestId, ownerId);
    const soldiers = world.context.db.selectFrom("soldier").select(["name", "playerId", "deletedAt"]);
    const rows = await soldiers.where("userId", "=", ownerId).orderBy("playerId").execute();
    return rows.map(({ name, playerId, deletedAt }) => [name, playerId, deletedAt === null ? "live" : "deleted"]);
  };

  test("with the same name and different player ids stay separate, also when one is deleted", async () => {
    await using world = await makeWorld();
    for (const [guest, owner] of [
      ["live", "live"],
      ["live", "deleted"],
      ["deleted", "live"],
      ["deleted", "deleted"],
    ] as const) {
      const guests = { name: "robin", playerId: "222", isDeleted: guest === "deleted" };
      expect(await merge(world, guests, { playerId: "111", isDeleted: owner === "deleted" })).toEqual([
        ["Robin", "111", owner],
        ["robin", "222", guest],
      ]);
    }
  });

  test("with the same player id become one, also with different names", async () => {
    await using world = await makeWorld();
    expect(await merge(world, { name: "Kim", playerId: "111" }, { playerId: "111" })).toEqual([
      ["Robin", "111", "live"],
    ]);
  });

  test("with the same name become one when only one has a player id, which stays", async () => {
    await using world = await makeWorld();
    const one = [["Robin", "111", "live"]];
    expect(await merge(world, { playerId: "111" }, {})).toEqual(one);
    expect(await merge(world, {}, { playerId: "111" })).toEqual(one);
    expect(await merge(world, {}, { playerId: "111", isDeleted: true })).toEqual(one);
    expect(await merge(world, { playerId: "111" }, { isDeleted: true })).toEqual(one);
    // The user may have deleted the soldier because its player id was wrong.
    expect(await merge(world, { playerId: "111", isDeleted: true }, {})).toEqual([["Robin", null, "live"]]);
  });

  test("with the same name and different player ids stay separate over several merges", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const createPerson = (playerId: string) => ({ ...EMPTY_PERSON, soldiers: [{ ...SOLDIER, playerId }] });
    const ownerId = await insertPerson(world, createPerson("111"), { isGuest: false });
    for (const playerId of ["222", "333", "222", "111"])
      await PEOPLE.mergeGuest(db, await insertPerson(world, createPerson(playerId), { isGuest: true }), ownerId);
    const { soldiers, snapshots } = await getLiveRows(db, ownerId);
    expect(soldiers.map(({ playerId }) => playerId).toSorted()).toEqual(["111", "222", "333"]);
    const ids = snapshots.map(({ soldier }) => soldier.playerId);
    expect(ids.toSorted()).toEqual(["111", "111", "222", "222", "333"]);
  });
});

test("merging any guest into any account loses no live data", async () => {
  await using world = await makeWorld();
  await fc.assert(
    fc.asyncProperty(anyPerson, anyPerson, (guest, owner) => expectMergeWithoutLoss(world, guest, owner)),
    { numRuns: 150 },
  );
});

test("merging any guest into any account with full lockers loses no live data", async () => {
  await using world = await makeWorld();
  const name = fc.constantFrom("First", "First (2)", "Second");
  const full = fc.record({
    names: fc.array(name, { minLength: 1, maxLength: 5 }),
    notes: fc.integer({ min: 1, max: 3000 }),
  });
  await fc.assert(
    fc.asyncProperty(anyPerson, anyPerson, full, full, (guest, owner, ofGuest, ofOwner) =>
      expectMergeWithoutLoss(world, guest, owner, { ofGuest, ofOwner }),
    ),
    { numRuns: 5 },
  );
});

type LockerContent = { names: readonly string[]; notes: number };

/** Fills a locker up to its limits with loadouts of these names and `notes` different notes. */
async function fillUp(world: World, userId: string, { names, notes }: LockerContent, isGuest: boolean): Promise<void> {
  const rows = world.context.db.selectFrom("loadout").select("deletedAt").where("userId", "=", userId);
  const present = await rows.execute();
  const missing = getLimit("storedLoadouts", { isGuest }) - present.length;
  const live = getLimit("loadouts", { isGuest }) - present.filter(({ deletedAt }) => deletedAt === null).length;
  await insertLoadouts(world, userId, missing, (number) => ({
    name: names[number % names.length] ?? "",
    note: `No. ${number % notes}`,
    deletedAt: number < live ? null : "2026-01-01T00:00:00.000Z",
  }));
}

async function expectMergeWithoutLoss(
  world: World,
  guest: AnyPerson,
  owner: AnyPerson,
  full?: { ofGuest: LockerContent; ofOwner: LockerContent },
): Promise<void> {
  const { db } = world.context;
  const guestId = await insertPerson(world, guest, { isGuest: true });
  const ownerId = await insertPerson(world, owner, { isGuest: false });
  if (full) {
    await fillUp(world, guestId, full.ofGuest, true);
    await fillUp(world, ownerId, full.ofOwner, false);
  }
  const [guests, owners] = [await getLiveRows(db, guestId), await getLiveRows(db, ownerId)];
  await PEOPLE.mergeGuest(db, guestId, ownerId);
  const merged = await getLiveRows(db, ownerId);
  for (const side of [guests, owners]) expectStored(merged, side);
  expectLoadouts(merged, { guests, owners });
  expectSoldiers(merged, { guests, owners });
  expect(await db.selectFrom("user").select("id").where("id", "=", guestId).execute()).toEqual([]);
}

const getFolder = ({ folder }: Pick<LiveRows["loadouts"][number], "folder">) => folder;

type Soldier = LiveRows["soldiers"][number];

/** Whether `after` can be the merged soldier: a player id is unchanged, or without one the name is. */
const isMergedInto = (before: Soldier, after: Soldier): boolean =>
  before.playerId === null ? after.name === before.name : after.playerId === before.playerId;

/** Expects each soldier with its snapshots and goals after the merge, and each player id at most once. */
function expectSoldiers(merged: LiveRows, { guests, owners }: { guests: LiveRows; owners: LiveRows }): void {
  for (const side of [guests, owners]) {
    for (const before of side.soldiers) expect(merged.soldiers.some((after) => isMergedInto(before, after))).toBe(true);
    for (const kind of ["snapshots", "goals"] as const) {
      for (const { id, body, soldier } of side[kind]) {
        const after = merged[kind].find((row) => row.id === id);
        expect([kind, after?.body]).toEqual([kind, body]);
        expect(after && isMergedInto(soldier, after.soldier), `${kind} of ${JSON.stringify(soldier)}`).toBe(true);
      }
    }
  }
  expect(merged.soldiers.length).toBeLessThanOrEqual(guests.soldiers.length + owners.soldiers.length);
  const ids = merged.soldiers.flatMap(({ playerId }) => playerId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
}

/** Expects all progress, folders and shares of a side after the merge. */
function expectStored(merged: LiveRows, side: LiveRows): void {
  const { ticks, loadouts: _, soldiers: __, snapshots: ___, goals: ____, ...lists } = side;
  for (const [kind, rows] of Object.entries(lists)) {
    expect(merged[kind as keyof typeof lists], kind).toEqual(expect.arrayContaining<unknown>(rows));
  }
  for (const [targetId, count] of ticks) expect(merged.ticks.get(targetId)).toBeGreaterThanOrEqual(count);
}

/**
 * Expects the account's loadouts unchanged, and each loadout of the guest unless the account has an identical one with the
 * same name. The identical one gets the guest's folder and pin when it has none.
 */
function expectLoadouts(merged: LiveRows, { guests, owners }: { guests: LiveRows; owners: LiveRows }): void {
  const byId = new Map(merged.loadouts.map((own) => [own.id, own]));
  for (const { id, name, content, folder, isPinned } of guests.loadouts) {
    const isSame = (other: LiveRows["loadouts"][number]) => other.name === name && other.content === content;
    const twins = owners.loadouts.filter(isSame);
    const ids = twins.length > 0 ? twins.map((twin) => twin.id) : [id];
    const stored = ids.flatMap((own) => byId.get(own) ?? []);
    expect(stored.length).toBe(ids.length);
    for (const own of stored) expect(own.content).toBe(content);
    // Several loadouts of the guest may have the same twin, which is then in the folder of one of them.
    const folders = [...twins, ...(twins.length > 0 ? guests.loadouts.filter(isSame) : [{ folder }])].map(getFolder);
    if (folder !== null) expect(stored.map(getFolder).some((own) => own !== null && folders.includes(own))).toBe(true);
    if (isPinned) expect(stored.some((own) => own.isPinned)).toBe(true);
    if (twins.length === 0) expect(stored).toMatchObject([{ folder, isPinned }]);
  }
  for (const { id, name, content, folder, isPinned } of owners.loadouts) {
    const stored = byId.get(id);
    expect(stored).toMatchObject({ name, content });
    if (folder !== null) expect(stored?.folder).toBe(folder);
    if (isPinned) expect(stored?.isPinned).toBe(true);
  }
}
