// @postgres
// The members of a platoon: invitation links, the list of members, and the transfer of ownership.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LINK_DAYS, MAX_INVITE_LINKS, MAX_MEMBERS, MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { withSearchName } from "#domain/text.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Platoon,
  postOrganization,
} from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const getMembers = (visitor: Visitor) => visitor.trpc.platoon.members;
const createExpectedError = (code: string) => ({ data: { fault: { code } } });
const signUpNewcomer = async () => (await signUpAndSignIn(world)).visitor;

async function createLink(
  by: Visitor,
  { id }: Platoon,
  options: { role?: "owner" | "admin" | "member"; uses?: 1 | 5 } = {},
) {
  const input = { organizationId: id, role: "member", days: 7, uses: 5, ...options } as const;
  const { address } = await getMembers(by).createLink.mutate(input);
  return String(new URL(address).searchParams.get("link"));
}

const countMembers = async ({ id }: Platoon) =>
  (await world.context.db.selectFrom("member").select("id").where("organizationId", "=", id).execute()).length;

const countEvents = async ({ id }: Platoon) =>
  (await world.context.db.selectFrom("platoonEvent").select("id").where("organizationId", "=", id).execute()).length;

describe("a link", () => {
  test("admits as many users as it has uses, and its secret appears in no other response", async () => {
    const platoon = await makePlatoon(world);
    const { admin, member } = platoon.people;
    const link = await createLink(admin.visitor, platoon, { uses: 1 });
    const [firstNewcomer, secondNewcomer] = [await signUpNewcomer(), await signUpNewcomer()];
    const expected = { platoon: "Night Owls", role: "member", state: "open", memberOf: null };
    expect(await getMembers(world.visitor()).linkStanding.query({ link })).toMatchObject(expected);
    const events = await countEvents(platoon);
    expect(await getMembers(member.visitor).join.mutate({ link })).toMatchObject({ isNew: false });
    expect(await getMembers(firstNewcomer).join.mutate({ link })).toMatchObject({ isNew: true, platoon: "Night Owls" });
    await expect(getMembers(secondNewcomer).join.mutate({ link })).rejects.toMatchObject(
      createExpectedError("link_over"),
    );
    expect(await countMembers(platoon)).toBe(4);
    expect(await countEvents(platoon)).toBe(events + 1);
    expect(await getMembers(secondNewcomer).linkStanding.query({ link })).toMatchObject({
      state: "over",
      memberOf: null,
    });
    const { slug } = await getMembers(firstNewcomer).join.mutate({ link });
    expect(await getMembers(firstNewcomer).linkStanding.query({ link })).toMatchObject({ memberOf: slug });
    const links = await getMembers(admin.visitor).links.query({ organizationId: platoon.id });
    expect(links).toMatchObject([{ state: "over", uses: 1, maxUses: 1, role: "member" }]);
    const stored = await world.context.db.selectFrom("inviteLink").selectAll().execute();
    expect(JSON.stringify([links, stored])).not.toContain(link);
  });

  test("with one use admits one of twenty users in parallel", async () => {
    const platoon = await makePlatoon(world);
    const link = await createLink(platoon.people.owner.visitor, platoon, { uses: 1 });
    const people = await Promise.all(Array.from({ length: 20 }, signUpNewcomer));
    const responses = await Promise.allSettled(people.map((person) => getMembers(person).join.mutate({ link })));
    const codes = responses.map((response) =>
      response.status === "rejected" ? response.reason.data.fault.code : "joined",
    );
    expect(codes.toSorted()).toEqual(["joined", ...Array.from({ length: 19 }, () => "link_over")]);
    expect(await countMembers(platoon)).toBe(4);
  });

  test("is invalid once it is revoked, expires, or its creator may no longer assign its role", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const organizationId = platoon.id;
    const person = await signUpNewcomer();
    const [first, second, third] = [
      await createLink(owner.visitor, platoon),
      await createLink(admin.visitor, platoon),
      await createLink(owner.visitor, platoon),
    ];
    const [newest] = await getMembers(owner.visitor).links.query({ organizationId });
    await getMembers(admin.visitor).revokeLink.mutate({ organizationId, id: String(newest?.id) });
    await postOrganization(owner.visitor, "update-member-role", {
      memberId: admin.memberId,
      role: "member",
      organizationId,
    });
    const states = await Promise.all(
      [first, second, third].map(async (link) => (await getMembers(person).linkStanding.query({ link })).state),
    );
    expect(states.toSorted()).toEqual(["open", "revoked", "revoked"]);
    expect(states[1]).toBe("revoked");
    await expect(getMembers(person).join.mutate({ link: second })).rejects.toMatchObject(
      createExpectedError("link_missing"),
    );
    const past = new Date(Date.now() - 1).toISOString();
    await world.context.db.updateTable("inviteLink").set({ expiresAt: past }).execute();
    const open = states[0] === "open" ? first : third;
    await expect(getMembers(person).join.mutate({ link: open })).rejects.toMatchObject(
      createExpectedError("link_over"),
    );
    await expect(getMembers(person).linkStanding.query({ link: "unknown" })).rejects.toMatchObject(
      createExpectedError("link_missing"),
    );
  });

  test("is invalid once its creator's account is deleted", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const link = await createLink(admin.visitor, platoon);
    const person = await signUpNewcomer();
    expect(await getMembers(person).linkStanding.query({ link })).toMatchObject({ state: "open" });
    await PEOPLE.deleteAccount({ db: world.context.db }, String((await getUser(admin.visitor)).id));
    await expect(getMembers(person).linkStanding.query({ link })).rejects.toMatchObject(
      createExpectedError("link_missing"),
    );
    await expect(getMembers(person).join.mutate({ link })).rejects.toMatchObject(createExpectedError("link_missing"));
    expect(await getMembers(owner.visitor).links.query({ organizationId: platoon.id })).toEqual([]);
  });

  test("admits accounts only; owners and admins create a limited number, with roles that they may assign", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin, member } = platoon.people;
    const link = await createLink(admin.visitor, platoon);
    await expect(getMembers(await createGuest(world)).join.mutate({ link })).rejects.toMatchObject(
      createExpectedError("account_needed"),
    );
    await expect(createLink(member.visitor, platoon)).rejects.toMatchObject(
      createExpectedError("platoon_managers_only"),
    );
    await expect(createLink(admin.visitor, platoon, { role: "owner" })).rejects.toMatchObject(
      createExpectedError("platoon_owners_only"),
    );
    for (let made = 1; made < MAX_INVITE_LINKS; made += 1) await createLink(owner.visitor, platoon);
    await expect(createLink(owner.visitor, platoon)).rejects.toMatchObject(createExpectedError("links_full"));
  });
});

