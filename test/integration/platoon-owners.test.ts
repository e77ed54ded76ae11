// @postgres
// A platoon always has an owner, whatever its owners do at the same moment.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createRun, resumed } from "#server/database/purge-run.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { getUser } from "#test/harness/answers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { ask, call, invited, makePlatoon, type Person } from "#test/harness/data/platoons.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const ROUNDS = 20;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("an owner remains when of three one leaves, one is demoted and one deletes the account together, 20 times", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: organizationId, people } = await makePlatoon(world);
    const all = [people.owner, people.admin, people.member];
    await db.updateTable("member").set({ role: "owner" }).where("organizationId", "=", organizationId).execute();
    // Each person does each of the three in some round, and the requests are sent in each order.
    const [leaver, demoted, deleted] = [0, 1, 2].map((place) => all[(place + round) % all.length] ?? people.owner);
    if (!leaver || !demoted || !deleted) throw new Error("A platoon has three people.");
    const { id: deletedId } = await getUser(deleted.visitor);
    const doings = [
      () => call(leaver.visitor, "leave", { organizationId }),
      () => call(demoted.visitor, "update-member-role", { organizationId, memberId: demoted.memberId, role: "member" }),
      () => PEOPLE.deleteAccount({ db }, String(deletedId)),
    ];
    const order = doings.map((_, place) => doings[(place + (round >> 1)) % doings.length]);
    const answers = await Promise.all(order.map((step) => step?.()));
    for (const answer of answers) if (answer) expect(answer.status).toBeLessThan(500);
    const members = await db
      .selectFrom("member")
      .select(["userId", "role"])
      .where("organizationId", "=", organizationId)
      .execute();
    expect(members.map(({ userId }) => userId)).not.toContain(deletedId);
    expect(members.filter(({ role }) => role === "owner").length, `round ${round}`).toBeGreaterThan(0);
  }
});

test("an owner remains of two who give up the role together, whichever way they name the platoon", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: organizationId, people } = await makePlatoon(world);
    await db.updateTable("member").set({ role: "owner" }).where("id", "=", people.admin.memberId).execute();
    const name = [{ organizationId }, { organizationId: "" }, {}][round % 3];
    const giveUp = ({ visitor, memberId }: Person) =>
      call(visitor, "update-member-role", { ...name, memberId, role: "member" });
    const answers = await Promise.all([giveUp(people.owner), giveUp(people.admin)]);
    expect(answers.filter(({ ok }) => ok).length, `round ${round}`).toBe(1);
    const members = db.selectFrom("member").select("role").where("organizationId", "=", organizationId);
    const roles = (await members.execute()).map(({ role }) => role);
    expect(roles.toSorted(), `round ${round}`).toEqual(["member", "member", "owner"]);
  }
});

test("a platoon that one asks for and is not in leaves the active one as it is", async () => {
  const [own, foreign] = [await makePlatoon(world), await makePlatoon(world)];
  const { visitor } = own.people.owner;
  expect((await call(visitor, "set-active", { organizationId: own.id })).status).toBe(200);
  const { slug } = await world.context.db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", foreign.id)
    .executeTakeFirstOrThrow();
  for (const answer of [
    await ask(visitor, "get-full-organization", `organizationSlug=${slug}`),
    await ask(visitor, "get-full-organization", `organizationId=${foreign.id}`),
    await call(visitor, "set-active", { organizationId: foreign.id }),
    await call(visitor, "set-active", { organizationSlug: slug }),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" });
    expect((await ask(visitor, "get-active-member")).status).toBe(200);
  }
});

test.for([{ organizationId: "" }, {}])("what follows a change follows for the active platoon, %o", async (active) => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { id: organizationId } = platoon;
  const { owner, admin, member } = platoon.people;
  const { id: userId } = await getUser(member.visitor);
  const { trpc } = admin.visitor;
  await member.visitor.trpc.platoon.feed.mark.mutate({ organizationId, read: true });
  await trpc.platoon.members.createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 });
  const demotion = { ...active, memberId: admin.memberId, role: "member" };
  expect((await call(owner.visitor, "update-member-role", demotion)).status).toBe(200);
  const [link] = await owner.visitor.trpc.platoon.members.links.query({ organizationId });
  expect(link?.state).toBe("revoked");
  const removal = { ...active, memberIdOrEmail: member.memberId };
  expect((await call(owner.visitor, "remove-member", removal)).status).toBe(200);
  const marks = db.selectFrom("feedMark").select("id").where("userId", "=", String(userId));
  expect(await marks.execute()).toEqual([]);
  // The library requires the platoon's id of who leaves.
  expect((await call(admin.visitor, "leave", active)).status).toBe(400);
});

