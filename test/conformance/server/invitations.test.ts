// Joining and leaving a platoon: invitations, and the rule that one owner remains.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Person,
  type Platoon,
  postOrganization,
} from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let platoon: Platoon;
let stranger: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
  stranger = (await signUpAndSignIn(world)).visitor;
});
afterAll(() => world[Symbol.asyncDispose]());

const readRefusal = async (answer: Response) => [answer.status, (await answer.json()).message];

const listRoles = async (organizationId: string): Promise<string[]> =>
  (await world.context.db.selectFrom("member").select("role").where("organizationId", "=", organizationId).execute())
    .map(({ role }) => role)
    .toSorted();

describe("an invitation", () => {
  test("is mailed, with who invites, where and as what", async () => {
    const { email, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "admin");
    const mail = (await world.mails()).find(({ to }) => to === email);
    expect(mail?.text).toContain("as admin");
    expect(mail?.text).toContain(`${world.origin}/invite?id=${invitationId}`);
  });

  test("is for the invited alone", async () => {
    const { invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    expect((await postOrganization(stranger, "accept-invitation", { invitationId })).status).toBe(403);
  });

  test("is for a verified address alone", async () => {
    const { visitor, email, invitationId } = await inviteUser(
      world,
      platoon.people.owner.visitor,
      platoon.id,
      "member",
    );
    await world.context.db.updateTable("user").set({ emailVerified: false }).where("email", "=", email).execute();
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(403);
  });

  test("is declined", async () => {
    const { visitor, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    expect((await postOrganization(visitor, "reject-invitation", { invitationId })).status).toBe(200);
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
  });

  test("is cancelled", async () => {
    const { visitor, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    expect((await postOrganization(platoon.people.admin.visitor, "cancel-invitation", { invitationId })).status).toBe(
      200,
    );
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
  });

  test.for([
    [
      "is removed",
      (id: string, { visitor }: Person, admin: Person) =>
        postOrganization(visitor, "remove-member", { memberIdOrEmail: admin.memberId, organizationId: id }),
    ],
    [
      "leaves",
      (id: string, _: Person, { visitor }: Person) => postOrganization(visitor, "leave", { organizationId: id }),
    ],
    [
      "becomes a member",
      (id: string, { visitor }: Person, { memberId }: Person) =>
        postOrganization(visitor, "update-member-role", { memberId, role: "member", organizationId: id }),
    ],
    [
      "is deleted",
      async (_: string, __: Person, { email }: Person) => {
        const { internalAdapter } = await world.context.auth.$context;
        const user = await internalAdapter.findUserByEmail(email);
        await internalAdapter.deleteUser(user?.user.id ?? "");
        return new Response();
      },
    ],
  ] as const)("is void once its inviter %s", async ([, change]) => {
    const { id, people } = await makePlatoon(world);
    const adminInvitation = await inviteUser(world, people.admin.visitor, id, "member");
    const ownerInvitation = await inviteUser(world, people.owner.visitor, id, "member");
    const answer = await change(id, people.owner, people.admin);
    expect(answer.status).toBe(200);
    expect(
      (await getOrganization(adminInvitation.visitor, "get-invitation", `id=${adminInvitation.invitationId}`)).status,
    ).toBe(400);
    expect(
      (
        await postOrganization(adminInvitation.visitor, "accept-invitation", {
          invitationId: adminInvitation.invitationId,
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await postOrganization(ownerInvitation.visitor, "accept-invitation", {
          invitationId: ownerInvitation.invitationId,
        })
      ).status,
    ).toBe(200);
    expect(await listRoles(id)).not.toContain("admin");
  });

  test("that a former inviter sent at the very moment of the removal is void, too, also after they are back", async () => {
    const { id, people } = await makePlatoon(world);
    const { memberId } = people.admin;
    const { visitor, invitationId } = await inviteUser(world, people.admin.visitor, id, "member");
    const { db } = world.context;
    await postOrganization(people.owner.visitor, "update-member-role", {
      memberId,
      role: "member",
      organizationId: id,
    });
    // Simulates an invitation that was checked before the change of the role and written after it.
    await db.updateTable("invitation").set({ status: "pending" }).where("id", "=", invitationId).execute();
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
    await postOrganization(people.owner.visitor, "update-member-role", { memberId, role: "admin", organizationId: id });
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
  });

  test("ends after a week", async () => {
    const { visitor, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    const { expiresAt } = await (await getOrganization(visitor, "get-invitation", `id=${invitationId}`)).json();
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    await world.context.db
      .updateTable("invitation")
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where("id", "=", invitationId)
      .execute();
    expect(await readRefusal(await postOrganization(visitor, "accept-invitation", { invitationId }))).toEqual([
      400,
      "Invitation not found",
    ]);
  });

  test("accepted twenty times at once makes one membership, in twenty rounds", async () => {
    for (let round = 0; round < 20; round += 1) {
      const it = await makePlatoon(world);
      const { visitor, email, invitationId } = await inviteUser(world, it.people.owner.visitor, it.id, "member");
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => postOrganization(visitor, "accept-invitation", { invitationId })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
      const user = world.context.db.selectFrom("user").select("id").where("email", "=", email);
      const memberships = await world.context.db
        .selectFrom("member")
        .select("id")
        .where("userId", "in", user)
        .execute();
      expect(memberships).toHaveLength(1);
    }
  });
});

describe("an owner always remains", () => {
  test("when the only one leaves, steps down or is removed", async () => {
    const it = await makePlatoon(world);
    const { visitor, memberId } = it.people.owner;
    const answers = await Promise.all([
      postOrganization(visitor, "leave", { organizationId: it.id }),
      postOrganization(visitor, "update-member-role", { organizationId: it.id, memberId, role: "member" }),
      postOrganization(visitor, "remove-member", { organizationId: it.id, memberIdOrEmail: memberId }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  test("when two leave and step down at once, in ten rounds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await makePlatoon(world);
      const { owner, admin } = it.people;
      const promotion = { organizationId: it.id, memberId: admin.memberId, role: "owner" };
      expect((await postOrganization(owner.visitor, "update-member-role", promotion)).status).toBe(200);
      await Promise.all(
        [owner, admin].flatMap(({ visitor, memberId }) => [
          postOrganization(visitor, "leave", { organizationId: it.id }),
          postOrganization(visitor, "update-member-role", { organizationId: it.id, memberId, role: "member" }),
        ]),
      );
      expect(await listRoles(it.id)).toContain("owner");
    }
  });

  test("when the owner's account is deleted: the longest-standing admin follows", async () => {
    const it = await makePlatoon(world);
    const { db, auth } = world.context;
    const { userId } = await db
      .selectFrom("member")
      .select("userId")
      .where("id", "=", it.people.owner.memberId)
      .executeTakeFirstOrThrow();
    await (await auth.$context).internalAdapter.deleteUser(userId);
    expect(await listRoles(it.id)).toEqual(["member", "owner"]);
  });

  test("and with the last member the platoon goes", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { id, members } = await (await postOrganization(visitor, "create", { name: "Alone", slug: "alone" })).json();
    const { db, auth } = world.context;
    await (await auth.$context).internalAdapter.deleteUser(members[0].userId);
    expect(await db.selectFrom("organization").select("id").where("id", "=", id).execute()).toEqual([]);
  });
});
