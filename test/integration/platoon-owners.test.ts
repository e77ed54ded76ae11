// @postgres
// A platoon always has an owner, whatever its owners do in parallel.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createResumableChore, createRun } from "#server/database/purge-run.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Person,
  postOrganization,
} from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const ROUNDS = 20;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("an owner remains when three owners in parallel leave, are demoted and delete the account, in 20 rounds", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: organizationId, people } = await makePlatoon(world);
    const all = [people.owner, people.admin, people.member];
    await db.updateTable("member").set({ role: "owner" }).where("organizationId", "=", organizationId).execute();
    // Over the rounds, each user performs each action, and the order of the requests varies.
    const [leaver, demoted, deleted] = [0, 1, 2].map((place) => all[(place + round) % all.length] ?? people.owner);
    if (!leaver || !demoted || !deleted) throw new Error("A platoon has three people.");
    const { id: deletedId } = await getUser(deleted.visitor);
    const actions = [
      () => postOrganization(leaver.visitor, "leave", { organizationId }),
      () =>
        postOrganization(demoted.visitor, "update-member-role", {
          organizationId,
          memberId: demoted.memberId,
          role: "member",
        }),
      () => PEOPLE.deleteAccount({ db }, String(deletedId)),
    ];
    const order = actions.map((_, place) => actions[(place + (round >> 1)) % actions.length]);
    const responses = await Promise.all(order.map((step) => step?.()));
    for (const response of responses) if (response) expect(response.status).toBeLessThan(500);
    const members = await db
      .selectFrom("member")
      .select(["userId", "role"])
      .where("organizationId", "=", organizationId)
      .execute();
    expect(members.map(({ userId }) => userId)).not.toContain(deletedId);
    expect(members.filter(({ role }) => role === "owner").length, `round ${round}`).toBeGreaterThan(0);
  }
});

test("an owner remains when two owners give up the role in parallel, with or without the platoon's id", async () => {
  const { db } = world.context;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: organizationId, people } = await makePlatoon(world);
    await db.updateTable("member").set({ role: "owner" }).where("id", "=", people.admin.memberId).execute();
    const name = [{ organizationId }, { organizationId: "" }, {}][round % 3];
    const giveUpRole = ({ visitor, memberId }: Person) =>
      postOrganization(visitor, "update-member-role", { ...name, memberId, role: "member" });
    const responses = await Promise.all([giveUpRole(people.owner), giveUpRole(people.admin)]);
    expect(responses.filter(({ ok }) => ok).length, `round ${round}`).toBe(1);
    const members = db.selectFrom("member").select("role").where("organizationId", "=", organizationId);
    const roles = (await members.execute()).map(({ role }) => role);
    expect(roles.toSorted(), `round ${round}`).toEqual(["member", "member", "owner"]);
  }
});

test("a refused request for another platoon does not change the active one", async () => {
  const [own, foreign] = [await makePlatoon(world), await makePlatoon(world)];
  const { visitor } = own.people.owner;
  expect((await postOrganization(visitor, "set-active", { organizationId: own.id })).status).toBe(200);
  const { slug } = await world.context.db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", foreign.id)
    .executeTakeFirstOrThrow();
  for (const response of [
    await getOrganization(visitor, "get-full-organization", `organizationSlug=${slug}`),
    await getOrganization(visitor, "get-full-organization", `organizationId=${foreign.id}`),
    await postOrganization(visitor, "set-active", { organizationId: foreign.id }),
    await postOrganization(visitor, "set-active", { organizationSlug: slug }),
  ]) {
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" });
    expect((await getOrganization(visitor, "get-active-member")).status).toBe(200);
  }
});

test.for([{ organizationId: "" }, {}])(
  "a change of the active platoon, %o, has the same consequences",
  async (active) => {
    const { db } = world.context;
    const platoon = await makePlatoon(world);
    const { id: organizationId } = platoon;
    const { owner, admin, member } = platoon.people;
    const { id: userId } = await getUser(member.visitor);
    const { trpc } = admin.visitor;
    await member.visitor.trpc.platoon.feed.mark.mutate({ organizationId, read: true });
    await trpc.platoon.members.createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 });
    const demotion = { ...active, memberId: admin.memberId, role: "member" };
    expect((await postOrganization(owner.visitor, "update-member-role", demotion)).status).toBe(200);
    const [link] = await owner.visitor.trpc.platoon.members.links.query({ organizationId });
    expect(link?.state).toBe("revoked");
    const removal = { ...active, memberIdOrEmail: member.memberId };
    expect((await postOrganization(owner.visitor, "remove-member", removal)).status).toBe(200);
    const marks = db.selectFrom("feedMark").select("id").where("userId", "=", String(userId));
    expect(await marks.execute()).toEqual([]);
    // The library requires the platoon's id for leaving.
    expect((await postOrganization(admin.visitor, "leave", active)).status).toBe(400);
  },
);

