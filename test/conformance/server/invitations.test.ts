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

const readRefusal = async (response: Response) => [response.status, (await response.json()).message];

const listRoles = async (organizationId: string): Promise<string[]> =>
  (await world.context.db.selectFrom("member").select("role").where("organizationId", "=", organizationId).execute())
    .map(({ role }) => role)
    .toSorted();

describe("an invitation", () => {
  test("is mailed with the role and a link", async () => {
    const { email, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "admin");
    const mail = (await world.mails()).find(({ to }) => to === email);
    expect(mail?.text).toContain("as admin");
    expect(mail?.text).toContain(`${world.origin}/invite?id=${invitationId}`);
  });

  test("cannot be accepted by another user", async () => {
    const { invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    expect((await postOrganization(stranger, "accept-invitation", { invitationId })).status).toBe(403);
  });

  test("cannot be accepted with an unverified address", async () => {
    const { visitor, email, invitationId } = await inviteUser(
      world,
      platoon.people.owner.visitor,
      platoon.id,
      "member",
    );
    await world.context.db.updateTable("user").set({ emailVerified: false }).where("email", "=", email).execute();
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(403);
  });

  test("cannot be accepted after it was declined", async () => {
    const { visitor, invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    expect((await postOrganization(visitor, "reject-invitation", { invitationId })).status).toBe(200);
    expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(400);
  });

  test("cannot be accepted after it was cancelled", async () => {
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
  ] as const)("becomes invalid when its inviter %s", async ([, change]) => {
    const { id, people } = await makePlatoon(world);
    const adminInvitation = await inviteUser(world, people.admin.visitor, id, "member");
    const ownerInvitation = await inviteUser(world, people.owner.visitor, id, "member");
    const response = await change(id, people.owner, people.admin);
    expect(response.status).toBe(200);
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

  test("remains invalid if it was sent while its inviter lost the role, even after the inviter has the role again", async () => {
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

  test("expires after a week", async () => {
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

  test("creates one membership when it is accepted 20 times in parallel, in each of 20 rounds", async () => {
    for (let round = 0; round < 20; round += 1) {
      const newPlatoon = await makePlatoon(world);
      const { visitor, email, invitationId } = await inviteUser(
        world,
        newPlatoon.people.owner.visitor,
        newPlatoon.id,
        "member",
      );
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => postOrganization(visitor, "accept-invitation", { invitationId })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
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
  test("the only owner cannot leave, take another role or be removed", async () => {
    const newPlatoon = await makePlatoon(world);
    const { visitor, memberId } = newPlatoon.people.owner;
    const responses = await Promise.all([
      postOrganization(visitor, "leave", { organizationId: newPlatoon.id }),
      postOrganization(visitor, "update-member-role", { organizationId: newPlatoon.id, memberId, role: "member" }),
      postOrganization(visitor, "remove-member", { organizationId: newPlatoon.id, memberIdOrEmail: memberId }),
    ]);
    expect(responses.map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  test("one of two owners remains when both leave and take other roles in parallel, in each of ten rounds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const newPlatoon = await makePlatoon(world);
      const { owner, admin } = newPlatoon.people;
      const promotion = { organizationId: newPlatoon.id, memberId: admin.memberId, role: "owner" };
      expect((await postOrganization(owner.visitor, "update-member-role", promotion)).status).toBe(200);
      await Promise.all(
        [owner, admin].flatMap(({ visitor, memberId }) => [
          postOrganization(visitor, "leave", { organizationId: newPlatoon.id }),
          postOrganization(visitor, "update-member-role", { organizationId: newPlatoon.id, memberId, role: "member" }),
        ]),
      );
      expect(await listRoles(newPlatoon.id)).toContain("owner");
    }
  });

  test("the admin becomes the owner when the owner's account is deleted", async () => {
    const newPlatoon = await makePlatoon(world);
    const { db, auth } = world.context;
    const { userId } = await db
      .selectFrom("member")
      .select("userId")
      .where("id", "=", newPlatoon.people.owner.memberId)
      .executeTakeFirstOrThrow();
    await (await auth.$context).internalAdapter.deleteUser(userId);
    expect(await listRoles(newPlatoon.id)).toEqual(["member", "owner"]);
  });

  test("the platoon is deleted with its last member", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const { id, members } = await (await postOrganization(visitor, "create", { name: "Alone", slug: "alone" })).json();
    const { db, auth } = world.context;
    await (await auth.$context).internalAdapter.deleteUser(members[0].userId);
    expect(await db.selectFrom("organization").select("id").where("id", "=", id).execute()).toEqual([]);
  });
});