describe("a removed member", () => {
  const remove = ({ id, people }: Platoon, memberIdOrEmail: string, by: Visitor = people.owner.visitor) =>
    postOrganization(by, "remove-member", { organizationId: id, memberIdOrEmail });
  const getMemberId = async (visitor: Visitor, { id }: Platoon) => {
    await postOrganization(visitor, "set-active", { organizationId: id });
    return String((await (await getOrganization(visitor, "get-active-member")).json()).id);
  };
  const getStates = (links: readonly string[], visitor: Visitor) =>
    Promise.all(links.map(async (link) => (await getMembers(visitor).linkStanding.query({ link })).state));
  const getUses = async ({ id }: Platoon) =>
    (await world.context.db.selectFrom("inviteLink").select("uses").where("organizationId", "=", id).execute()).map(
      ({ uses }) => uses,
    );
  const getRemovals = (visitorId: string) =>
    world.context.db.selectFrom("memberRemoval").selectAll().where("userId", "=", visitorId).execute();

  test("cannot use earlier links, but a later one or an invitation", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const person = await signUpNewcomer();
    const earlier = [await createLink(owner.visitor, platoon), await createLink(admin.visitor, platoon)];
    const [first = "", second = ""] = earlier;
    await getMembers(person).join.mutate({ link: first });
    expect((await remove(platoon, await getMemberId(person, platoon), admin.visitor)).status).toBe(200);
    for (const link of earlier)
      await expect(getMembers(person).join.mutate({ link })).rejects.toMatchObject(createExpectedError("link_missing"));
    expect(await getStates(earlier, person)).toEqual(["revoked", "revoked"]);
    expect(await getStates(earlier, await signUpNewcomer())).toEqual(["open", "open"]);
    expect(await getUses(platoon)).toEqual(expect.arrayContaining([0, 1]));
    await postOrganization(owner.visitor, "update", { organizationId: platoon.id, data: { name: "Dawn Owls" } });
    await postOrganization(owner.visitor, "delete", { organizationId: platoon.id });
    await getMembers(owner.visitor).restorePlatoon.mutate({ id: platoon.id });
    await expect(getMembers(person).join.mutate({ link: second })).rejects.toMatchObject(
      createExpectedError("link_missing"),
    );
    const later = await createLink(owner.visitor, platoon);
    expect(await getMembers(person).join.mutate({ link: later })).toMatchObject({ isNew: true });
    const { email, id: userId } = await getUser(person);
    expect((await remove(platoon, String(email))).status).toBe(200);
    expect(await getStates([...earlier, later], person)).toEqual(["revoked", "revoked", "revoked"]);
    expect(await getRemovals(String(userId))).toMatchObject([{ organizationId: platoon.id }]);
    const invitation = await postOrganization(owner.visitor, "invite-member", {
      organizationId: platoon.id,
      email,
      role: "member",
    });
    const { id: invitationId } = await invitation.json();
    expect((await postOrganization(person, "accept-invitation", { invitationId })).status).toBe(200);
  });

  test("cannot use earlier invitations", async () => {
    const platoon = await makePlatoon(world);
    const { owner } = platoon.people;
    const { visitor, invitationId } = await inviteUser(world, owner.visitor, platoon.id, "member");
    await getMembers(visitor).join.mutate({ link: await createLink(owner.visitor, platoon) });
    expect((await remove(platoon, await getMemberId(visitor, platoon))).status).toBe(200);
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
    expect(await countMembers(platoon)).toBe(3);
  });

  test("is not a member who left or whose removal was refused", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin, member } = platoon.people;
    const link = await createLink(owner.visitor, platoon);
    const actions = [
      (visitor: Visitor) => postOrganization(visitor, "leave", { organizationId: platoon.id }),
      async (visitor: Visitor) => remove(platoon, await getMemberId(visitor, platoon), visitor),
    ];
    expect((await remove(platoon, admin.memberId, member.visitor)).ok).toBe(false);
    for (const [visitor, leave] of [
      [member.visitor, actions[0]],
      [admin.visitor, actions[0]],
    ] as const) {
      expect((await leave?.(visitor))?.status).toBe(200);
      expect(await getMembers(visitor).join.mutate({ link })).toMatchObject({ isNew: true });
    }
    const { memberId } = { memberId: await getMemberId(admin.visitor, platoon) };
    await postOrganization(owner.visitor, "update-member-role", {
      organizationId: platoon.id,
      memberId,
      role: "admin",
    });
    expect((await actions[1]?.(admin.visitor))?.status).toBe(200);
    expect(await getMembers(admin.visitor).join.mutate({ link })).toMatchObject({ isNew: true });
    expect(await getRemovals(String((await getUser(admin.visitor)).id))).toEqual([]);
  });

  test("cannot rejoin by calls in parallel with the removal", async () => {
    const platoon = await makePlatoon(world);
    const { owner } = platoon.people;
    const link = await createLink(owner.visitor, platoon, { uses: 5 });
    const person = await signUpNewcomer();
    await getMembers(person).join.mutate({ link });
    const memberId = await getMemberId(person, platoon);
    const joins = (count: number) =>
      Array.from({ length: count }, () => getMembers(moveToNewAddress(person, world)).join.mutate({ link }));
    const [removal, ...tries] = await Promise.allSettled([remove(platoon, memberId), ...joins(8)]);
    expect(removal).toMatchObject({ status: "fulfilled", value: { status: 200 } });
    for (const attempt of tries)
      if (attempt.status === "rejected") expect(attempt.reason).toMatchObject(createExpectedError("link_missing"));
      else expect(attempt.value.isNew).toBe(false);
    expect(await countMembers(platoon)).toBe(3);
    await expect(getMembers(person).join.mutate({ link })).rejects.toMatchObject(createExpectedError("link_missing"));
  });

  test("is recorded until earlier links have expired, or the platoon or the account is deleted", async () => {
    const platoon = await makePlatoon(world);
    const people = [await signUpNewcomer(), await signUpNewcomer(), await signUpNewcomer()];
    const [first = "", second = "", third = ""] = await Promise.all(
      people.map(async (person) => String((await getUser(person)).id)),
    );
    const otherPlatoon = await makePlatoon(world);
    for (const [index, person] of people.entries()) {
      const place = index === 1 ? otherPlatoon : platoon;
      await getMembers(person).join.mutate({ link: await createLink(place.people.owner.visitor, place) });
      expect((await remove(place, await getMemberId(person, place))).status).toBe(200);
    }
    const { db } = world.context;
    const count = () => Promise.all([first, second, third].map(async (id) => (await getRemovals(id)).length));
    expect(await count()).toEqual([1, 1, 1]);
    await PEOPLE.deleteAccount({ db }, third);
    await postOrganization(otherPlatoon.people.owner.visitor, "delete", { organizationId: otherPlatoon.id });
    const getDateIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
    await purgePlatoons(db, getDateIn(6));
    expect(await count()).toEqual([1, 1, 0]);
    await purgePlatoons(db, getDateIn(8));
    expect(await count()).toEqual([1, 0, 0]);
    await purgePlatoons(db, getDateIn(Math.max(...LINK_DAYS) + 1));
    expect(await count()).toEqual([0, 0, 0]);
  });
});

