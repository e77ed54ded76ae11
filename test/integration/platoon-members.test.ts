// @postgres
// The people of a platoon: links by which they join, their list, and a new owner.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LINK_DAYS, MAX_INVITE_LINKS, MAX_MEMBERS, MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { withSearchName } from "#domain/text.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { ask, call, invited, makePlatoon, type Platoon } from "#test/harness/data/platoons.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const of = (visitor: Visitor) => visitor.trpc.platoon.members;
const refused = (code: string) => ({ data: { fault: { code } } });
const newcomer = async () => (await signUpAndIn(world)).visitor;

async function newLink(
  by: Visitor,
  { id }: Platoon,
  given: { role?: "owner" | "admin" | "member"; uses?: 1 | 5 } = {},
) {
  const input = { organizationId: id, role: "member", days: 7, uses: 5, ...given } as const;
  const { address } = await of(by).createLink.mutate(input);
  return String(new URL(address).searchParams.get("link"));
}

const countMembers = async ({ id }: Platoon) =>
  (await world.context.db.selectFrom("member").select("id").where("organizationId", "=", id).execute()).length;

const countEvents = async ({ id }: Platoon) =>
  (await world.context.db.selectFrom("platoonEvent").select("id").where("organizationId", "=", id).execute()).length;

describe("a link", () => {
  test("lets in as many as it has uses, and is over then; its secret is in no other answer", async () => {
    const platoon = await makePlatoon(world);
    const { admin, member } = platoon.people;
    const link = await newLink(admin.visitor, platoon, { uses: 1 });
    const [one, other] = [await newcomer(), await newcomer()];
    const expected = { platoon: "Night Owls", role: "member", state: "open", memberOf: null };
    expect(await of(world.visitor()).linkStanding.query({ link })).toMatchObject(expected);
    const events = await countEvents(platoon);
    expect(await of(member.visitor).join.mutate({ link })).toMatchObject({ isNew: false });
    expect(await of(one).join.mutate({ link })).toMatchObject({ isNew: true, platoon: "Night Owls" });
    await expect(of(other).join.mutate({ link })).rejects.toMatchObject(refused("link_over"));
    expect(await countMembers(platoon)).toBe(4);
    expect(await countEvents(platoon)).toBe(events + 1);
    expect(await of(other).linkStanding.query({ link })).toMatchObject({ state: "over", memberOf: null });
    const { slug } = await of(one).join.mutate({ link });
    expect(await of(one).linkStanding.query({ link })).toMatchObject({ memberOf: slug });
    const links = await of(admin.visitor).links.query({ organizationId: platoon.id });
    expect(links).toMatchObject([{ state: "over", uses: 1, maxUses: 1, role: "member" }]);
    const stored = await world.context.db.selectFrom("inviteLink").selectAll().execute();
    expect(JSON.stringify([links, stored])).not.toContain(link);
  });

  test("for one person makes one member of twenty who use it together", async () => {
    const platoon = await makePlatoon(world);
    const link = await newLink(platoon.people.owner.visitor, platoon, { uses: 1 });
    const people = await Promise.all(Array.from({ length: 20 }, newcomer));
    const answers = await Promise.allSettled(people.map((person) => of(person).join.mutate({ link })));
    const codes = answers.map((answer) => (answer.status === "rejected" ? answer.reason.data.fault.code : "joined"));
    expect(codes.toSorted()).toEqual(["joined", ...Array.from({ length: 19 }, () => "link_over")]);
    expect(await countMembers(platoon)).toBe(4);
  });

  test("ends when it is revoked, expires, or its maker may no longer give its role", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const organizationId = platoon.id;
    const person = await newcomer();
    const [first, second, third] = [
      await newLink(owner.visitor, platoon),
      await newLink(admin.visitor, platoon),
      await newLink(owner.visitor, platoon),
    ];
    const [newest] = await of(owner.visitor).links.query({ organizationId });
    await of(admin.visitor).revokeLink.mutate({ organizationId, id: String(newest?.id) });
    await call(owner.visitor, "update-member-role", { memberId: admin.memberId, role: "member", organizationId });
    const states = await Promise.all(
      [first, second, third].map(async (link) => (await of(person).linkStanding.query({ link })).state),
    );
    expect(states.toSorted()).toEqual(["open", "revoked", "revoked"]);
    expect(states[1]).toBe("revoked");
    await expect(of(person).join.mutate({ link: second })).rejects.toMatchObject(refused("link_missing"));
    const past = new Date(Date.now() - 1).toISOString();
    await world.context.db.updateTable("inviteLink").set({ expiresAt: past }).execute();
    const open = states[0] === "open" ? first : third;
    await expect(of(person).join.mutate({ link: open })).rejects.toMatchObject(refused("link_over"));
    await expect(of(person).linkStanding.query({ link: "unknown" })).rejects.toMatchObject(refused("link_missing"));
  });

  test("ends with its maker's account", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const link = await newLink(admin.visitor, platoon);
    const person = await newcomer();
    expect(await of(person).linkStanding.query({ link })).toMatchObject({ state: "open" });
    await PEOPLE.deleteAccount({ db: world.context.db }, String((await getUser(admin.visitor)).id));
    await expect(of(person).linkStanding.query({ link })).rejects.toMatchObject(refused("link_missing"));
    await expect(of(person).join.mutate({ link })).rejects.toMatchObject(refused("link_missing"));
    expect(await of(owner.visitor).links.query({ organizationId: platoon.id })).toEqual([]);
  });

  test("is for accounts alone, made by owners and admins, with a role they may give, and not without number", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin, member } = platoon.people;
    const link = await newLink(admin.visitor, platoon);
    await expect(of(await guest(world)).join.mutate({ link })).rejects.toMatchObject(refused("account_needed"));
    await expect(newLink(member.visitor, platoon)).rejects.toMatchObject(refused("platoon_managers_only"));
    await expect(newLink(admin.visitor, platoon, { role: "owner" })).rejects.toMatchObject(
      refused("platoon_owners_only"),
    );
    for (let made = 1; made < MAX_INVITE_LINKS; made += 1) await newLink(owner.visitor, platoon);
    await expect(newLink(owner.visitor, platoon)).rejects.toMatchObject(refused("links_full"));
  });
});

