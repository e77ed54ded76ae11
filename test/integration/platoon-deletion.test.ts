// @postgres
// A deleted platoon can be restored for a week, and is then purged.
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { inviteUser, makePlatoon, type Platoon, postOrganization, saveSquad } from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const getMembers = (visitor: Visitor) => visitor.trpc.platoon.members;
const createExpectedError = (code: string) => ({ data: { fault: { code } } });
const signUpNewcomer = async () => (await signUpAndSignIn(world)).visitor;

async function createLink(by: Visitor, { id }: Platoon) {
  const { address } = await getMembers(by).createLink.mutate({ organizationId: id, role: "member", days: 7, uses: 5 });
  return String(new URL(address).searchParams.get("link"));
}

const countRows = async (
  table: "inviteLink" | "platoonEvent" | "member" | "invitation" | "team",
  { id }: Pick<Platoon, "id">,
) => (await world.context.db.selectFrom(table).select("id").where("organizationId", "=", id).execute()).length;

const remove = ({ people, id }: Platoon) => postOrganization(people.owner.visitor, "delete", { organizationId: id });
const listDeletedPlatoons = () => world.context.db.selectFrom("deletedPlatoon").select("id").execute();

test("a restored platoon still has the feed entries and marks of its members", async () => {
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
  await getMembers(people.member.visitor).overview.query();
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
  expect(await getMembers(people.owner.visitor).restorePlatoon.mutate({ id: organizationId })).toMatchObject({
    id: organizationId,
  });
  expect(await count()).toEqual(before);
});