test("the members of a platoon and the platoons of a user are limited", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { owner } = platoon.people;
  const [at, link] = [new Date(), await createLink(owner.visitor, platoon)];
  const createRow = () => ({ id: crypto.randomUUID(), createdAt: at, updatedAt: at });
  const { visitor, invitationId } = await inviteUser(world, owner.visitor, platoon.id, "member");
  const { id: userId } = await getUser(visitor);
  const others = Array.from({ length: MAX_PLATOONS }, createRow);
  await db
    .insertInto("organization")
    .values(others.map((other) => ({ ...other, name: "Other", slug: other.id })))
    .execute();
  const places = others.map(({ id }) => ({ ...createRow(), userId, organizationId: id, role: "member" }));
  await db.insertInto("member").values(places).execute();
  await expect(getMembers(visitor).join.mutate({ link })).rejects.toMatchObject(createExpectedError("platoons_full"));
  expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(403);
  const people = Array.from({ length: MAX_MEMBERS - 3 }, createRow);
  const person = { name: "Robin", emailVerified: true, isAnonymous: false };
  await db
    .insertInto("user")
    .values(people.map((each) => ({ ...each, ...person, email: `${each.id}@example.com` })))
    .execute();
  const members = people.map(({ id }) => ({ ...createRow(), userId: id, organizationId: platoon.id, role: "member" }));
  await db.insertInto("member").values(members).execute();
  await expect(getMembers(await signUpNewcomer()).join.mutate({ link })).rejects.toMatchObject(
    createExpectedError("platoon_full"),
  );
  expect(await getMembers(owner.visitor).links.query({ organizationId: platoon.id })).toMatchObject([{ uses: 0 }]);
});

