// @shared
// Limits on the stored data of a user, which include deleted rows and also apply to parallel calls.
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import { DELETED_PLATOON_DAYS, MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, fillLocker, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { postOrganization } from "#test/harness/data/platoons.ts";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const TIMESTAMP = "2026-01-01T00:00:00.000Z";
const TIMESTAMPS = { createdAt: TIMESTAMP, updatedAt: TIMESTAMP };
const PARALLEL_CALLS = 12;
const [ACCOUNT, GUEST] = [{ isGuest: false }, { isGuest: true }];

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

const getCode = (response: Promise<unknown>): Promise<string> =>
  getAppError(response).then((fault) => fault?.code ?? "ok");

/** Makes parallel calls, each from another IP address; returns "ok" or the error code of each. */
const callInParallel = (visitor: Visitor, world: World, call: (visitor: Visitor, index: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: PARALLEL_CALLS }, (_, index) => getCode(call(moveToNewAddress(visitor, world), index))),
  );

describe("parallel calls", () => {
  test("store no more loadouts than the limit, each in a place of its own", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const userId = await getUserId(visitor);
    const listPlaces = () =>
      world.context.db.selectFrom("loadout").select("place").where("userId", "=", userId).execute();
    const save = ({ trpc }: Visitor) => trpc.loadout.save.mutate(newLoadout(buildLoadout(world)));
    expect(new Set(await callInParallel(visitor, world, save))).toEqual(new Set(["ok"]));
    expect(new Set((await listPlaces()).map(({ place }) => place)).size).toBe(PARALLEL_CALLS);
    await fillLocker(world, visitor, getLimit("loadouts", ACCOUNT) - PARALLEL_CALLS - 4);
    const responses = await callInParallel(visitor, world, save);
    expect(responses.filter((code) => code === "ok")).toHaveLength(3);
    expect(responses.filter((code) => code === "locker_full")).toHaveLength(PARALLEL_CALLS - 3);
    expect(await listPlaces()).toHaveLength(getLimit("loadouts", ACCOUNT));
  });

  test("store no more folders than the limit", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const userId = await getUserId(visitor);
    const rows = Array.from({ length: 195 }, (_, at) => ({
      id: crypto.randomUUID(),
      userId,
      name: `No. ${at}`,
      ...TIMESTAMPS,
    }));
    await world.context.db.insertInto("folder").values(rows).execute();
    const save = ({ trpc }: Visitor) => trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "One more" });
    const responses = await callInParallel(visitor, world, save);
    expect(responses.toSorted()).toEqual([...Array(PARALLEL_CALLS - 5).fill("folders_full"), ...Array(5).fill("ok")]);
    expect(await visitor.trpc.folder.list.query()).toHaveLength(200);
  });

  test("store no more soldiers than the limit, including sample and restored soldiers", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    for (let number = 0; number < 15; number += 1) await visitor.trpc.soldier.add.mutate(newSoldier(`R${number}`));
    const [{ id: deleted } = { id: "" }] = await visitor.trpc.soldier.list.query();
    await visitor.trpc.soldier.remove.mutate({ id: deleted });
    const calls: ((visitor: Visitor, index: number) => Promise<unknown>)[] = [
      ({ trpc }, index) => trpc.soldier.add.mutate(newSoldier(`New ${index}`)),
      ({ trpc }) => trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" }),
      ({ trpc }) => trpc.soldier.restore.mutate({ id: deleted }),
    ];
    const responses = await callInParallel(
      visitor,
      world,
      (by, index) => (calls[index % 9] ?? calls[0])?.(by, index) ?? Promise.resolve(),
    );
    expect(new Set(responses)).toEqual(new Set(["ok", "soldiers_full"]));
    expect(await visitor.trpc.soldier.list.query()).toHaveLength(20);
  });

  test("store no more goals, planned targets and shares than the limits", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const { db } = world.context;
    const userId = await getUserId(visitor);
    const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    const createRows = <Row>(count: number, row: (at: number) => Row) =>
      Array.from({ length: count }, (_, at) => row(at));
    const goal = { aim: { kind: "figure", figureId: "kills" }, amount: 1, from: null } as const;
    const goals = createRows(195, () => ({
      id: crypto.randomUUID(),
      userId,
      soldierId,
      body: JSON.stringify(goal),
      place: "a0",
      reachedAt: null,
      ...TIMESTAMPS,
    }));
    const planned = createRows(495, (at) => ({
      id: crypto.randomUUID(),
      userId,
      targetId: `old:${at}`,
      place: "a0",
      ...TIMESTAMPS,
    }));
    const shares = createRows(495, (at) => ({
      id: `s${at}`,
      userId,
      game: "bf4",
      name: "Old",
      body: "{}",
      revokedAt: null,
      withdrawnAt: null,
      ...TIMESTAMPS,
    }));
    await db.insertInto("goal").values(goals).execute();
    await db.insertInto("planItem").values(planned).execute();
    await db.insertInto("share").values(shares).execute();
    const save = ({ trpc }: Visitor) =>
      trpc.goal.save.mutate({ id: crypto.randomUUID(), soldierId, ...goal, fromNow: false });
    const plan = ({ trpc }: Visitor, index: number) =>
      trpc.progress.planAdd.mutate({ targetIds: [`rank:${index + 1}`] });
    const share = ({ trpc }: Visitor, index: number) =>
      trpc.share.create.mutate({ name: `New ${index}`, note: null, loadout: buildLoadout(world), withAuthor: false });
    for (const [call, full] of [
      [save, "goals_full"],
      [plan, "plan_full"],
      [share, "shares_full"],
    ] as const) {
      const responses = await callInParallel(visitor, world, call);
      expect(responses.toSorted(), full).toEqual(
        [...Array(PARALLEL_CALLS - 5).fill(full), ...Array(5).fill("ok")].toSorted(),
      );
    }
  });
});

