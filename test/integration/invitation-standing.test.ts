// @postgres
// What the invited person, and no other user, can read about an invitation that is no longer open; and the list of open ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgePlatoons } from "#server/features/platoon/deleted-platoons.ts";
import { linkIn, signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { ask, call, invited, makePlatoon, type Platoon } from "#test/harness/data/platoons.ts";
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

const anInvitation = () => invited(world, platoon.people.owner.visitor, platoon.id, "member");

test.for([
  ["accepted", "accept-invitation", "accepted"],
  ["declined", "reject-invitation", "rejected"],
])("an invitation that was %s shows so to the invited person", async ([, name, status]) => {
  const { visitor, invitationId } = await anInvitation();
  expect(await visitor.trpc.invitation.status.query({ id: invitationId })).toMatchObject({ status: "pending" });
  await call(visitor, String(name), { invitationId });
  expect(await visitor.trpc.invitation.status.query({ id: invitationId })).toEqual({ status, platoon: "Night Owls" });
});

test("one that was revoked, or has expired, shows so", async () => {
  const { visitor, invitationId: id } = await anInvitation();
  const past = new Date(Date.now() - 1);
  await world.context.db.updateTable("invitation").set({ expiresAt: past }).where("id", "=", id).execute();
  expect(await visitor.trpc.invitation.status.query({ id })).toMatchObject({ status: "expired" });
  const { visitor: other, invitationId } = await anInvitation();
  await call(platoon.people.admin.visitor, "cancel-invitation", { invitationId });
  expect(await other.trpc.invitation.status.query({ id: invitationId })).toMatchObject({ status: "canceled" });
});

test("its status is hidden from other users, and null for an unknown invitation", async () => {
  const { visitor, invitationId: id } = await anInvitation();
  const { visitor: stranger } = await signUpAndIn(world);
  expect(await stranger.trpc.invitation.status.query({ id })).toBeNull();
  expect(await visitor.trpc.invitation.status.query({ id: "none" })).toBeNull();
  await expect(world.visitor().trpc.invitation.status.query({ id })).rejects.toMatchObject({
    data: { fault: { code: "signed_out" } },
  });
});

test("an unverified holder of the address learns nothing", async () => {
  const { visitor, email, invitationId: id } = await anInvitation();
  expect(await visitor.trpc.invitation.status.query({ id })).not.toBeNull();
  await world.context.db.updateTable("user").set({ emailVerified: false }).where("email", "=", email).execute();
  expect(await visitor.trpc.invitation.status.query({ id })).toBeNull();
});

test("a person who moved to the invited address learns nothing until it is verified", async () => {
  const mailWith = async (to: string, subject: string) =>
    (await world.mails()).find((mail) => mail.to === to && mail.subject.includes(subject));
  const { visitor, email: verified, invitationId: earlier } = await anInvitation();
  const newEmail = `moved-${crypto.randomUUID()}@example.com`;
  const body = { email: newEmail, role: "member", organizationId: platoon.id };
  const { id } = await (await call(platoon.people.owner.visitor, "invite-member", body)).json();
  await visitor.post("/api/auth/change-email", { newEmail });
  await visitor.fetch(linkIn(await mailWith(verified, "Confirm your new e-mail address")));
  expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: false });
  const getStatus = (invitationId: string) => visitor.trpc.invitation.status.query({ id: invitationId });
  expect([await getStatus(id), await getStatus(earlier)]).toEqual([null, null]);
  for (const name of ["accept-invitation", "reject-invitation"])
    expect((await call(visitor, name, { invitationId: id })).status).toBe(403);
  const listed = await ask(visitor, "list-user-invitations");
  expect(listed.ok ? await listed.json() : []).toEqual([]);
  expect((await ask(visitor, "get-invitation", `id=${id}`)).ok).toBe(false);
  await visitor.fetch(linkIn(await mailWith(newEmail, "Verify your e-mail address")));
  expect([await getStatus(id), await getStatus(earlier)]).toEqual([{ status: "pending", platoon: "Night Owls" }, null]);
  expect((await call(visitor, "accept-invitation", { invitationId: id })).status).toBe(200);
});

test("one for an owner ends when its inviter is no owner any more; one for a member does not", async () => {
  const it = await makePlatoon(world);
  const { owner, admin } = it.people;
  const asOwner = await invited(world, owner.visitor, it.id, "owner");
  const asMember = await invited(world, owner.visitor, it.id, "member");
  await owner.visitor.trpc.platoon.members.transfer.mutate({ organizationId: it.id, memberId: admin.memberId });
  const standings = [];
  for (const { visitor, invitationId } of [asOwner, asMember])
    standings.push((await visitor.trpc.invitation.status.query({ id: invitationId }))?.status);
  expect(standings).toEqual(["canceled", "pending"]);
  const answer = await call(asOwner.visitor, "accept-invitation", { invitationId: asOwner.invitationId });
  expect(answer.ok).toBe(false);
});

test("open e-mail invitations are listed by page behind any number of old ones, which are purged", async () => {
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
  const [toOwn] = await insert(1, "pending", 5, "owner");
  const list = async (visitor: Visitor) => {
    const first = await visitor.trpc.platoon.members.invitations.query({ organizationId });
    const rest = await visitor.trpc.platoon.members.invitations.query({ organizationId, cursor: first.nextCursor });
    expect([first.items.length, rest.nextCursor]).toEqual([50, null]);
    return [...first.items, ...rest.items];
  };
  const listed = await list(owner.visitor);
  expect(listed.map(({ id }) => id)).toEqual([...open, toOwn]);
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
