// @postgres
// A deleted platoon is brought back for a week, and purged then.
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { call, invited, makePlatoon, type Platoon, saveSquad } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const of = (visitor: Visitor) => visitor.trpc.platoon.members;
const refused = (code: string) => ({ data: { fault: { code } } });
const newcomer = async () => (await signUpAndIn(world)).visitor;

async function newLink(by: Visitor, { id }: Platoon) {
  const { address } = await of(by).createLink.mutate({ organizationId: id, role: "member", days: 7, uses: 5 });
  return String(new URL(address).searchParams.get("link"));
}

const countRows = async (
  table: "inviteLink" | "platoonEvent" | "member" | "invitation" | "team",
  { id }: Pick<Platoon, "id">,
) => (await world.context.db.selectFrom(table).select("id").where("organizationId", "=", id).execute()).length;

const remove = ({ people, id }: Platoon) => call(people.owner.visitor, "delete", { organizationId: id });
const copies = () => world.context.db.selectFrom("deletedPlatoon").select("id").execute();

test("a deleted platoon is brought back with what goes with a member who leaves", async () => {
  const platoon = await makePlatoon(world);
  const { id: organizationId, people } = platoon;
  const { db } = world.context;
  const { id: userId } = await getUser(people.member.visitor);
  const at = new Date().toISOString();
  const event = { organizationId, kind: "milestone", body: "{}", actorId: userId, createdAt: at, updatedAt: at };
  await db
    .insertInto("platoonEvent")
    .values({ ...event, id: crypto.randomUUID() })
    .execute();
  await of(people.member.visitor).overview.query();
  await people.member.visitor.trpc.platoon.feed.mark.mutate({ organizationId });
  const count = async () =>
    Promise.all(
      (["platoonEvent", "feedMark"] as const).map(
        async (table) =>
          (await db.selectFrom(table).select("id").where("organizationId", "=", organizationId).execute()).length,
      ),
    );
  const before = await count();
  expect(before.every((rows) => rows > 0)).toBe(true);
  expect((await remove(platoon)).status).toBe(200);
  await repairPlatoons(db, new Date());
  expect(await of(people.owner.visitor).restorePlatoon.mutate({ id: organizationId })).toMatchObject({
    id: organizationId,
  });
  expect(await count()).toEqual(before);
});