test("a deleted platoon can be restored by the owner who deleted it, with its members, squads and links", async () => {
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin, member } = people;
  const link = await createLink(admin.visitor, platoon);
  const { userId } = (await getMembers(owner.visitor).page.query({ organizationId: id })).items[2] ?? {};
  const team = await saveSquad(owner.visitor, platoon, { name: "Alpha", added: [String(userId)] });
  expect((await postOrganization(admin.visitor, "delete", { organizationId: id })).ok).toBe(false);
  expect((await listDeletedPlatoons()).length).toBe(0);
  expect((await remove(platoon)).status).toBe(200);
  await expect(getMembers(await signUpNewcomer()).join.mutate({ link })).rejects.toMatchObject(
    createExpectedError("link_missing"),
  );
  expect(await getMembers(admin.visitor).deletedPlatoons.query()).toEqual([]);
  await expect(getMembers(admin.visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(
    createExpectedError("platoon_restore_missing"),
  );
  const deletion = await world.context.db.deleteFrom("user").where("email", "=", admin.email).executeTakeFirst();
  expect(deletion.numDeletedRows).toBe(1n);
  await purgePlatoons(world.context.db, new Date(Date.now() + 6 * DAY_MS));
  const [listed] = await getMembers(owner.visitor).deletedPlatoons.query();
  expect(listed).toMatchObject({ id, name: "Night Owls" });
  expect(await getMembers(owner.visitor).restorePlatoon.mutate({ id })).toEqual({ id, slug: listed?.slug });
  const { items } = await getMembers(member.visitor).page.query({ organizationId: id });
  expect(items.map(({ role, id: memberId }) => [role, memberId])).toEqual([
    ["owner", owner.memberId],
    ["member", member.memberId],
  ]);
  const teams = await world.context.db.selectFrom("team").selectAll().where("organizationId", "=", id).execute();
  expect(teams).toMatchObject([{ id: team.id, memberCount: 1 }]);
  expect(await getMembers(owner.visitor).links.query({ organizationId: id })).toMatchObject([{ role: "member" }]);
  expect(await getMembers(owner.visitor).deletedPlatoons.query()).toEqual([]);
  await expect(getMembers(owner.visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(
    createExpectedError("platoon_restore_missing"),
  );
});

test("a restored platoon has its open invitations, except those of deleted users", async () => {
  const platoon = await makePlatoon(world);
  const { owner, admin } = platoon.people;
  const byOwner = await inviteUser(world, owner.visitor, platoon.id, "member");
  const byAdmin = await inviteUser(world, admin.visitor, platoon.id, "member");
  await remove(platoon);
  await world.context.db.deleteFrom("user").where("email", "=", admin.email).execute();
  await getMembers(owner.visitor).restorePlatoon.mutate({ id: platoon.id });
  const accept = async ({ visitor, invitationId }: typeof byOwner) =>
    (await postOrganization(visitor, "accept-invitation", { invitationId })).ok;
  expect([await accept(byOwner), await accept(byAdmin)]).toEqual([true, false]);
});

test("a deleted platoon whose address was taken can be restored at another address", async () => {
  const platoon = await makePlatoon(world);
  const { visitor } = platoon.people.owner;
  await remove(platoon);
  const { id, slug } = (await getMembers(visitor).deletedPlatoons.query())[0] ?? { id: "", slug: "" };
  await postOrganization(await signUpNewcomer(), "create", { name: "Other Owls", slug });
  await expect(getMembers(visitor).restorePlatoon.mutate({ id })).rejects.toMatchObject(
    createExpectedError("platoon_address_taken"),
  );
  const another = `${slug}-again`;
  expect(await getMembers(visitor).restorePlatoon.mutate({ id, slug: another })).toEqual({ id, slug: another });
});

test("a deleted platoon is purged after a week with its shared data, and no other platoon is", async () => {
  const [platoon, present] = [await makePlatoon(world), await makePlatoon(world)];
  const { owner } = platoon.people;
  await createLink(owner.visitor, platoon);
  await createLink(present.people.owner.visitor, present);
  await saveSquad(owner.visitor, platoon, { name: "Alpha" });
  await inviteUser(world, owner.visitor, platoon.id, "member");
  const countLibraryRows = ({ id }: Pick<Platoon, "id">) =>
    Promise.all((["member", "team", "invitation"] as const).map((table) => countRows(table, { id })));
  await remove(platoon);
  await purgePlatoons(world.context.db, new Date(Date.now() + 6 * DAY_MS));
  expect([await countRows("inviteLink", platoon), await countRows("inviteLink", present)]).toEqual([1, 1]);
  // Two of the three invitations are accepted ones.
  expect(await countLibraryRows(platoon)).toEqual([3, 1, 3]);
  await purgePlatoons(world.context.db, new Date(Date.now() + 7 * DAY_MS + 1));
  expect([
    await countRows("inviteLink", platoon),
    await countRows("inviteLink", present),
    await countRows("platoonEvent", platoon),
  ]).toEqual([0, 1, 0]);
  expect(await countRows("platoonEvent", present)).toBe(2);
  expect([await countLibraryRows(platoon), await countLibraryRows(present)]).toEqual([
    [0, 0, 0],
    [3, 0, 2],
  ]);
  await expect(getMembers(owner.visitor).restorePlatoon.mutate({ id: platoon.id })).rejects.toMatchObject(
    createExpectedError("platoon_restore_missing"),
  );
  await purgePlatoons(world.context.db, new Date(Date.now() + 91 * DAY_MS));
  expect(await countRows("platoonEvent", present)).toBe(0);
});

test("the open invitations of a deleted platoon are open again after its restoration, but canceled ones are not", async () => {
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin } = people;
  const byOwner = await inviteUser(world, owner.visitor, id, "member");
  const byAdmin = await inviteUser(world, admin.visitor, id, "member");
  const canceled = await inviteUser(world, owner.visitor, id, "member");
  await postOrganization(owner.visitor, "cancel-invitation", { invitationId: canceled.invitationId });
  expect((await remove(platoon)).status).toBe(200);
  await world.context.db.deleteFrom("user").where("email", "=", admin.email).execute();
  await getMembers(owner.visitor).restorePlatoon.mutate({ id });
  const accept = async ({ visitor, invitationId }: typeof byOwner) =>
    (await postOrganization(visitor, "accept-invitation", { invitationId })).ok;
  expect([await accept(byOwner), await accept(byAdmin), await accept(canceled)]).toEqual([true, false, false]);
});

test("each owner of a deleted platoon can restore it, until no owner has an account", async () => {
  const { db } = world.context;
  const platoon = await makePlatoon(world);
  const { id, people } = platoon;
  const { owner, admin, member } = people;
  await db.updateTable("member").set({ role: "owner" }).where("id", "=", admin.memberId).execute();
  expect((await remove(platoon)).status).toBe(200);
  const deleter = String((await getUser(owner.visitor)).id);
  const coOwner = String((await getUser(admin.visitor)).id);
  expect(await getMembers(admin.visitor).deletedPlatoons.query()).toMatchObject([{ id }]);
  expect(await getMembers(member.visitor).deletedPlatoons.query()).toEqual([]);
  await PEOPLE.deleteAccount({ db }, String((await getUser(member.visitor)).id));
  await PEOPLE.deleteAccount({ db }, deleter);
  expect(await getMembers(admin.visitor).restorePlatoon.mutate({ id })).toMatchObject({ id });
  const { items } = await getMembers(admin.visitor).page.query({ organizationId: id });
  expect(items.map(({ userId, role }) => [userId, role])).toEqual([[coOwner, "owner"]]);
  expect((await postOrganization(admin.visitor, "delete", { organizationId: id })).status).toBe(200);
  expect(await getMembers(admin.visitor).deletedPlatoons.query()).toMatchObject([{ id }]);
  await PEOPLE.deleteAccount({ db }, coOwner);
  expect((await listDeletedPlatoons()).map((copied) => copied.id)).not.toContain(id);
});

test("a restored platoon has all its members, also one who is in the maximum number of platoons by now", async () => {
  const { db } = world.context;
  const [platoon, another, third] = [await makePlatoon(world), await makePlatoon(world), await makePlatoon(world)];
  const { id: organizationId, people } = platoon;
  const { owner, admin, member } = people;
  const userId = String((await getUser(member.visitor)).id);
  await saveSquad(owner.visitor, platoon, { name: "Alpha", added: [userId] });
  const links = await Promise.all([another, third].map((other) => createLink(other.people.owner.visitor, other)));
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
  // The deleted platoon does not count.
  const join = (link = "") => getMembers(member.visitor).join.mutate({ link });
  expect(await join(links[0])).toMatchObject({ isNew: true });
  await getMembers(owner.visitor).restorePlatoon.mutate({ id: organizationId });
  const { items } = await getMembers(owner.visitor).page.query({ organizationId });
  expect(items.map(({ id }) => id)).toEqual([owner.memberId, admin.memberId, member.memberId]);
  const teams = db.selectFrom("team").select("memberCount").where("organizationId", "=", organizationId);
  expect(await teams.execute()).toEqual([{ memberCount: 1 }]);
  await expect(join(links[1])).rejects.toMatchObject(createExpectedError("platoons_full"));
});