test("an owner remains when another leaves after an account deletion has checked for owners", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  await db.updateTable("member").set({ role: "owner" }).where("id", "=", people.admin.memberId).execute();
  const { id: deletedId } = await getUser(people.owner.visitor);
  let hasLeft = false;
  const transaction = () => ({
    execute: async (work: (trx: Database) => Promise<unknown>) => {
      if (!hasLeft)
        expect((await postOrganization(people.admin.visitor, "leave", { organizationId })).status).toBe(200);
      hasLeft = true;
      return db.transaction().execute(work);
    },
  });
  const dbWithHook = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name === "transaction") return transaction;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await PEOPLE.deleteAccount({ db: dbWithHook }, String(deletedId));
  const members = await db.selectFrom("member").select("role").where("organizationId", "=", organizationId).execute();
  expect([hasLeft, members]).toEqual([true, [{ role: "owner" }]]);
});

test("the hourly repair reads a limited number of rows in a run, and the next run continues there", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  const { id: userId } = await getUser(people.member.visitor);
  const at = new Date().toISOString();
  const event = { organizationId, kind: "milestone", body: "{}", createdAt: at, updatedAt: at };
  // Their ids sort after all others: those of former members, and last that of a member.
  const ids = Array.from({ length: 1200 }, (_, number) => `~${String(number).padStart(4, "0")}`);
  const former = ids.map((id) => ({ ...event, id, actorId: "former" }));
  await db.insertInto("platoonEvent").values(former).execute();
  await db
    .insertInto("platoonEvent")
    .values({ ...event, id: "~~", actorId: String(userId) })
    .execute();
  const countEvents = async () => {
    const rows = await db.selectFrom("platoonEvent").select("id").where("kind", "=", "milestone").execute();
    return rows.filter(({ id }) => id.startsWith("~")).length;
  };
  const repair = createResumableChore((database, now, run, scan) =>
    repairPlatoons(database, now, run, { ...scan, maxRead: 500 }),
  );
  const counts: number[] = [];
  for (let runs = 0; runs < 10 && counts.at(-1) !== 1; runs += 1) {
    await repair(db, new Date(), createRun(Number.POSITIVE_INFINITY));
    counts.push(await countEvents());
  }
  // The first run may also read other rows.
  expect(counts.length).toBeGreaterThan(2);
  expect(counts[0]).toBeGreaterThanOrEqual(701);
  expect(counts.at(-1)).toBe(1);
  await db
    .insertInto("platoonEvent")
    .values({ ...event, id: "~0000", actorId: "former" })
    .execute();
  for (let runs = 0; runs < 3; runs += 1) await repair(db, new Date(), createRun(Number.POSITIVE_INFINITY));
  expect(await countEvents()).toBe(1);
});

test("a deleted platoon whose owner deletes the account gets no new owner, and is purged", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { owner, admin } = platoon.people;
  expect((await postOrganization(owner.visitor, "delete", { organizationId: platoon.id })).status).toBe(200);
  await PEOPLE.deleteAccount({ db }, String((await getUser(owner.visitor)).id));
  const left = db.selectFrom("member").select("role").where("organizationId", "=", platoon.id).orderBy("role");
  expect(await left.execute()).toEqual([{ role: "admin" }, { role: "member" }]);
  expect(await admin.visitor.trpc.platoon.members.deletedPlatoons.query()).toEqual([]);
  await purgePlatoons(db, new Date());
  expect(await left.execute()).toEqual([]);
});

test("a platoon is deleted while users leave and join, and of two parallel restorations one succeeds", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { owner, admin, member } = people;
  await world.context.db.updateTable("member").set({ role: "owner" }).where("id", "=", admin.memberId).execute();
  const { visitor, email, invitationId } = await inviteUser(world, owner.visitor, organizationId, "member");
  const [deleted, left, accepted] = await Promise.all([
    postOrganization(owner.visitor, "delete", { organizationId }),
    postOrganization(member.visitor, "leave", { organizationId }),
    postOrganization(visitor, "accept-invitation", { invitationId }),
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
