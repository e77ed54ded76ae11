// @shared
// What one person may store is bounded, deleted rows included, however many calls arrive at once.
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import { DELETED_PLATOON_DAYS, MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { aLoadout, fillLocker, getAppError, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { call } from "#test/harness/data/platoons.ts";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const AT = "2026-01-01T00:00:00.000Z";
const stamps = { createdAt: AT, updatedAt: AT };
const AT_ONCE = 12;
const [ACCOUNT, GUEST] = [{ isGuest: false }, { isGuest: true }];

const getUserId = async (visitor: Visitor): Promise<string> =>
  (await (await visitor.fetch("/api/auth/get-session")).json()).user.id;

const getCode = (answer: Promise<unknown>): Promise<string> => getAppError(answer).then((fault) => fault?.code ?? "ok");

/** What as many calls at once as `AT_ONCE` are answered, each from a client address of its own. */
const together = (visitor: Visitor, world: World, call: (visitor: Visitor, index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => getCode(call(elsewhere(visitor, world), index))));

describe("calls that arrive at once", () => {
  test("leave no more loadouts than a locker holds, each at a place of its own", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const userId = await getUserId(visitor);
    const own = () => world.context.db.selectFrom("loadout").select("place").where("userId", "=", userId).execute();
    const save = ({ trpc }: Visitor) => trpc.loadout.save.mutate(newLoadout(aLoadout(world)));
    expect(new Set(await together(visitor, world, save))).toEqual(new Set(["ok"]));
    expect(new Set((await own()).map(({ place }) => place)).size).toBe(AT_ONCE);
    await fillLocker(world, visitor, getLimit("loadouts", ACCOUNT) - AT_ONCE - 4);
    const answers = await together(visitor, world, save);
    expect(answers.filter((code) => code === "ok")).toHaveLength(3);
    expect(answers.filter((code) => code === "locker_full")).toHaveLength(AT_ONCE - 3);
    expect(await own()).toHaveLength(getLimit("loadouts", ACCOUNT));
  });

  test("leave no more folders than a locker holds", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const userId = await getUserId(visitor);
    const rows = Array.from({ length: 195 }, (_, at) => ({
      id: crypto.randomUUID(),
      userId,
      name: `No. ${at}`,
      ...stamps,
    }));
    await world.context.db.insertInto("folder").values(rows).execute();
    const save = ({ trpc }: Visitor) => trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "One more" });
    const answers = await together(visitor, world, save);
    expect(answers.toSorted()).toEqual([...Array(AT_ONCE - 5).fill("folders_full"), ...Array(5).fill("ok")]);
    expect(await visitor.trpc.folder.list.query()).toHaveLength(200);
  });

  test("leave no more soldiers than a person may have, sample and restored ones included", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    for (let number = 0; number < 15; number += 1) await visitor.trpc.soldier.add.mutate(newSoldier(`R${number}`));
    const [{ id: deleted } = { id: "" }] = await visitor.trpc.soldier.list.query();
    await visitor.trpc.soldier.remove.mutate({ id: deleted });
    const calls: ((visitor: Visitor, index: number) => Promise<unknown>)[] = [
      ({ trpc }, index) => trpc.soldier.add.mutate(newSoldier(`New ${index}`)),
      ({ trpc }) => trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" }),
      ({ trpc }) => trpc.soldier.restore.mutate({ id: deleted }),
    ];
    const answers = await together(
      visitor,
      world,
      (by, index) => (calls[index % 9] ?? calls[0])?.(by, index) ?? Promise.resolve(),
    );
    expect(new Set(answers)).toEqual(new Set(["ok", "soldiers_full"]));
    expect(await visitor.trpc.soldier.list.query()).toHaveLength(20);
  });

  test("leave no more goals, planned targets and shares than a person may have", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const { db } = world.context;
    const userId = await getUserId(visitor);
    const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    const many = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at));
    const goal = { aim: { kind: "figure", figureId: "kills" }, amount: 1, from: null } as const;
    const goals = many(195, () => ({
      id: crypto.randomUUID(),
      userId,
      soldierId,
      body: JSON.stringify(goal),
      place: "a0",
      reachedAt: null,
      ...stamps,
    }));
    const planned = many(495, (at) => ({
      id: crypto.randomUUID(),
      userId,
      targetId: `old:${at}`,
      place: "a0",
      ...stamps,
    }));
    const shares = many(495, (at) => ({
      id: `s${at}`,
      userId,
      game: "bf4",
      name: "Old",
      body: "{}",
      revokedAt: null,
      withdrawnAt: null,
      ...stamps,
    }));
    await db.insertInto("goal").values(goals).execute();
    await db.insertInto("planItem").values(planned).execute();
    await db.insertInto("share").values(shares).execute();
    const save = ({ trpc }: Visitor) =>
      trpc.goal.save.mutate({ id: crypto.randomUUID(), soldierId, ...goal, fromNow: false });
    const plan = ({ trpc }: Visitor, index: number) =>
      trpc.progress.planAdd.mutate({ targetIds: [`rank:${index + 1}`] });
    const share = ({ trpc }: Visitor, index: number) =>
      trpc.share.create.mutate({ name: `New ${index}`, note: null, loadout: aLoadout(world), withAuthor: false });
    for (const [call, full] of [
      [save, "goals_full"],
      [plan, "plan_full"],
      [share, "shares_full"],
    ] as const) {
      const answers = await together(visitor, world, call);
      expect(answers.toSorted(), full).toEqual([...Array(AT_ONCE - 5).fill(full), ...Array(5).fill("ok")].toSorted());
    }
  });
});