describe("a person who was removed", () => {
  const remove = ({ id, people }: Platoon, memberIdOrEmail: string, by: Visitor = people.owner.visitor) =>
    call(by, "remove-member", { organizationId: id, memberIdOrEmail });
  const getMemberId = async (visitor: Visitor, { id }: Platoon) => {
    await call(visitor, "set-active", { organizationId: id });
    return String((await (await ask(visitor, "get-active-member")).json()).id);
  };
  const getStates = (links: readonly string[], visitor: Visitor) =>
    Promise.all(links.map(async (link) => (await of(visitor).linkStanding.query({ link })).state));
  const getUses = async ({ id }: Platoon) =>
    (await world.context.db.selectFrom("inviteLink").select("uses").where("organizationId", "=", id).execute()).map(
      ({ uses }) => uses,
    );
  const getRemovals = (visitorId: string) =>
    world.context.db.selectFrom("memberRemoval").selectAll().where("userId", "=", visitorId).execute();

  test("finds the links of that time ended, and comes in by a later one, and by an invitation", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin } = platoon.people;
    const person = await newcomer();
    const earlier = [await newLink(owner.visitor, platoon), await newLink(admin.visitor, platoon)];
    const [first = "", second = ""] = earlier;
    await of(person).join.mutate({ link: first });
    expect((await remove(platoon, await getMemberId(person, platoon), admin.visitor)).status).toBe(200);
    for (const link of earlier)
      await expect(of(person).join.mutate({ link })).rejects.toMatchObject(refused("link_missing"));
    expect(await getStates(earlier, person)).toEqual(["revoked", "revoked"]);
    expect(await getStates(earlier, await newcomer())).toEqual(["open", "open"]);
    expect(await getUses(platoon)).toEqual(expect.arrayContaining([0, 1]));
    await call(owner.visitor, "update", { organizationId: platoon.id, data: { name: "Dawn Owls" } });
    await call(owner.visitor, "delete", { organizationId: platoon.id });
    await of(owner.visitor).restorePlatoon.mutate({ id: platoon.id });
    await expect(of(person).join.mutate({ link: second })).rejects.toMatchObject(refused("link_missing"));
    const later = await newLink(owner.visitor, platoon);
    expect(await of(person).join.mutate({ link: later })).toMatchObject({ isNew: true });
    const { email, id: userId } = await getUser(person);
    expect((await remove(platoon, String(email))).status).toBe(200);
    expect(await getStates([...earlier, later], person)).toEqual(["revoked", "revoked", "revoked"]);
    expect(await getRemovals(String(userId))).toMatchObject([{ organizationId: platoon.id }]);
    const invitation = await call(owner.visitor, "invite-member", {
      organizationId: platoon.id,
      email,
      role: "member",
    });
    const { id: invitationId } = await invitation.json();
    expect((await call(person, "accept-invitation", { invitationId })).status).toBe(200);
  });

  test("finds the invitations of that time ended, too", async () => {
    const platoon = await makePlatoon(world);
    const { owner } = platoon.people;
    const { visitor, invitationId } = await invited(world, owner.visitor, platoon.id, "member");
    await of(visitor).join.mutate({ link: await newLink(owner.visitor, platoon) });
    expect((await remove(platoon, await getMemberId(visitor, platoon))).status).toBe(200);
    expect((await call(visitor, "accept-invitation", { invitationId })).status).toBe(400);
    expect(await countMembers(platoon)).toBe(3);
  });

  test("is not one who left, or whom someone without the right tried to remove", async () => {
    const platoon = await makePlatoon(world);
    const { owner, admin, member } = platoon.people;
    const link = await newLink(owner.visitor, platoon);
    const leavers = [
      (visitor: Visitor) => call(visitor, "leave", { organizationId: platoon.id }),
      async (visitor: Visitor) => remove(platoon, await getMemberId(visitor, platoon), visitor),
    ];
    expect((await remove(platoon, admin.memberId, member.visitor)).ok).toBe(false);
    for (const [visitor, leave] of [
      [member.visitor, leavers[0]],
      [admin.visitor, leavers[0]],
    ] as const) {
      expect((await leave?.(visitor))?.status).toBe(200);
      expect(await of(visitor).join.mutate({ link })).toMatchObject({ isNew: true });
    }
    const { memberId } = { memberId: await getMemberId(admin.visitor, platoon) };
    await call(owner.visitor, "update-member-role", { organizationId: platoon.id, memberId, role: "admin" });
    expect((await leavers[1]?.(admin.visitor))?.status).toBe(200);
    expect(await of(admin.visitor).join.mutate({ link })).toMatchObject({ isNew: true });
    expect(await getRemovals(String((await getUser(admin.visitor)).id))).toEqual([]);
  });

  test("does not come back while the removal and many tries to join happen together", async () => {
    const platoon = await makePlatoon(world);
    const { owner } = platoon.people;
    const link = await newLink(owner.visitor, platoon, { uses: 5 });
    const person = await newcomer();
    await of(person).join.mutate({ link });
    const memberId = await getMemberId(person, platoon);
    const joins = (count: number) =>
      Array.from({ length: count }, () => of(elsewhere(person, world)).join.mutate({ link }));
    const [removal, ...tries] = await Promise.allSettled([remove(platoon, memberId), ...joins(8)]);
    expect(removal).toMatchObject({ status: "fulfilled", value: { status: 200 } });
    for (const attempt of tries)
      if (attempt.status === "rejected") expect(attempt.reason).toMatchObject(refused("link_missing"));
      else expect(attempt.value.isNew).toBe(false);
    expect(await countMembers(platoon)).toBe(3);
    await expect(of(person).join.mutate({ link })).rejects.toMatchObject(refused("link_missing"));
  });

  test("is forgotten once no link of that time works, with the platoon, and with the account", async () => {
    const platoon = await makePlatoon(world);
    const people = [await newcomer(), await newcomer(), await newcomer()];
    const [first = "", second = "", third = ""] = await Promise.all(
      people.map(async (person) => String((await getUser(person)).id)),
    );
    const other = await makePlatoon(world);
    for (const [index, person] of people.entries()) {
      const place = index === 1 ? other : platoon;
      await of(person).join.mutate({ link: await newLink(place.people.owner.visitor, place) });
      expect((await remove(place, await getMemberId(person, place))).status).toBe(200);
    }
    const { db } = world.context;
    const count = () => Promise.all([first, second, third].map(async (id) => (await getRemovals(id)).length));
    expect(await count()).toEqual([1, 1, 1]);
    await PEOPLE.deleteAccount({ db }, third);
    await call(other.people.owner.visitor, "delete", { organizationId: other.id });
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
    await purgePlatoons(db, inDays(6));
    expect(await count()).toEqual([1, 1, 0]);
    await purgePlatoons(db, inDays(8));
    expect(await count()).toEqual([1, 0, 0]);
    await purgePlatoons(db, inDays(Math.max(...LINK_DAYS) + 1));
    expect(await count()).toEqual([0, 0, 0]);
  });
});