describe("a deleted row", () => {
  test("of a platoon counts until it is purged, also for parallel calls", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const [{ visitor }, { visitor: coOwner }] = [await signUpAndSignIn(world), await signUpAndSignIn(world)];
    const create = async (by: Visitor, slug: string = crypto.randomUUID()) => {
      const made = await postOrganization(by, "create", { name: "Owls", slug });
      return { status: made.status, ...(await made.json()) };
    };
    const remove = (by: Visitor, id: string) => postOrganization(by, "delete", { organizationId: id });
    const count = async () => {
      const [present, deleted] = [
        db.selectFrom("organization").select("id"),
        db.selectFrom("deletedPlatoon").select("id"),
      ];
      return [(await present.execute()).length, (await deleted.execute()).length];
    };
    for (let number = 0; number < MAX_PLATOONS - 4; number += 1) {
      const { id, status } = await create(visitor);
      expect([status, (await remove(visitor, id)).status]).toEqual([200, 200]);
    }
    const made = await Promise.all(
      Array.from({ length: PARALLEL_CALLS }, () => create(moveToNewAddress(visitor, world))),
    );
    const present = made.filter(({ status }) => status === 200);
    expect([present.length, ...new Set(made.map(({ status }) => status))].toSorted()).toEqual([200, 4, 403].toSorted());
    expect(await count()).toEqual([4, MAX_PLATOONS - 4]);
    // Another user creates these platoons, because the deletions count against the limit of the visitor.
    const coOwned = await Promise.all(
      Array.from({ length: PARALLEL_CALLS }, () => create(moveToNewAddress(coOwner, world))),
    );
    const { id: userId } = (await (await visitor.fetch("/api/auth/get-session")).json()).user;
    const at = new Date();
    const members = coOwned.map(({ id: organizationId }) => ({
      id: crypto.randomUUID(),
      organizationId,
      userId,
      role: "owner",
    }));
    await db
      .insertInto("member")
      .values(members.map((member) => ({ ...member, createdAt: at, updatedAt: at })))
      .execute();
    const ids = [...coOwned, ...present].map(({ id }) => String(id));
    const deletions = await Promise.all(ids.map((id) => remove(moveToNewAddress(visitor, world), id)));
    expect(deletions.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(deletions.filter(({ status }) => status === 403)).toHaveLength(PARALLEL_CALLS);
    expect(await count()).toEqual([PARALLEL_CALLS, MAX_PLATOONS]);
    const listed = await visitor.trpc.platoon.members.deletedPlatoons.query();
    expect(listed).toHaveLength(MAX_PLATOONS);
    await purgePlatoons(db, new Date(at.getTime() + (DELETED_PLATOON_DAYS + 1) * 24 * 60 * 60_000));
    expect((await create(visitor)).status).toBe(200);
  });

  test("of a loadout counts, and can be restored only below the limit", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await fillLocker(world, visitor, getLimit("loadouts", GUEST) - 1);
    const extra = newLoadout(buildLoadout(world));
    expect(await getCode(visitor.trpc.loadout.save.mutate(extra))).toBe("locker_full");
    const { items } = await visitor.trpc.loadout.list.query({ limit: 1 });
    const id = items[0]?.id ?? "";
    await visitor.trpc.loadout.remove.mutate({ id });
    await visitor.trpc.loadout.save.mutate(extra);
    expect(await getCode(visitor.trpc.loadout.restore.mutate({ id }))).toBe("locker_full");
    await visitor.trpc.loadout.remove.mutate({ id: extra.id });
    await visitor.trpc.loadout.restore.mutate({ id });
    await world.context.db.updateTable("loadout").set({ deletedAt: TIMESTAMP }).execute();
    await fillLocker(world, visitor, getLimit("storedLoadouts", GUEST) - getLimit("loadouts", GUEST) - 2);
    expect(await getCode(visitor.trpc.loadout.save.mutate(newLoadout(buildLoadout(world))))).toBe("locker_full");
  });

  test("of a soldier counts, and can be restored only below the limit", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push((await visitor.trpc.soldier.add.mutate(newSoldier(`R${number}`))).id);
    const [id = ""] = ids;
    await visitor.trpc.soldier.remove.mutate({ id });
    await visitor.trpc.soldier.add.mutate(newSoldier("One more"));
    expect(await getCode(visitor.trpc.soldier.restore.mutate({ id }))).toBe("soldiers_full");
  });
});