describe("a deleted row", () => {
  test("of a platoon counts, however many calls arrive at once, until it is purged", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const [{ visitor }, { visitor: coOwner }] = [await signUpAndIn(world), await signUpAndIn(world)];
    const create = async (by: Visitor, slug: string = crypto.randomUUID()) => {
      const made = await call(by, "create", { name: "Owls", slug });
      return { status: made.status, ...(await made.json()) };
    };
    const remove = (by: Visitor, id: string) => call(by, "delete", { organizationId: id });
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
    const made = await Promise.all(Array.from({ length: AT_ONCE }, () => create(elsewhere(visitor, world))));
    const present = made.filter(({ status }) => status === 200);
    expect([present.length, ...new Set(made.map(({ status }) => status))].toSorted()).toEqual([200, 4, 403].toSorted());
    expect(await count()).toEqual([4, MAX_PLATOONS - 4]);
    // What another person created, whom the deletions are not counted for.
    const given = await Promise.all(Array.from({ length: AT_ONCE }, () => create(elsewhere(coOwner, world))));
    const { id: userId } = (await (await visitor.fetch("/api/auth/get-session")).json()).user;
    const at = new Date();
    const members = given.map(({ id: organizationId }) => ({
      id: crypto.randomUUID(),
      organizationId,
      userId,
      role: "owner",
    }));
    await db
      .insertInto("member")
      .values(members.map((member) => ({ ...member, createdAt: at, updatedAt: at })))
      .execute();
    const ids = [...given, ...present].map(({ id }) => String(id));
    const deletions = await Promise.all(ids.map((id) => remove(elsewhere(visitor, world), id)));
    expect(deletions.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(deletions.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE);
    expect(await count()).toEqual([AT_ONCE, MAX_PLATOONS]);
    const listed = await visitor.trpc.platoon.members.deletedPlatoons.query();
    expect(listed).toHaveLength(MAX_PLATOONS);
    await purgePlatoons(db, new Date(at.getTime() + (DELETED_PLATOON_DAYS + 1) * 24 * 60 * 60_000));
    expect((await create(visitor)).status).toBe(200);
  });

  test("of a loadout counts, and comes back only where there is room", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    await fillLocker(world, visitor, getLimit("loadouts", GUEST) - 1);
    const extra = newLoadout(aLoadout(world));
    expect(await getCode(visitor.trpc.loadout.save.mutate(extra))).toBe("locker_full");
    const { items } = await visitor.trpc.loadout.list.query({ limit: 1 });
    const id = items[0]?.id ?? "";
    await visitor.trpc.loadout.remove.mutate({ id });
    await visitor.trpc.loadout.save.mutate(extra);
    expect(await getCode(visitor.trpc.loadout.restore.mutate({ id }))).toBe("locker_full");
    await visitor.trpc.loadout.remove.mutate({ id: extra.id });
    await visitor.trpc.loadout.restore.mutate({ id });
    await world.context.db.updateTable("loadout").set({ deletedAt: AT }).execute();
    await fillLocker(world, visitor, getLimit("storedLoadouts", GUEST) - getLimit("loadouts", GUEST) - 2);
    expect(await getCode(visitor.trpc.loadout.save.mutate(newLoadout(aLoadout(world))))).toBe("locker_full");
  });

  test("of a soldier counts, and comes back only where there is room", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push((await visitor.trpc.soldier.add.mutate(newSoldier(`R${number}`))).id);
    const [id = ""] = ids;
    await visitor.trpc.soldier.remove.mutate({ id });
    await visitor.trpc.soldier.add.mutate(newSoldier("One more"));
    expect(await getCode(visitor.trpc.soldier.restore.mutate({ id }))).toBe("soldiers_full");
  });
});