test("a deleted platoon is brought back by who deleted it, with its people, squads and links", async () => {
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin, member } = people;
  const link = await newLink(admin.visitor, platoon);
  const { userId } = (await of(owner.visitor).page.query({ organizationId: id })).items[2] ?? {};
  const team = await saveSquad(owner.visitor, platoon, { name: "Alpha", added: [String(userId)] });
  expect((await call(admin.visitor, "delete", { organizationId: id })).ok).toBe(false);
  expect((await copies()).length).toBe(0);
  expect((await remove(platoon)).status).toBe(200);
  await expect(of(await newcomer()).join.mutate({ link })).rejects.toMatchObject(refused("link_missing"));
  expect(await of(admin.visitor).deletedPlatoons.query()).toEqual([]);
  await expect(of(admin.visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(
    refused("platoon_restore_missing"),
  );
  const gone = await world.context.db.deleteFrom("user").where("email", "=", admin.email).executeTakeFirst();
  expect(gone.numDeletedRows).toBe(1n);
  await purgePlatoons(world.context.db, new Date(Date.now() + 6 * DAY_MS));
  const [listed] = await of(owner.visitor).deletedPlatoons.query();
  expect(listed).toMatchObject({ id, name: "Night Owls" });
  expect(await of(owner.visitor).restorePlatoon.mutate({ id })).toEqual({ id, slug: listed?.slug });
  const { items } = await of(member.visitor).page.query({ organizationId: id });
  expect(items.map(({ role, id: memberId }) => [role, memberId])).toEqual([
    ["owner", owner.memberId],
    ["member", member.memberId],
  ]);
  const teams = await world.context.db.selectFrom("team").selectAll().where("organizationId", "=", id).execute();
  expect(teams).toMatchObject([{ id: team.id, memberCount: 1 }]);
  expect(await of(owner.visitor).links.query({ organizationId: id })).toMatchObject([{ role: "member" }]);
  expect(await of(owner.visitor).deletedPlatoons.query()).toEqual([]);
  await expect(of(owner.visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(
    refused("platoon_restore_missing"),
  );
});

test("a platoon that is brought back has its open invitations, but for those of people who are gone", async () => {
  const platoon = await makePlatoon(world);
  const { owner, admin } = platoon.people;
  const byOwner = await invited(world, owner.visitor, platoon.id, "member");
  const byAdmin = await invited(world, admin.visitor, platoon.id, "member");
  await remove(platoon);
  await world.context.db.deleteFrom("user").where("email", "=", admin.email).execute();
  await of(owner.visitor).restorePlatoon.mutate({ id: platoon.id });
  const accept = async ({ visitor, invitationId }: typeof byOwner) =>
    (await call(visitor, "accept-invitation", { invitationId })).ok;
  expect([await accept(byOwner), await accept(byAdmin)]).toEqual([true, false]);
});

test("a deleted platoon whose address was taken comes back under another", async () => {
  const platoon = await makePlatoon(world);
  const { visitor } = platoon.people.owner;
  await remove(platoon);
  const { id, slug } = (await of(visitor).deletedPlatoons.query())[0] ?? { id: "", slug: "" };
  await call(await newcomer(), "create", { name: "Other Owls", slug });
  await expect(of(visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(refused("platoon_address_taken"));
  const another = `${slug}-again`;
  expect(await of(visitor).restorePlatoon.mutate({ id, slug: another })).toEqual({ id, slug: another });
});

test("a deleted platoon is gone for good after a week, what it shared with it; nothing else is", async () => {
  const [platoon, present] = [await makePlatoon(world), await makePlatoon(world)];
  const { owner } = platoon.people;
  await newLink(owner.visitor, platoon);
  await newLink(present.people.owner.visitor, present);
  await saveSquad(owner.visitor, platoon, { name: "Alpha" });
  await invited(world, owner.visitor, platoon.id, "member");
  const countOfLibrary = ({ id }: Pick<Platoon, "id">) =>
    Promise.all((["member", "team", "invitation"] as const).map((table) => countRows(table, { id })));
  await remove(platoon);
  await purgePlatoons(world.context.db, new Date(Date.now() + 6 * DAY_MS));
  expect([await countRows("inviteLink", platoon), await countRows("inviteLink", present)]).toEqual([1, 1]);
  // Two of the invitations have been accepted.
  expect(await countOfLibrary(platoon)).toEqual([3, 1, 3]);
  await purgePlatoons(world.context.db, new Date(Date.now() + 7 * DAY_MS + 1));
  expect([
    await countRows("inviteLink", platoon),
    await countRows("inviteLink", present),
    await countRows("platoonEvent", platoon),
  ]).toEqual([0, 1, 0]);
  expect(await countRows("platoonEvent", present)).toBe(2);
  expect([await countOfLibrary(platoon), await countOfLibrary(present)]).toEqual([
    [0, 0, 0],
    [3, 0, 2],
  ]);
  await expect(of(owner.visitor).restorePlatoon.mutate({ id: platoon.id })).rejects.toMatchObject(
    refused("platoon_restore_missing"),
  );
  await purgePlatoons(world.context.db, new Date(Date.now() + 91 * DAY_MS));
  expect(await countRows("platoonEvent", present)).toBe(0);
});

test("the open invitations of a deleted platoon are open again when it is back", async () => {
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin } = people;
  const byOwner = await invited(world, owner.visitor, id, "member");
  const byAdmin = await invited(world, admin.visitor, id, "member");
  const canceled = await invited(world, owner.visitor, id, "member");
  await call(owner.visitor, "cancel-invitation", { invitationId: canceled.invitationId });
  expect((await remove(platoon)).status).toBe(200);
  await world.context.db.deleteFrom("user").where("email", "=", admin.email).execute();
  await of(owner.visitor).restorePlatoon.mutate({ id });
  const accept = async ({ visitor, invitationId }: typeof byOwner) =>
    (await call(visitor, "accept-invitation", { invitationId })).ok;
  expect([await accept(byOwner), await accept(byAdmin), await accept(canceled)]).toEqual([true, false, false]);
});

test("each owner of a deleted platoon can bring it back, until none of them has an account", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin, member } = people;
  await db.updateTable("member").set({ role: "owner" }).where("id", "=", admin.memberId).execute();
  expect((await remove(platoon)).status).toBe(200);
  const deleter = String((await getUser(owner.visitor)).id);
  const coOwner = String((await getUser(admin.visitor)).id);
  expect(await of(admin.visitor).deletedPlatoons.query()).toMatchObject([{ id }]);
  expect(await of(member.visitor).deletedPlatoons.query()).toEqual([]);
  await PEOPLE.deleteAccount({ db }, String((await getUser(member.visitor)).id));
  await PEOPLE.deleteAccount({ db }, deleter);
  expect(await of(admin.visitor).restorePlatoon.mutate({ id })).toMatchObject({ id });
  const { items } = await of(admin.visitor).page.query({ organizationId: id });
  expect(items.map(({ userId, role }) => [userId, role])).toEqual([[coOwner, "owner"]]);
  expect((await call(admin.visitor, "delete", { organizationId: id })).status).toBe(200);
  expect(await of(admin.visitor).deletedPlatoons.query()).toMatchObject([{ id }]);
  await PEOPLE.deleteAccount({ db }, coOwner);
  expect((await copies()).map((copied) => copied.id)).not.toContain(id);
});

test("a member who has joined as many platoons as one may since is in the one that is brought back, too", async () => {
  const { db } = world.context;
  const [platoon, another, third] = [await makePlatoon(world), await makePlatoon(world), await makePlatoon(world)];
  const { id: organizationId, people } = platoon;
  const { owner, admin, member } = people;
  const userId = String((await getUser(member.visitor)).id);
  await saveSquad(owner.visitor, platoon, { name: "Alpha", added: [userId] });
  const links = await Promise.all([another, third].map((other) => newLink(other.people.owner.visitor, other)));
  expect((await remove(platoon)).status).toBe(200);
  const at = new Date();
  const others = Array.from({ length: MAX_PLATOONS - 1 }, () => ({
    id: crypto.randomUUID(),
    createdAt: at,
    updatedAt: at,
  }));
  const organizations = others.map((other) => ({ ...other, name: "Other", slug: other.id }));
  await db.insertInto("organization").values(organizations).execute();
  const members = others.map((other) => ({ ...other, userId, organizationId: other.id, role: "member" }));
  await db.insertInto("member").values(members).execute();
  // The deleted one is not counted.
  const join = (link = "") => of(member.visitor).join.mutate({ link });
  expect(await join(links[0])).toMatchObject({ isNew: true });
  await of(owner.visitor).restorePlatoon.mutate({ id: organizationId });
  const { items } = await of(owner.visitor).page.query({ organizationId });
  expect(items.map(({ id }) => id)).toEqual([owner.memberId, admin.memberId, member.memberId]);
  const teams = db.selectFrom("team").select("memberCount").where("organizationId", "=", organizationId);
  expect(await teams.execute()).toEqual([{ memberCount: 1 }]);
  await expect(join(links[1])).rejects.toMatchObject(refused("platoons_full"));
});