test("a platoon and a person have no more members and platoons than they may", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { owner } = platoon.people;
  const [at, link] = [new Date(), await newLink(owner.visitor, platoon)];
  const row = () => ({ id: crypto.randomUUID(), createdAt: at, updatedAt: at });
  const { visitor, invitationId } = await invited(world, owner.visitor, platoon.id, "member");
  const { id: userId } = await getUser(visitor);
  const others = Array.from({ length: MAX_PLATOONS }, row);
  await db
    .insertInto("organization")
    .values(others.map((other) => ({ ...other, name: "Other", slug: other.id })))
    .execute();
  const places = others.map(({ id }) => ({ ...row(), userId, organizationId: id, role: "member" }));
  await db.insertInto("member").values(places).execute();
  await expect(of(visitor).join.mutate({ link })).rejects.toMatchObject(refused("platoons_full"));
  expect((await call(visitor, "accept-invitation", { invitationId })).status).toBe(403);
  const people = Array.from({ length: MAX_MEMBERS - 3 }, row);
  const person = { name: "Robin", emailVerified: true, isAnonymous: false };
  await db
    .insertInto("user")
    .values(people.map((one) => ({ ...one, ...person, email: `${one.id}@example.com` })))
    .execute();
  const members = people.map(({ id }) => ({ ...row(), userId: id, organizationId: platoon.id, role: "member" }));
  await db.insertInto("member").values(members).execute();
  await expect(of(await newcomer()).join.mutate({ link })).rejects.toMatchObject(refused("platoon_full"));
  expect(await of(owner.visitor).links.query({ organizationId: platoon.id })).toMatchObject([{ uses: 0 }]);
});