test("an owner remains when another leaves after a deletion has looked for owners", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  await db.updateTable("member").set({ role: "owner" }).where("id", "=", people.admin.memberId).execute();
  const { id: deletedId } = await getUser(people.owner.visitor);
  let isLeft = false;
  const transaction = () => ({
    execute: async (work: (trx: Database) => Promise<unknown>) => {
      if (!isLeft) expect((await call(people.admin.visitor, "leave", { organizationId })).status).toBe(200);
      isLeft = true;
      return db.transaction().execute(work);
    },
  });
  const late = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name === "transaction") return transaction;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await PEOPLE.deleteAccount({ db: late }, String(deletedId));
  const members = await db.selectFrom("member").select("role").where("organizationId", "=", organizationId).execute();
  expect([isLeft, members]).toEqual([true, [{ role: "owner" }]]);
});

test("the hourly repair reads so many rows of a table in one run, and the next run goes on there", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  const { id: userId } = await getUser(people.member.visitor);
  const at = new Date().toISOString();
  const event = { organizationId, kind: "milestone", body: "{}", createdAt: at, updatedAt: at };
  // Their ids are after all others: former members' and, last of all, one of a member.
  const ids = Array.from({ length: 1200 }, (_, number) => `~${String(number).padStart(4, "0")}`);
  const former = ids.map((id) => ({ ...event, id, actorId: "former" }));
  await db.insertInto("platoonEvent").values(former).execute();
  await db
    .insertInto("platoonEvent")
    .values({ ...event, id: "~~", actorId: String(userId) })
    .execute();
  const left = async () => {
    const rows = await db.selectFrom("platoonEvent").select("id").where("kind", "=", "milestone").execute();
    return rows.filter(({ id }) => id.startsWith("~")).length;
  };
  const repair = resumed((database, now, run, scan) => repairPlatoons(database, now, run, { ...scan, maxRead: 500 }));
  const counts: number[] = [];
  for (let runs = 0; runs < 10 && counts.at(-1) !== 1; runs += 1) {
    await repair(db, new Date(), createRun(Number.POSITIVE_INFINITY));
    counts.push(await left());
  }
  // The first range may hold other rows, too.
  expect(counts.length).toBeGreaterThan(2);
  expect(counts[0]).toBeGreaterThanOrEqual(701);
  expect(counts.at(-1)).toBe(1);
  await db
    .insertInto("platoonEvent")
    .values({ ...event, id: "~0000", actorId: "former" })
    .execute();
  for (let runs = 0; runs < 3; runs += 1) await repair(db, new Date(), createRun(Number.POSITIVE_INFINITY));
  expect(await left()).toBe(1);
});

test("of a deleted platoon no one inherits the role of an owner whose account is deleted, and its rows are purged", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { owner, admin } = platoon.people;
  expect((await call(owner.visitor, "delete", { organizationId: platoon.id })).status).toBe(200);
  await PEOPLE.deleteAccount({ db }, String((await getUser(owner.visitor)).id));
  const left = db.selectFrom("member").select("role").where("organizationId", "=", platoon.id).orderBy("role");
  expect(await left.execute()).toEqual([{ role: "admin" }, { role: "member" }]);
  expect(await admin.visitor.trpc.platoon.members.deletedPlatoons.query()).toEqual([]);
  await purgePlatoons(db, new Date());
  expect(await left.execute()).toEqual([]);
});

test("a platoon is deleted while people leave and join, and brought back twice at the same time", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { owner, admin, member } = people;
  await world.context.db.updateTable("member").set({ role: "owner" }).where("id", "=", admin.memberId).execute();
  const { visitor, email, invitationId } = await invited(world, owner.visitor, organizationId, "member");
  const [deleted, left, accepted] = await Promise.all([
    call(owner.visitor, "delete", { organizationId }),
    call(member.visitor, "leave", { organizationId }),
    call(visitor, "accept-invitation", { invitationId }),
  ]);
  expect(deleted.status).toBe(200);
  const restored = await Promise.allSettled(
    [owner, admin].map((person) => person.visitor.trpc.platoon.members.restorePlatoon.mutate({ id: organizationId })),
  );
  const refusals = restored.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toEqual([expect.objectContaining({ message: "This platoon can no longer be brought back." })]);
  const { items } = await owner.visitor.trpc.platoon.members.page.query({ organizationId });
  const newcomers = world.context.db.selectFrom("user").select("id").where("email", "=", email);
  const [{ id: newcomerId } = { id: "" }] = await newcomers.execute();
  expect([items.some(({ id }) => id === member.memberId), items.some(({ userId }) => userId === newcomerId)]).toEqual([
    !left.ok,
    accepted.ok,
  ]);
});
