// @postgres
// The limits that a user has nearly reached.
import { expect, test } from "vitest";
import { getLimit, type LimitName } from "#domain/limits.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, fillLocker, newLoadout } from "#test/harness/data/lockers.ts";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const TIMESTAMP = "2026-01-01T00:00:00.000Z";
const TIMESTAMPS = { createdAt: TIMESTAMP, updatedAt: TIMESTAMP };
const GUEST = { isGuest: true };

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

async function getPercents(visitor: Visitor): Promise<Partial<Record<LimitName, number>>> {
  const near = await visitor.trpc.account.nearLimits.query();
  return Object.fromEntries(near.map(({ limit, percent }) => [limit, percent]));
}

const createRows = <Row>(count: number, row: (id: string) => Row): Row[] =>
  Array.from({ length: count }, () => row(crypto.randomUUID()));

/** Uses this much of a guest's limit, and little of the others. */
const FILL: Partial<
  Record<LimitName, (world: World, owner: { visitor: Visitor; userId: string }, count: number) => Promise<unknown>>
> = {
  loadouts: (world, { visitor }, count) => fillLocker(world, visitor, count - 1, { bytes: 1 }),
  storedLoadouts: (world, { visitor }, count) =>
    fillLocker(world, visitor, count - 1, { bytes: 1, deletedAt: TIMESTAMP }),
  loadoutBytes: async (world, { visitor, userId }, bytes) => {
    await fillLocker(world, visitor, 0);
    await world.context.db.updateTable("loadout").set({ bytes }).where("userId", "=", userId).execute();
  },
  importBytes: ({ context: { db } }, { userId }, bytes) =>
    db.updateTable("lockerImport").set({ bytes }).where("userId", "=", userId).execute(),
  folders: ({ context: { db } }, { userId }, count) =>
    db
      .insertInto("folder")
      .values(createRows(count, (id) => ({ id, userId, name: "Nights", ...TIMESTAMPS })))
      .execute(),
  goals: async ({ context: { db } }, { visitor, userId }, count) => {
    const [soldier] = await visitor.trpc.soldier.list.query();
    const row = { userId, soldierId: soldier?.id ?? "", body: "{}", place: "a0", reachedAt: null, ...TIMESTAMPS };
    await db
      .insertInto("goal")
      .values(createRows(count, (id) => ({ ...row, id })))
      .execute();
  },
  planned: ({ context: { db } }, { userId }, count) =>
    db
      .insertInto("planItem")
      .values(createRows(count, (id) => ({ id, userId, targetId: id, place: "a0", ...TIMESTAMPS })))
      .execute(),
  shares: (world, owner, count) => insertShares(world, owner.userId, count, null),
  storedShares: (world, owner, count) => insertShares(world, owner.userId, count, TIMESTAMP),
};

function insertShares({ context: { db } }: World, userId: string, count: number, revokedAt: string | null) {
  const row = { userId, game: "bf4", name: "Old", body: "{}", revokedAt, withdrawnAt: null, ...TIMESTAMPS };
  return db
    .insertInto("share")
    .values(createRows(count, (id) => ({ ...row, id })))
    .execute();
}

/** Creates a guest with one soldier, one loadout and one import. */
async function createOwner(world: World) {
  const visitor = await createGuest(world);
  await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  const importId = crypto.randomUUID();
  const item = { ...newLoadout(buildLoadout(world)), number: 0 };
  await visitor.trpc.lockerImport.send.mutate({ importId, loadouts: [item] });
  return { visitor, userId: await getUserId(visitor) };
}

test("are listed from ninety percent on", async () => {
  await using world = await makeWorld();
  for (const [name, fill] of Object.entries(FILL)) {
    const limit = name as LimitName;
    const enough = Math.ceil(getLimit(limit, GUEST) * 0.9);
    const [below, at] = [await createOwner(world), await createOwner(world)];
    await fill(world, below, enough - 1);
    await fill(world, at, enough);
    expect([limit, await getPercents(below.visitor)]).toEqual([limit, {}]);
    expect([limit, await getPercents(at.visitor)]).toEqual([limit, { [limit]: 90 }]);
  }
});

test("include those of live and of deleted soldiers", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const { soldier } = visitor.trpc;
  const ids: string[] = [];
  const add = async () => ids.push((await soldier.add.mutate(newSoldier(`R${ids.length}`))).id);
  for (let count = 0; count < 4; count += 1) await add();
  expect(await getPercents(visitor)).toEqual({});
  await add();
  expect(await getPercents(visitor)).toEqual({ soldiers: 100 });
  for (const id of [...ids]) await soldier.remove.mutate({ id });
  for (let count = 0; count < 3; count += 1) await add();
  expect(await getPercents(visitor)).toEqual({});
  await add();
  expect(await getPercents(visitor)).toEqual({ storedSoldiers: 90 });
});

test("count the bytes of a note in UTF-8, until its loadout is erased", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const userId = await getUserId(visitor);
  const { loadout } = visitor.trpc;
  const limit = getLimit("loadoutBytes", GUEST);
  await fillLocker(world, visitor, 1);
  const saved = newLoadout(buildLoadout(world));
  await loadout.save.mutate({ ...saved, note: "п".repeat(1000) });
  const { db } = world.context;
  const own = db.updateTable("loadout").where("userId", "=", userId);
  const { bytes } = await db
    .selectFrom("loadout")
    .select("bytes")
    .where("userId", "=", userId)
    .where("id", "=", saved.id)
    .executeTakeFirstOrThrow();
  expect(bytes).toBeGreaterThan(2000);
  const others = await db.selectFrom("loadout").select("id").where("userId", "=", userId).execute();
  const [first, second] = others.filter(({ id }) => id !== saved.id);
  // Without one of the note's bytes it would be less than 90 percent.
  await own
    .where("id", "=", first?.id ?? "")
    .set({ bytes: Math.ceil(limit * 0.9) - bytes })
    .execute();
  await own
    .where("id", "=", second?.id ?? "")
    .set({ bytes: 0 })
    .execute();
  expect(await getPercents(visitor)).toEqual({ loadoutBytes: 90 });
  await loadout.remove.mutate({ id: saved.id });
  expect(await getPercents(visitor)).toEqual({ loadoutBytes: 90 });
  await loadout.erase.mutate({ ids: [saved.id] });
  expect(await getPercents(visitor)).toEqual({});
});

test("depend on the user's own data, and on whether the user is a guest", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const [{ visitor: owner, account }, other] = [await signUpAndSignIn(world), await createGuest(world)];
  const count = getLimit("loadouts", GUEST);
  await fillLocker(world, visitor, count - 1);
  await fillLocker(world, owner, getLimit("loadouts", { isGuest: false }) - 1, { bytes: 1 });
  expect(await getPercents(visitor)).toEqual({ loadouts: 100 });
  expect(await getPercents(owner)).toEqual({ loadouts: 100 });
  expect(await getPercents(other)).toEqual({});
  for (let number = 0; number < 20; number += 1)
    await other.trpc.loadout.save.mutate(newLoadout(buildLoadout(world), `No. ${number}`));
  expect((await other.post("/api/auth/sign-in/email", account)).status).toBe(200);
  expect(await getPercents(owner)).toEqual({ loadouts: 101 });
});