test("every call of an outsider gets platoon_missing", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const stranger = await signUpNewcomer();
  const { memberId } = people.member;
  const calls = [
    getMembers(stranger).page.query({ organizationId }),
    getMembers(stranger).links.query({ organizationId }),
    getMembers(people.member.visitor).links.query({ organizationId }),
    getMembers(stranger).transfer.mutate({ organizationId, memberId }),
    getMembers(stranger).createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 }),
    getMembers(stranger).revokeLink.mutate({ organizationId, id: crypto.randomUUID() }),
  ];
  for (const response of await Promise.allSettled(calls))
    expect(response).toMatchObject({ status: "rejected", reason: createExpectedError("platoon_missing") });
});

test("members are paged in order of their roles and found by name, and the overview counts them", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { db } = world.context;
  const at = new Date();
  const times = { createdAt: at, updatedAt: at };
  const added = Array.from({ length: 50 }, (_, index) => ({
    id: crypto.randomUUID(),
    ...withSearchName(`Йога ${index}`),
  }));
  const flags = { emailVerified: true, isAnonymous: false };
  const users = added.map((user) => ({ ...user, email: `${user.id}@example.com`, ...flags, ...times }));
  await db.insertInto("user").values(users).execute();
  const members = added.map(({ id: userId }) => ({ id: `member-${userId}`, userId, organizationId, role: "member" }));
  await db
    .insertInto("member")
    .values(members.map((member) => ({ ...member, ...times })))
    .execute();
  const { visitor } = people.member;
  const first = await getMembers(visitor).page.query({ organizationId });
  const rest = await getMembers(visitor).page.query({ organizationId, cursor: first.nextCursor });
  expect(first.items.slice(0, 3).map(({ role }) => role)).toEqual(["owner", "admin", "member"]);
  expect([first.items.length, rest.items.length, rest.nextCursor, first.ownerCount]).toEqual([50, 3, null, 1]);
  expect(new Set([...first.items, ...rest.items].map(({ userId }) => userId)).size).toBe(added.length + 3);
  const page = await getMembers(visitor).page.query({ organizationId, search: "йОГА 49" });
  expect(page.items.map(({ name }) => name)).toEqual(["Йога 49"]);
  const searchNames = async (search: string) =>
    (await getMembers(visitor).page.query({ organizationId, search })).items.map(({ name }) => name);
  const rename = (index: number, name: string) =>
    db.updateTable("user").set(withSearchName(name)).where("id", "=", String(added[index]?.id)).execute();
  await rename(0, "Cap-Röbin 7");
  await rename(1, "CAP  robin_8");
  expect((await searchNames("cap robin")).toSorted()).toEqual(["CAP  robin_8", "Cap-Röbin 7"]);
  expect(await searchNames("rÖbin 8")).toEqual(["CAP  robin_8"]);
  expect([await searchNames("robin cap"), await searchNames("%"), await searchNames("_")]).toEqual([[], [], []]);
  for (const [index, name] of ["Groß Łukasz", "★★★", "´ ¨"].entries()) await rename(index + 2, name);
  expect([
    await searchNames("gross lukasz"),
    await searchNames("GROẞ"),
    await searchNames("★"),
    await searchNames("☆"),
  ]).toEqual([["Groß Łukasz"], ["Groß Łukasz"], ["★★★"], []]);
  expect([
    await searchNames("´"),
    await searchNames("¸"),
    await searchNames("\u0301"),
    await searchNames("\u200D"),
  ]).toEqual([["´ ¨"], [], [], []]);
  expect(await getMembers(visitor).overview.query()).toMatchObject([
    { organizationId, role: "member", memberCount: 53, name: "Night Owls" },
  ]);
});