test("someone outside the platoon finds none", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const stranger = await newcomer();
  const { memberId } = people.member;
  const calls = [
    of(stranger).page.query({ organizationId }),
    of(stranger).links.query({ organizationId }),
    of(people.member.visitor).links.query({ organizationId }),
    of(stranger).transfer.mutate({ organizationId, memberId }),
    of(stranger).createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 }),
    of(stranger).revokeLink.mutate({ organizationId, id: crypto.randomUUID() }),
  ];
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: "rejected", reason: refused("platoon_missing") });
});

test("members are listed by page in their order, and found by name; the overview counts them", async () => {
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
  const first = await of(visitor).page.query({ organizationId });
  const rest = await of(visitor).page.query({ organizationId, cursor: first.nextCursor });
  expect(first.items.slice(0, 3).map(({ role }) => role)).toEqual(["owner", "admin", "member"]);
  expect([first.items.length, rest.items.length, rest.nextCursor, first.ownerCount]).toEqual([50, 3, null, 1]);
  expect(new Set([...first.items, ...rest.items].map(({ userId }) => userId)).size).toBe(added.length + 3);
  const page = await of(visitor).page.query({ organizationId, search: "йОГА 49" });
  expect(page.items.map(({ name }) => name)).toEqual(["Йога 49"]);
  const names = async (search: string) =>
    (await of(visitor).page.query({ organizationId, search })).items.map(({ name }) => name);
  const rename = (index: number, name: string) =>
    db.updateTable("user").set(withSearchName(name)).where("id", "=", String(added[index]?.id)).execute();
  await rename(0, "Cap-Röbin 7");
  await rename(1, "CAP  robin_8");
  expect((await names("cap robin")).toSorted()).toEqual(["CAP  robin_8", "Cap-Röbin 7"]);
  expect(await names("rÖbin 8")).toEqual(["CAP  robin_8"]);
  expect([await names("robin cap"), await names("%"), await names("_")]).toEqual([[], [], []]);
  for (const [index, name] of ["Groß Łukasz", "★★★", "´ ¨"].entries()) await rename(index + 2, name);
  expect([await names("gross lukasz"), await names("GROẞ"), await names("★"), await names("☆")]).toEqual([
    ["Groß Łukasz"],
    ["Groß Łukasz"],
    ["★★★"],
    [],
  ]);
  expect([await names("´"), await names("¸"), await names("\u0301"), await names("\u200D")]).toEqual([
    ["´ ¨"],
    [],
    [],
    [],
  ]);
  expect(await of(visitor).overview.query()).toMatchObject([
    { organizationId, role: "member", memberCount: 53, name: "Night Owls" },
  ]);
});