test("stored bytes are limited, to less for a guest than for an account", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const { visitor: owner } = await signUpAndSignIn(world);
  await fillLocker(world, visitor, 1, { bytes: getLimit("loadoutBytes", GUEST) - 2000 });
  await fillLocker(world, owner, 1, { bytes: getLimit("loadoutBytes", GUEST) - 2000 });
  const longLoadout = { ...newLoadout(buildLoadout(world)), note: "x".repeat(2000) };
  expect(await getCode(visitor.trpc.loadout.save.mutate(longLoadout))).toBe("locker_full");
  expect(await getCode(owner.trpc.loadout.save.mutate({ ...longLoadout, id: crypto.randomUUID() }))).toBe("ok");
  const importId = crypto.randomUUID();
  const importItem = { ...newLoadout(buildLoadout(world)), number: 0 };
  await visitor.trpc.lockerImport.send.mutate({ importId, loadouts: [importItem] });
  await world.context.db
    .updateTable("lockerImport")
    .set({ bytes: getLimit("importBytes", GUEST) })
    .execute();
  const another = { importId: crypto.randomUUID(), loadouts: [importItem] };
  expect(await getCode(visitor.trpc.lockerImport.send.mutate(another))).toBe("imports_full");
});

test("merges move all data into a full account, which then refuses further saves", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndSignIn(world);
  const ownerId = await getUserId(owner);
  await fillLocker(world, owner, getLimit("loadouts", ACCOUNT) - 1);
  for (let number = 0; number < getLimit("soldiers", ACCOUNT); number += 1)
    await owner.trpc.soldier.add.mutate(newSoldier(`R${number}`));
  for (const [guests, name] of ["A", "B"].entries()) {
    const visitor = await createGuest(world);
    for (const each of [`${name}1`, `${name}2`]) {
      await visitor.trpc.loadout.save.mutate(newLoadout(buildLoadout(world), each));
      await visitor.trpc.soldier.add.mutate(newSoldier(each));
    }
    expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
    const loadouts = await world.context.db.selectFrom("loadout").select("id").where("userId", "=", ownerId).execute();
    const soldiers = await owner.trpc.soldier.list.query();
    const more = 2 * (guests + 1);
    expect([loadouts.length, soldiers.length]).toEqual([
      getLimit("loadouts", ACCOUNT) + more,
      getLimit("soldiers", ACCOUNT) + more,
    ]);
  }
  expect((await owner.trpc.loadout.guestImport.query()).toSorted()).toEqual(["A1", "A2", "B1", "B2"]);
  expect(await getCode(owner.trpc.loadout.save.mutate(newLoadout(buildLoadout(world))))).toBe("locker_full");
  expect(await getCode(owner.trpc.soldier.add.mutate(newSoldier("One more")))).toBe("soldiers_full");
});

test("only the newest ended jobs of a user stay stored", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const { db } = world.context;
  const userId = await getUserId(visitor);
  const endedJob = {
    userId,
    kind: "old",
    input: "{}",
    steps: "[]",
    outcome: '{"kind":"cancelled"}',
    attempts: 1,
    dueAt: TIMESTAMP,
  };
  const rows = Array.from({ length: 150 }, (_, at) => ({
    ...endedJob,
    ...TIMESTAMPS,
    id: crypto.randomUUID(),
    key: `old:${at}`,
    leasedUntil: null,
    cancelledAt: null,
    endedAt: TIMESTAMP,
  }));
  await db.insertInto("job").values(rows).execute();
  await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  expect(await db.selectFrom("job").select("id").where("kind", "=", "old").execute()).toHaveLength(100);
});