test("an owner who transfers the platoon becomes an admin, and their links for owners are revoked", async () => {
  const platoon = await makePlatoon(world);
  const { id: organizationId, people } = platoon;
  const { owner, admin, member } = people;
  const link = await createLink(owner.visitor, platoon, { role: "owner" });
  const { memberId } = member;
  await expect(getMembers(admin.visitor).transfer.mutate({ organizationId, memberId })).rejects.toMatchObject(
    createExpectedError("platoon_owners_only"),
  );
  for (const id of ["none", owner.memberId])
    await expect(getMembers(owner.visitor).transfer.mutate({ organizationId, memberId: id })).rejects.toMatchObject(
      createExpectedError("member_missing"),
    );
  const transfers = await Promise.allSettled([
    getMembers(owner.visitor).transfer.mutate({ organizationId, memberId }),
    getMembers(owner.visitor).transfer.mutate({ organizationId, memberId: admin.memberId }),
  ]);
  expect(transfers.filter(({ status }) => status === "fulfilled").length).toBe(1);
  const { items, ownerCount } = await getMembers(owner.visitor).page.query({ organizationId });
  expect([items.find(({ id }) => id === owner.memberId)?.role, ownerCount]).toEqual(["admin", 1]);
  expect(await getMembers(await signUpNewcomer()).linkStanding.query({ link })).toMatchObject({ state: "revoked" });
  const demotion = { organizationId, memberId: items[0]?.id, role: "member" };
  const newOwner = items[0]?.id === memberId ? member : admin;
  expect((await postOrganization(newOwner.visitor, "update-member-role", demotion)).ok).toBe(false);
});