test("an owner hands the platoon on, and is an admin then; their links for owners end", async () => {
  const platoon = await makePlatoon(world);
  const { id: organizationId, people } = platoon;
  const { owner, admin, member } = people;
  const link = await newLink(owner.visitor, platoon, { role: "owner" });
  const { memberId } = member;
  await expect(of(admin.visitor).transfer.mutate({ organizationId, memberId })).rejects.toMatchObject(
    refused("platoon_owners_only"),
  );
  for (const id of ["none", owner.memberId])
    await expect(of(owner.visitor).transfer.mutate({ organizationId, memberId: id })).rejects.toMatchObject(
      refused("member_missing"),
    );
  const both = await Promise.allSettled([
    of(owner.visitor).transfer.mutate({ organizationId, memberId }),
    of(owner.visitor).transfer.mutate({ organizationId, memberId: admin.memberId }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled").length).toBe(1);
  const { items, ownerCount } = await of(owner.visitor).page.query({ organizationId });
  expect([items.find(({ id }) => id === owner.memberId)?.role, ownerCount]).toEqual(["admin", 1]);
  expect(await of(await newcomer()).linkStanding.query({ link })).toMatchObject({ state: "revoked" });
  const left = { organizationId, memberId: items[0]?.id, role: "member" };
  const last = items[0]?.id === memberId ? member : admin;
  expect((await call(last.visitor, "update-member-role", left)).ok).toBe(false);
});

test("links and invitations that have ended do not pile up, and the open ones stay", async () => {
  const platoon = await makePlatoon(world);
  const { id: organizationId, people } = platoon;
  const { visitor } = people.owner;
  const { db } = world.context;
  const open = await newLink(visitor, platoon);
  const { invitationId } = await invited(world, visitor, organizationId, "member");
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
  await newLink(visitor, platoon);
  await invited(world, visitor, organizationId, "member");
  const count = async (table: "inviteLink" | "invitation") =>
    (await db.selectFrom(table).select("id").where("organizationId", "=", organizationId).execute()).length;
  // Beside the ended invitations there are the two open ones.
  expect([await count("inviteLink"), await count("invitation")]).toEqual([100, 201]);
  const first = await db.selectFrom("invitation").select("status").where("id", "=", invitationId).execute();
  expect(first).toEqual([{ status: "pending" }]);
  expect(await of(await newcomer()).join.mutate({ link: open })).toMatchObject({ isNew: true });
});

test("an open invitation is sent again, with a new expiry", async () => {
  const platoon = await makePlatoon(world);
  const { visitor } = platoon.people.admin;
  const { email, invitationId } = await invited(world, visitor, platoon.id, "member");
  const soon = new Date(Date.now() + 1000);
  const { db } = world.context;
  await db.updateTable("invitation").set({ expiresAt: soon }).where("id", "=", invitationId).execute();
  const body = { email, role: "member", organizationId: platoon.id, resend: true };
  expect(await (await call(visitor, "invite-member", body)).json()).toMatchObject({ id: invitationId });
  const rows = await db.selectFrom("invitation").select(["id", "expiresAt"]).where("email", "=", email).execute();
  expect(rows.map(({ id, expiresAt }) => [id, new Date(expiresAt) > soon])).toEqual([[invitationId, true]]);
  expect((await world.mails()).filter(({ to, text }) => to === email && text.includes(invitationId)).length).toBe(2);
});

test("an emblem is stored with the platoon; one that cannot be drawn is refused", async () => {
  const { visitor } = await signUpAndIn(world);
  const create = (slug: string, metadata: object) => call(visitor, "create", { name: "Owls", slug, metadata });
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
    expect((await call(visitor, "update", { organizationId: id, data: { metadata } })).status).toBe(400);
  }
  const change = { organizationId: id, data: { metadata: { emblem: "bd" } } };
  expect((await call(visitor, "update", change)).status).toBe(200);
});

test("members' addresses are for owners and admins, and each person's own", async () => {
  const { id, people } = await makePlatoon(world);
  const emails = Object.values(people).map(({ email }) => email);
  for (const [role, { visitor, email }] of Object.entries(people)) {
    expect(JSON.stringify(await of(visitor).page.query({ organizationId: id })), role).not.toContain("@");
    for (const name of ["get-full-organization", "list-members"]) {
      const { members } = await (await ask(visitor, name, `organizationId=${id}`)).json();
      const visible = members.map(({ user }: { user: { email: string } }) => user.email).toSorted();
      expect(visible, `${name}, ${role}`).toEqual(role === "member" ? ["", "", email] : emails.toSorted());
    }
  }
});