test("bytes are bounded, for a guest at less than for an account", async () => {
  await using world = await makeWorld();
  const visitor = await guest(world);
  const { visitor: owner } = await signUpAndIn(world);
  await fillLocker(world, visitor, 1, { bytes: getLimit("loadoutBytes", GUEST) - 2000 });
  await fillLocker(world, owner, 1, { bytes: getLimit("loadoutBytes", GUEST) - 2000 });
  const long = { ...newLoadout(aLoadout(world)), note: "x".repeat(2000) };
  expect(await getCode(visitor.trpc.loadout.save.mutate(long))).toBe("locker_full");
  expect(await getCode(owner.trpc.loadout.save.mutate({ ...long, id: crypto.randomUUID() }))).toBe("ok");
  const importId = crypto.randomUUID();
  const incoming = { ...newLoadout(aLoadout(world)), number: 0 };
  await visitor.trpc.lockerImport.send.mutate({ importId, loadouts: [incoming] });
  await world.context.db
    .updateTable("lockerImport")
    .set({ bytes: getLimit("importBytes", GUEST) })
    .execute();
  const another = { importId: crypto.randomUUID(), loadouts: [incoming] };
  expect(await getCode(visitor.trpc.lockerImport.send.mutate(another))).toBe("imports_full");
});

test("a merge brings all into a full account, a second one as well, and no more is saved then", async () => {
  await using world = await makeWorld();
  const { visitor: owner, account } = await signUpAndIn(world);
  const ownerId = await getUserId(owner);
  await fillLocker(world, owner, getLimit("loadouts", ACCOUNT) - 1);
  for (let number = 0; number < getLimit("soldiers", ACCOUNT); number += 1)
    await owner.trpc.soldier.add.mutate(newSoldier(`R${number}`));
  for (const [guests, name] of ["A", "B"].entries()) {
    const visitor = await guest(world);
    for (const each of [`${name}1`, `${name}2`]) {
      await visitor.trpc.loadout.save.mutate(newLoadout(aLoadout(world), each));
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
  expect(await getCode(owner.trpc.loadout.save.mutate(newLoadout(aLoadout(world))))).toBe("locker_full");
  expect(await getCode(owner.trpc.soldier.add.mutate(newSoldier("One more")))).toBe("soldiers_full");
});

test("of the jobs of a person that have ended the newest stay", async () => {
  await using world = await makeWorld();
  const visitor = await guest(world);
  const { db } = world.context;
  const userId = await getUserId(visitor);
  const ended = {
    userId,
    kind: "old",
    input: "{}",
    steps: "[]",
    outcome: '{"kind":"cancelled"}',
    attempts: 1,
    dueAt: AT,
  };
  const rows = Array.from({ length: 150 }, (_, at) => ({
    ...ended,
    ...stamps,
    id: crypto.randomUUID(),
    key: `old:${at}`,
    leasedUntil: null,
    cancelledAt: null,
    endedAt: AT,
  }));
  await db.insertInto("job").values(rows).execute();
  await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  expect(await db.selectFrom("job").select("id").where("kind", "=", "old").execute()).toHaveLength(100);
});