test("the number of ended links and invitations is limited, and open ones stay", async () => {
  const platoon = await makePlatoon(world);
  const { id: organizationId, people } = platoon;
  const { visitor } = people.owner;
  const { db } = world.context;
  const open = await createLink(visitor, platoon);
  const { invitationId } = await inviteUser(world, visitor, organizationId, "member");
  const copy = { organizationId, createdAt: new Date(0), updatedAt: new Date(0) };
  const link = await db
    .selectFrom("inviteLink")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  const revokedAt = new Date().toISOString();
  const links = Array.from({ length: 250 }, () => ({
    ...link,
    id: crypto.randomUUID(),
    tokenHash: crypto.randomUUID(),
    revokedAt,
  }));
  const inviterId = String((await getUser(visitor)).id);
  const invitations = links.map(({ id }) => ({
    ...{ ...copy, id, inviterId, email: `${id}@example.com`, role: "member", teamId: null, status: "canceled" },
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await db.insertInto("inviteLink").values(links).execute();
  await db.insertInto("invitation").values(invitations).execute();
  await createLink(visitor, platoon);
  await inviteUser(world, visitor, organizationId, "member");
  const count = async (table: "inviteLink" | "invitation") =>
    (await db.selectFrom(table).select("id").where("organizationId", "=", organizationId).execute()).length;
  // The remaining rows include the two open invitations.
  expect([await count("inviteLink"), await count("invitation")]).toEqual([100, 201]);
  const first = await db.selectFrom("invitation").select("status").where("id", "=", invitationId).execute();
  expect(first).toEqual([{ status: "pending" }]);
  expect(await getMembers(await signUpNewcomer()).join.mutate({ link: open })).toMatchObject({ isNew: true });
});

test("an open invitation can be sent again, with a new expiry", async () => {
  const platoon = await makePlatoon(world);
  const { visitor } = platoon.people.admin;
  const { email, invitationId } = await inviteUser(world, visitor, platoon.id, "member");
  const soon = new Date(Date.now() + 1000);
  const { db } = world.context;
  await db.updateTable("invitation").set({ expiresAt: soon }).where("id", "=", invitationId).execute();
  const body = { email, role: "member", organizationId: platoon.id, resend: true };
  expect(await (await postOrganization(visitor, "invite-member", body)).json()).toMatchObject({ id: invitationId });
  const rows = await db.selectFrom("invitation").select(["id", "expiresAt"]).where("email", "=", email).execute();
  expect(rows.map(({ id, expiresAt }) => [id, new Date(expiresAt) > soon])).toEqual([[invitationId, true]]);
  expect((await world.mails()).filter(({ to, text }) => to === email && text.includes(invitationId)).length).toBe(2);
});

test("an emblem is stored with the platoon, and an invalid one is refused", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const create = (slug: string, metadata: object) =>
    postOrganization(visitor, "create", { name: "Owls", slug, metadata });
  const made = await create(`owls-${crypto.randomUUID()}`, { tag: "OWL", emblem: "ad-aa505050000" });
  expect(made.status).toBe(200);
  const { id } = await made.json();
  for (const metadata of [
    { emblem: "zz" },
    { emblem: `ad${"-aa505050000".repeat(5)}` },
    { tag: "OWLETS" },
    { tag: 7 },
  ]) {
    expect((await create(`owls-${crypto.randomUUID()}`, metadata)).status).toBe(400);
    expect((await postOrganization(visitor, "update", { organizationId: id, data: { metadata } })).status).toBe(400);
  }
  const change = { organizationId: id, data: { metadata: { emblem: "bd" } } };
  expect((await postOrganization(visitor, "update", change)).status).toBe(200);
});

test("members' addresses are visible to owners and admins, and each member's own address to themselves", async () => {
  const { id, people } = await makePlatoon(world);
  const emails = Object.values(people).map(({ email }) => email);
  for (const [role, { visitor, email }] of Object.entries(people)) {
    expect(JSON.stringify(await getMembers(visitor).page.query({ organizationId: id })), role).not.toContain("@");
    for (const name of ["get-full-organization", "list-members"]) {
      const { members } = await (await getOrganization(visitor, name, `organizationId=${id}`)).json();
      const visible = members.map(({ user }: { user: { email: string } }) => user.email).toSorted();
      expect(visible, `${name}, ${role}`).toEqual(role === "member" ? ["", "", email] : emails.toSorted());
    }
  }
});
