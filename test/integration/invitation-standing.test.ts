// @postgres
// The status of an invitation, which only the invited user can read, and the list of open invitations.
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { getLink, signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Platoon,
  postOrganization,
} from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const invite = () => inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");

test.for([
  ["accepted", "accept-invitation", "accepted"],
  ["declined", "reject-invitation", "rejected"],
])("the invited user sees that an invitation was %s", async ([, name, status]) => {
  const { visitor, invitationId } = await invite();
  expect(await visitor.trpc.invitation.status.query({ id: invitationId })).toMatchObject({ status: "pending" });
  await postOrganization(visitor, String(name), { invitationId });
  expect(await visitor.trpc.invitation.status.query({ id: invitationId })).toEqual({ status, platoon: "Night Owls" });
});

test("the invited user sees that an invitation was revoked or has expired", async () => {
  const { visitor, invitationId: id } = await invite();
  const past = new Date(Date.now() - 1);
  await world.context.db.updateTable("invitation").set({ expiresAt: past }).where("id", "=", id).execute();
  expect(await visitor.trpc.invitation.status.query({ id })).toMatchObject({ status: "expired" });
  const { visitor: other, invitationId } = await invite();
  await postOrganization(platoon.people.admin.visitor, "cancel-invitation", { invitationId });
  expect(await other.trpc.invitation.status.query({ id: invitationId })).toMatchObject({ status: "canceled" });
});

test("the status of an invitation is hidden from other users, and null for an unknown invitation", async () => {
  const { visitor, invitationId: id } = await invite();
  const { visitor: stranger } = await signUpAndSignIn(world);
  expect(await stranger.trpc.invitation.status.query({ id })).toBeNull();
  expect(await visitor.trpc.invitation.status.query({ id: "none" })).toBeNull();
  await expect(world.visitor().trpc.invitation.status.query({ id })).rejects.toMatchObject({
    data: { fault: { code: "signed_out" } },
  });
});

test("the status is hidden from a user whose address is not verified", async () => {
  const { visitor, email, invitationId: id } = await invite();
  expect(await visitor.trpc.invitation.status.query({ id })).not.toBeNull();
  await world.context.db.updateTable("user").set({ emailVerified: false }).where("email", "=", email).execute();
  expect(await visitor.trpc.invitation.status.query({ id })).toBeNull();
});

test("the status is hidden from a user who changes to the invited address, until the address is verified", async () => {
  const findMail = async (to: string, subject: string) =>
    (await world.mails()).find((mail) => mail.to === to && mail.subject.includes(subject));
  const { visitor, email: verified, invitationId: earlier } = await invite();
  const newEmail = `moved-${crypto.randomUUID()}@example.com`;
  const body = { email: newEmail, role: "member", organizationId: platoon.id };
  const { id } = await (await postOrganization(platoon.people.owner.visitor, "invite-member", body)).json();
  await visitor.post("/api/auth/change-email", { newEmail });
  await visitor.fetch(getLink(await findMail(verified, "Confirm your new e-mail address")));
  expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: false });
  const getStatus = (invitationId: string) => visitor.trpc.invitation.status.query({ id: invitationId });
  expect([await getStatus(id), await getStatus(earlier)]).toEqual([null, null]);
  for (const name of ["accept-invitation", "reject-invitation"])
    expect((await postOrganization(visitor, name, { invitationId: id })).status).toBe(403);
  const listed = await getOrganization(visitor, "list-user-invitations");
  expect(listed.ok ? await listed.json() : []).toEqual([]);
  expect((await getOrganization(visitor, "get-invitation", `id=${id}`)).ok).toBe(false);
  await visitor.fetch(getLink(await findMail(newEmail, "Verify your e-mail address")));
  expect([await getStatus(id), await getStatus(earlier)]).toEqual([{ status: "pending", platoon: "Night Owls" }, null]);
  expect((await postOrganization(visitor, "accept-invitation", { invitationId: id })).status).toBe(200);
});

test("an invitation as owner is canceled when its inviter is no longer an owner, but one as member is not", async () => {
  const it = await makePlatoon(world);
  const { owner, admin } = it.people;
  const asOwner = await inviteUser(world, owner.visitor, it.id, "owner");
  const asMember = await inviteUser(world, owner.visitor, it.id, "member");
  await owner.visitor.trpc.platoon.members.transfer.mutate({ organizationId: it.id, memberId: admin.memberId });
  const statuses = [];
  for (const { visitor, invitationId } of [asOwner, asMember])
    statuses.push((await visitor.trpc.invitation.status.query({ id: invitationId }))?.status);
  expect(statuses).toEqual(["canceled", "pending"]);
  const response = await postOrganization(asOwner.visitor, "accept-invitation", { invitationId: asOwner.invitationId });
  expect(response.ok).toBe(false);
});

test("open e-mail invitations are listed in pages without the ended ones, which are purged after a month", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  const { owner, admin, member } = people;
  const inviterId = String((await getUser(owner.visitor)).id);
  const now = Date.now();
  const insert = async (count: number, status: string, days: number, role = "member") => {
    const rows = Array.from({ length: count }, (_, number) => ({
      ...{
        id: crypto.randomUUID(),
        email: `${crypto.randomUUID()}@example.com`,
        organizationId,
        inviterId,
        teamId: null,
      },
      ...{ status, role, expiresAt: new Date(now + days * DAY_MS) },
      ...{ createdAt: new Date(now + (days - 7) * DAY_MS - number), updatedAt: new Date(now) },
    }));
    await db.insertInto("invitation").values(rows).execute();
    return rows.map(({ id }) => id);
  };
  await insert(60, "canceled", -31);
  await insert(60, "pending", -31);
  await insert(1, "pending", -29);
  await insert(1, "canceled", 6);
  const open = await insert(60, "pending", 6);
  const [ownerInvitation] = await insert(1, "pending", 5, "owner");
  const list = async (visitor: Visitor) => {
    const first = await visitor.trpc.platoon.members.invitations.query({ organizationId });
    const rest = await visitor.trpc.platoon.members.invitations.query({ organizationId, cursor: first.nextCursor });
    expect([first.items.length, rest.nextCursor]).toEqual([50, null]);
    return [...first.items, ...rest.items];
  };
  const listed = await list(owner.visitor);
  expect(listed.map(({ id }) => id)).toEqual([...open, ownerInvitation]);
  const expiresAt = new Date(now + 6 * DAY_MS).toISOString();
  expect(listed[0]).toMatchObject({ role: "member", inviter: expect.any(String), expiresAt });
  expect((await list(admin.visitor)).map(({ id }) => id)).toEqual(open);
  await expect(member.visitor.trpc.platoon.members.invitations.query({ organizationId })).rejects.toMatchObject({
    data: { fault: { code: "platoon_managers_only" } },
  });
  const count = async () => {
    const rows = db.selectFrom("invitation").select("id").where("organizationId", "=", organizationId);
    return (await rows.execute()).length;
  };
  const before = await count();
  await purgePlatoons(db, new Date(now));
  expect(before - (await count())).toBe(120);
  expect(await list(owner.visitor)).toEqual(listed);
});
